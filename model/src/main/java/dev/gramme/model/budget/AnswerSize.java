package dev.gramme.model.budget;

import dev.gramme.model.AttributeValue;
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
import dev.gramme.model.Item;
import java.util.List;

/**
 * An upper bound for the size of values in a JSON response, in bytes. It can be much larger than
 * the service's size ({@link dev.gramme.model.ItemSize}): a null in a list counts as two bytes
 * there and takes fourteen bytes of JSON.
 */
public final class AnswerSize {
  /**
   * The maximum size of the items in one response. The service's own limit counts {@code ItemSize}.
   */
  public static final long MAX_BYTES = 32L << 20;

  /** The object around a value, its type and a comma: {@code {"NULL":},}. */
  private static final int VALUE = 10;

  /** Quotation marks and a comma or colon. */
  private static final int QUOTES = 3;

  /** Brackets or braces. */
  private static final int BRACKETS = 2;

  /** 38 digits, a sign, a point and an exponent. */
  private static final int NUMBER = 48 + QUOTES;

  /** The longest escape of one UTF-16 unit: a control character. */
  private static final int ESCAPE = 6;

  private AnswerSize() {}

  /** The upper bound for an item. */
  public static long of(Item item) {
    long bytes = BRACKETS;
    for (var attribute : item.attributes().entrySet()) {
      bytes += of(attribute.getKey()) + of(attribute.getValue());
    }
    return bytes;
  }

  /** The upper bound for a value. */
  public static long of(AttributeValue value) {
    return VALUE + ofContent(value);
  }

  private static long ofContent(AttributeValue value) {
    if (value instanceof S s) {
      return of(s.value());
    }
    if (value instanceof N) {
      return NUMBER;
    }
    if (value instanceof B b) {
      return ofBinary(b.value());
    }
    if (value instanceof Bool) {
      return 5;
    }
    if (value instanceof Null) {
      return 4;
    }
    if (value instanceof M map) {
      return of(map.entries());
    }
    if (value instanceof L list) {
      long bytes = BRACKETS;
      for (AttributeValue element : list.elements()) {
        bytes += of(element);
      }
      return bytes;
    }
    if (value instanceof SS set) {
      long bytes = BRACKETS;
      for (String member : set.members()) {
        bytes += of(member);
      }
      return bytes;
    }
    if (value instanceof NS set) {
      return BRACKETS + (long) set.members().size() * NUMBER;
    }
    if (value instanceof BS set) {
      return ofBinaries(set.members());
    }
    throw new IllegalStateException("a value of an unknown type: " + value.type());
  }

  private static long of(String text) {
    long bytes = QUOTES;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c >= 0x80 ? 3 : c >= ' ' && c != '"' && c != '\\' ? 1 : ESCAPE;
    }
    return bytes;
  }

  private static long ofBinary(Binary value) {
    return QUOTES + (value.length() + 2L) / 3 * 4;
  }

  private static long ofBinaries(List<Binary> members) {
    long bytes = BRACKETS;
    for (Binary member : members) {
      bytes += ofBinary(member);
    }
    return bytes;
  }
}
