package dev.gramme.model;

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
import java.math.BigDecimal;

/**
 * Sizes in bytes as the service counts them for its limits and for capacity. Measured on the
 * service (2026); its documented approximation for numbers is not exact.
 */
public final class ItemSize {
  /** The overhead of a list or map in bytes. Each element or entry adds one more byte. */
  private static final int DOCUMENT_OVERHEAD = 3;

  private ItemSize() {}

  static int ofAttributes(Item item) {
    int size = 0;
    for (var attribute : item.attributes().entrySet()) {
      size += Utf8.length(attribute.getKey()) + of(attribute.getValue());
    }
    return size;
  }

  /** The size of a value. */
  public static int of(AttributeValue value) {
    return switch (value) {
      case S s -> Utf8.length(s.value());
      case N n -> ofNumber(n.value());
      case B b -> b.value().length();
      case Bool bool -> 1;
      case Null nothing -> 1;
      case SS set -> {
        int size = 0;
        for (String member : set.members()) {
          size += Utf8.length(member);
        }
        yield size;
      }
      case NS set -> {
        int size = 0;
        for (BigDecimal member : set.members()) {
          size += ofNumber(member);
        }
        yield size;
      }
      case BS set -> {
        int size = 0;
        for (Binary member : set.members()) {
          size += member.length();
        }
        yield size;
      }
      case L list -> {
        int size = DOCUMENT_OVERHEAD + list.elements().size();
        for (AttributeValue element : list.elements()) {
          size += of(element);
        }
        yield size;
      }
      case M map -> DOCUMENT_OVERHEAD + map.entries().size() + map.entries().sizeBytes();
    };
  }

  /**
   * The size of a number: one byte, plus one for each two significant digits before the decimal
   * point (rounded up), plus the same for those after it, plus one for a minus sign.
   */
  static int ofNumber(BigDecimal number) {
    BigDecimal value = DynamoNumber.canonical(number);
    if (value.signum() == 0) {
      return 1;
    }
    int digits = value.precision();
    // The number of significant digits before the decimal point.
    int before = Math.clamp((long) digits - value.scale(), 0, digits);
    int after = digits - before;
    return 1 + (before + 1) / 2 + (after + 1) / 2 + (value.signum() < 0 ? 1 : 0);
  }
}
