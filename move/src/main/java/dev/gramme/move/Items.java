package dev.gramme.move;

import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.BS;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.NS;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts items between the SDK's form and the database's own, which files are written from. */
public final class Items {
  private Items() {}

  /** The item in the database's form, in which equal items are equal. */
  public static Item of(Map<String, AttributeValue> item) {
    var builder = Item.builder(item.size());
    item.forEach((name, value) -> builder.put(name, of(value)));
    return builder.build();
  }

  private static dev.gramme.model.AttributeValue of(AttributeValue value) {
    return switch (value.type()) {
      case S -> new S(Objects.requireNonNull(value.s()));
      case N -> new N(number(Objects.requireNonNull(value.n())));
      case B -> new B(binary(Objects.requireNonNull(value.b())));
      case SS -> new SS(value.ss());
      case NS -> new NS(each(value.ns(), Items::number));
      case BS -> new BS(each(value.bs(), Items::binary));
      case L -> new L(each(value.l(), Items::of));
      case M -> new M(of(value.m()));
      case BOOL -> Bool.of(Objects.requireNonNull(value.bool()));
      case NUL -> Null.NULL;
      case UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalArgumentException("a value of an unknown type: " + value);
    };
  }

  private static java.math.BigDecimal number(String text) {
    return DynamoNumber.parse(text);
  }

  private static Binary binary(SdkBytes bytes) {
    return Binary.copyOf(bytes.asByteArrayUnsafe());
  }

  /** The item in the SDK's form. */
  public static Map<String, AttributeValue> toSdk(Item item) {
    var attributes = new LinkedHashMap<String, AttributeValue>();
    item.attributes().forEach((name, value) -> attributes.put(name, toSdk(value)));
    return attributes;
  }

  private static AttributeValue toSdk(dev.gramme.model.AttributeValue value) {
    return switch (value) {
      case S text -> AttributeValue.fromS(text.value());
      case N number -> AttributeValue.fromN(DynamoNumber.format(number.value()));
      case B binary -> AttributeValue.fromB(bytes(binary.value()));
      case SS texts -> AttributeValue.fromSs(texts.members());
      case NS numbers -> AttributeValue.fromNs(each(numbers.members(), DynamoNumber::format));
      case BS binaries -> AttributeValue.fromBs(each(binaries.members(), Items::bytes));
      case L list -> AttributeValue.fromL(each(list.elements(), Items::toSdk));
      case M map -> AttributeValue.fromM(toSdk(map.entries()));
      case Bool truth -> AttributeValue.fromBool(truth.value());
      case Null none -> AttributeValue.fromNul(true);
    };
  }

  private static SdkBytes bytes(Binary value) {
    return SdkBytes.fromByteArrayUnsafe(value.toByteArray());
  }

  private static <T, R> List<R> each(List<T> list, Function<T, R> function) {
    var result = new ArrayList<R>(list.size());
    list.forEach(each -> result.add(function.apply(each)));
    return result;
  }
}
