package dev.gramme.toolkit.explain;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The size of items as DynamoDB computes it for capacity and for its limit of 400 KB. The size of
 * numbers follows measurements of the service (2026), which differ from its documentation.
 */
public final class ItemSize {
  /** The overhead of a list or map; each element or entry adds one byte more. */
  private static final int DOCUMENT_OVERHEAD = 3;

  private ItemSize() {}

  /** The size of an item. */
  public static int of(Map<String, AttributeValue> item) {
    int size = 0;
    for (var attribute : item.entrySet()) {
      size += of(attribute.getKey(), attribute.getValue());
    }
    return size;
  }

  /** The size of an attribute with its name. */
  public static int of(String name, AttributeValue value) {
    return utf8(name) + of(value);
  }

  /** The sizes of an item's attributes with their names. */
  public static Map<String, Integer> byAttribute(Map<String, AttributeValue> item) {
    var sizes = new LinkedHashMap<String, Integer>();
    item.forEach((name, value) -> sizes.put(name, of(name, value)));
    return sizes;
  }

  /** The size of a value. */
  public static int of(AttributeValue value) {
    return switch (value.type()) {
      case S -> utf8(value.s());
      case N -> ofNumber(value.n());
      case B -> value.b().asByteArrayUnsafe().length;
      case BOOL, NUL -> 1;
      case SS -> value.ss().stream().mapToInt(ItemSize::utf8).sum();
      case NS -> value.ns().stream().mapToInt(ItemSize::ofNumber).sum();
      case BS -> value.bs().stream().map(SdkBytes::asByteArrayUnsafe).mapToInt(b -> b.length).sum();
      case L -> ofList(value.l());
      case M -> DOCUMENT_OVERHEAD + value.m().size() + of(value.m());
      case UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalArgumentException("a value of unknown type: " + value);
    };
  }

  private static int ofList(List<AttributeValue> list) {
    return DOCUMENT_OVERHEAD + list.size() + list.stream().mapToInt(ItemSize::of).sum();
  }

  /**
   * One byte, plus one for each started pair of significant digits before and after the point, plus
   * one for a minus sign.
   */
  private static int ofNumber(String number) {
    BigDecimal value = new BigDecimal(number).stripTrailingZeros();
    if (value.signum() == 0) {
      return 1;
    }
    int digits = value.precision();
    int before = (int) Math.max(0, Math.min((long) digits - value.scale(), digits));
    int after = digits - before;
    return 1 + (before + 1) / 2 + (after + 1) / 2 + (value.signum() < 0 ? 1 : 0);
  }

  static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
