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
    if (value instanceof S s) {
      return Utf8.length(s.value());
    }
    if (value instanceof N n) {
      return ofNumber(n.value());
    }
    if (value instanceof B b) {
      return b.value().length();
    }
    if (value instanceof Bool || value instanceof Null) {
      return 1;
    }
    if (value instanceof M map) {
      return DOCUMENT_OVERHEAD + map.entries().size() + map.entries().sizeBytes();
    }
    if (value instanceof L list) {
      int size = DOCUMENT_OVERHEAD + list.elements().size();
      for (AttributeValue element : list.elements()) {
        size += of(element);
      }
      return size;
    }
    return ofSet(value);
  }

  private static int ofSet(AttributeValue value) {
    int size = 0;
    if (value instanceof SS set) {
      for (String member : set.members()) {
        size += Utf8.length(member);
      }
    } else if (value instanceof NS set) {
      for (BigDecimal member : set.members()) {
        size += ofNumber(member);
      }
    } else if (value instanceof BS set) {
      for (Binary member : set.members()) {
        size += member.length();
      }
    } else {
      throw new IllegalStateException("a value of an unknown type: " + value.type());
    }
    return size;
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
    int before = (int) Math.max(0, Math.min((long) digits - value.scale(), digits));
    int after = digits - before;
    return 1 + (before + 1) / 2 + (after + 1) / 2 + (value.signum() < 0 ? 1 : 0);
  }
}
