package dev.gramme.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A value of one of DynamoDB's ten data types. It is immutable, and {@code equals} is the service's
 * equality: numbers by value, sets and maps without regard to order, lists element by element,
 * different types never equal.
 *
 * <p>Sets keep their members in the order in which the service returns them: strings and binaries
 * by unsigned bytes, numbers by value.
 */
public sealed interface AttributeValue {

  /** The data type. */
  AttributeType type();

  /** A string. */
  record S(String value) implements AttributeValue {
    @Override
    public AttributeType type() {
      return AttributeType.S;
    }
  }

  /**
   * A number in canonical form (no trailing zeros), so that equal numbers are equal objects. {@link
   * DynamoNumber#parse} checks range and precision.
   */
  record N(BigDecimal value) implements AttributeValue {
    public N {
      value = DynamoNumber.canonical(value);
    }

    public static N of(long value) {
      return new N(BigDecimal.valueOf(value));
    }

    @Override
    public AttributeType type() {
      return AttributeType.N;
    }
  }

  /** A binary value. */
  record B(Binary value) implements AttributeValue {
    @Override
    public AttributeType type() {
      return AttributeType.B;
    }
  }

  /** A boolean. */
  enum Bool implements AttributeValue {
    FALSE,
    TRUE;

    public static Bool of(boolean value) {
      return value ? TRUE : FALSE;
    }

    public boolean value() {
      return this == TRUE;
    }

    @Override
    public AttributeType type() {
      return AttributeType.BOOL;
    }
  }

  /** The null value. An attribute with this value exists. */
  enum Null implements AttributeValue {
    NULL;

    @Override
    public AttributeType type() {
      return AttributeType.NULL;
    }
  }

  /** A set of strings, in UTF-8 byte order. */
  record SS(List<String> members) implements AttributeValue {
    public SS {
      members = sorted(members, Utf8::compare);
    }

    @Override
    public AttributeType type() {
      return AttributeType.SS;
    }
  }

  /** A set of numbers, in ascending order. */
  record NS(List<BigDecimal> members) implements AttributeValue {
    public NS {
      members =
          sorted(members.stream().map(DynamoNumber::canonical).toList(), BigDecimal::compareTo);
    }

    @Override
    public AttributeType type() {
      return AttributeType.NS;
    }
  }

  /** A set of binary values, in unsigned byte order. */
  record BS(List<Binary> members) implements AttributeValue {
    public BS {
      members = sorted(members, Binary::compareTo);
    }

    @Override
    public AttributeType type() {
      return AttributeType.BS;
    }
  }

  /** A list. */
  record L(List<AttributeValue> elements) implements AttributeValue {
    public L {
      elements = List.copyOf(elements);
    }

    @Override
    public AttributeType type() {
      return AttributeType.L;
    }
  }

  /** A map. Its entries are represented as an {@link Item}. */
  record M(Item entries) implements AttributeValue {
    @Override
    public AttributeType type() {
      return AttributeType.M;
    }
  }

  /**
   * A sorted copy without duplicates. A list that is already strictly ascending is not sorted
   * again.
   */
  private static <T> List<T> sorted(List<T> members, Comparator<? super T> order) {
    boolean ascending = true;
    for (int i = 1; i < members.size() && ascending; i++) {
      ascending = order.compare(members.get(i - 1), members.get(i)) < 0;
    }
    if (ascending) {
      return List.copyOf(members);
    }
    var copy = new ArrayList<>(members);
    copy.sort(order);
    var distinct = new ArrayList<T>(copy.size());
    for (T member : copy) {
      int size = distinct.size();
      if (size == 0 || order.compare(distinct.get(size - 1), member) != 0) {
        distinct.add(member);
      }
    }
    return List.copyOf(distinct);
  }
}
