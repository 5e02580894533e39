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

/**
 * An estimate of the heap size of values, in bytes, which is too high rather than too low. It can
 * be much larger than the service's size ({@link dev.gramme.model.ItemSize}): an empty map counts
 * as 3 bytes there and takes 160 bytes of heap.
 */
public final class HeapSize {
  /** A map or an item without entries. */
  public static final int ITEM = 144;

  /** An entry of a map, without its name and its value. */
  public static final int ENTRY = 64;

  /** A list or set without elements. */
  public static final int LIST = 64;

  /** An element of a list or set: the reference to it. */
  public static final int ELEMENT = 8;

  /** A string without its characters. */
  public static final int TEXT = 48;

  /** A number. */
  public static final int NUMBER = 96;

  /** A binary without its bytes. */
  public static final int BINARY = 56;

  /** The object around the content of a value. */
  public static final int VALUE = 16;

  private HeapSize() {}

  /** The heap size of an item including its values. */
  public static long of(Item item) {
    long bytes = ITEM;
    for (var attribute : item.attributes().entrySet()) {
      bytes += ENTRY + of(attribute.getKey()) + of(attribute.getValue());
    }
    return bytes;
  }

  /** The heap size of a string with one byte for each character, which is right for Latin text. */
  public static long of(String text) {
    return TEXT + (long) text.length();
  }

  /** The heap size of a value. */
  public static long of(AttributeValue value) {
    if (value instanceof S s) {
      return VALUE + of(s.value());
    }
    if (value instanceof N) {
      return VALUE + NUMBER;
    }
    if (value instanceof B b) {
      return VALUE + BINARY + (long) b.value().length();
    }
    if (value instanceof Bool || value instanceof Null) {
      return 0;
    }
    if (value instanceof M map) {
      return VALUE + of(map.entries());
    }
    if (value instanceof L list) {
      long bytes = VALUE + LIST;
      for (AttributeValue element : list.elements()) {
        bytes += ELEMENT + of(element);
      }
      return bytes;
    }
    return VALUE + LIST + ofMembers(value);
  }

  private static long ofMembers(AttributeValue value) {
    long bytes = 0;
    if (value instanceof SS set) {
      for (String member : set.members()) {
        bytes += ELEMENT + of(member);
      }
    } else if (value instanceof NS set) {
      bytes = (long) set.members().size() * (ELEMENT + NUMBER);
    } else if (value instanceof BS set) {
      for (Binary member : set.members()) {
        bytes += ELEMENT + BINARY + member.length();
      }
    } else {
      throw new IllegalStateException("a value of an unknown type: " + value.type());
    }
    return bytes;
  }
}
