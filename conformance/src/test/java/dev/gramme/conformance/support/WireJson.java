package dev.gramme.conformance.support;

import java.math.BigDecimal;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Attribute values from JSON: typed as on the wire, or plain as in a document. */
public final class WireJson {
  private WireJson() {}

  /** An item whose values are typed, such as {@code {"pk":{"S":"a"}}}. */
  public static Map<String, AttributeValue> item(Object typed) {
    var item = new LinkedHashMap<String, AttributeValue>();
    Json.members(typed)
        .forEach((name, value) -> item.put(name, typed(Objects.requireNonNull(value))));
    return item;
  }

  /** An item whose values are plain, such as {@code {"pk":"a","n":1}}. */
  public static Map<String, AttributeValue> plainItem(Object plain) {
    return plain(plain).m();
  }

  private static AttributeValue typed(Object value) {
    var member = Json.members(value).entrySet().iterator().next();
    var content = Objects.requireNonNull(member.getValue());
    var result = AttributeValue.builder();
    return switch (member.getKey()) {
      case "S" -> result.s((String) content).build();
      case "N" -> result.n((String) content).build();
      case "B" -> result.b(bytes((String) content)).build();
      case "BOOL" -> result.bool((Boolean) content).build();
      case "NULL" -> result.nul((Boolean) content).build();
      case "SS" -> result.ss(strings(content)).build();
      case "NS" -> result.ns(strings(content)).build();
      case "BS" -> result.bs(strings(content).stream().map(WireJson::bytes).toList()).build();
      case "M" -> result.m(item(content)).build();
      case "L" ->
          result
              .l(
                  Json.elements(content).stream()
                      .map(element -> typed(Objects.requireNonNull(element)))
                      .toList())
              .build();
      default -> throw new IllegalArgumentException("unknown type: " + member.getKey());
    };
  }

  private static AttributeValue plain(@Nullable Object value) {
    return switch (value) {
      case null -> AttributeValue.fromNul(true);
      case String text -> AttributeValue.fromS(text);
      case BigDecimal number -> AttributeValue.fromN(number.toPlainString());
      case Boolean flag -> AttributeValue.fromBool(flag);
      case List<?> list -> AttributeValue.fromL(list.stream().map(WireJson::plain).toList());
      case Map<?, ?> map -> {
        var members = new LinkedHashMap<String, AttributeValue>();
        Json.members(map).forEach((name, member) -> members.put(name, plain(member)));
        yield AttributeValue.fromM(members);
      }
      default -> throw new IllegalArgumentException("not JSON: " + value.getClass());
    };
  }

  private static SdkBytes bytes(String base64) {
    return SdkBytes.fromByteArray(Base64.getDecoder().decode(base64));
  }

  private static List<String> strings(Object array) {
    return Json.elements(array).stream()
        .map(element -> (String) element)
        .map(Objects::requireNonNull)
        .toList();
  }
}
