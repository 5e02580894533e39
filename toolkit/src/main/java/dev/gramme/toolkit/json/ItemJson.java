package dev.gramme.toolkit.json;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items in the JSON of DynamoDB's protocol: {@code {"pk": {"S": "CUST#ann"}}}. */
public final class ItemJson {
  private ItemJson() {}

  /** An item as JSON, with its attributes in the order of the map. */
  public static Json.Members write(Map<String, AttributeValue> item) {
    var members = Json.object();
    item.forEach((name, value) -> members.put(name, write(value)));
    return members.build();
  }

  /** A value as JSON. */
  public static Json.Members write(AttributeValue value) {
    Json written =
        switch (value.type()) {
          case S -> Json.of(value.s());
          case N -> Json.of(value.n());
          case B -> Json.of(base64(value.b()));
          case BOOL -> Json.of(value.bool());
          case NUL -> Json.of(value.nul());
          case SS -> Json.texts(value.ss());
          case NS -> Json.texts(value.ns());
          case BS -> Json.texts(value.bs().stream().map(ItemJson::base64).toList());
          case L -> new Json.Elements(value.l().stream().<Json>map(ItemJson::write).toList());
          case M -> write(value.m());
          case UNKNOWN_TO_SDK_VERSION ->
              throw new IllegalArgumentException("a value of unknown type: " + value);
        };
    String type = value.type() == AttributeValue.Type.NUL ? "NULL" : value.type().name();
    return Json.object().put(type, written).build();
  }

  /**
   * Parses an item.
   *
   * @throws JsonException if it is not a valid item; the message names the attribute
   */
  public static Map<String, AttributeValue> item(Json json) {
    if (!(json instanceof Json.Members object)) {
      throw new JsonException("an item is an object, not " + brief(json));
    }
    var item = new LinkedHashMap<String, AttributeValue>();
    object
        .members()
        .forEach((name, value) -> {
          try {
            item.put(name, value(value));
          } catch (JsonException e) {
            throw new JsonException("attribute " + name + ": " + e.getMessage());
          }
        });
    return item;
  }

  /** Parses a value. */
  public static AttributeValue value(Json json) {
    if (!(json instanceof Json.Members object) || object.members().size() != 1) {
      throw new JsonException("a value is an object with its type, not " + brief(json));
    }
    Map.Entry<String, Json> typed = object.members().entrySet().iterator().next();
    Json value = typed.getValue();
    var built = AttributeValue.builder();
    switch (typed.getKey()) {
      case "S" -> built.s(text(value));
      case "N" -> built.n(text(value));
      case "B" -> built.b(bytes(value));
      case "BOOL" -> built.bool(truth(value));
      case "NULL" -> built.nul(truth(value));
      case "SS" -> built.ss(list(value, ItemJson::text));
      case "NS" -> built.ns(list(value, ItemJson::text));
      case "BS" -> built.bs(list(value, ItemJson::bytes));
      case "L" -> built.l(list(value, ItemJson::value));
      case "M" -> built.m(item(value));
      default -> throw new JsonException("no type of a value: " + typed.getKey());
    }
    return built.build();
  }

  private static <T> List<T> list(Json json, Function<Json, T> element) {
    if (!(json instanceof Json.Elements array)) {
      throw new JsonException("an array is expected, not " + brief(json));
    }
    var list = new ArrayList<T>();
    array.elements().forEach(value -> list.add(element.apply(value)));
    return list;
  }

  private static String text(Json json) {
    if (json instanceof Json.Text text) {
      return text.value();
    }
    if (json instanceof Json.Figure number) {
      return number.digits(); // hand-written files often lack the quotes
    }
    throw new JsonException("a string is expected, not " + brief(json));
  }

  private static boolean truth(Json json) {
    if (json instanceof Json.Truth truth) {
      return truth.value();
    }
    throw new JsonException("true or false is expected, not " + brief(json));
  }

  private static SdkBytes bytes(Json json) {
    try {
      return SdkBytes.fromByteArray(Base64.getDecoder().decode(text(json)));
    } catch (IllegalArgumentException e) {
      throw new JsonException("no Base64: " + brief(json));
    }
  }

  private static String base64(SdkBytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.asByteArray());
  }

  private static String brief(Json json) {
    String line = json.line();
    return line.length() <= 40 ? line : line.substring(0, 40) + "...";
  }
}
