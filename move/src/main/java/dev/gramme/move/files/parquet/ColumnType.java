package dev.gramme.move.files.parquet;

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
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The type of a column, which follows from all values of its attribute: {@link #including} widens
 * it by a value. Values without a type in common make the column {@link Simple#JSON}, which can
 * hold every value.
 */
sealed interface ColumnType {
  /** Maps with more different names are data with a key, not structures. */
  int MAX_FIELDS = 100;

  /** A type without parts. */
  enum Simple implements ColumnType {
    /** No value was seen. */
    NOTHING,
    S,
    B,
    BOOL,
    /** Values of several types, and NULL, since an empty cell is an absent attribute. */
    JSON
  }

  /**
   * Numbers: 64-bit integers if all of them are, else decimals with one scale if their digits
   * suffice, else texts.
   *
   * @param integerDigits the most digits before the point
   * @param scale the most digits after the point
   */
  record Numbers(int integerDigits, int scale, boolean isLong) implements ColumnType {
    private static final int LONG_BITS = 63;
    static final Numbers NONE = new Numbers(0, 0, true);

    Numbers including(BigDecimal value) {
      int digits = Math.max(integerDigits, value.precision() - value.scale());
      int fraction = Math.max(scale, value.scale());
      boolean fits =
          isLong && fraction == 0 && digits <= 19 && value.toBigInteger().bitLength() <= LONG_BITS;
      return digits == integerDigits && fraction == scale && fits == isLong
          ? this
          : new Numbers(digits, fraction, fits);
    }

    int precision() {
      return Math.max(1, integerDigits + scale);
    }

    boolean isDecimal() {
      return precision() <= DynamoNumber.MAX_PRECISION;
    }
  }

  /** Sets whose members are strings, numbers or binaries. */
  record SetOf(ColumnType member) implements ColumnType {}

  /** Lists; NULL is an empty element. */
  record ListOf(ColumnType element) implements ColumnType {}

  /** Maps with their names. */
  record Structure(SortedMap<String, ColumnType> fields) implements ColumnType {
    static final Structure EMPTY = new Structure(new TreeMap<>());

    public Structure {
      fields = Collections.unmodifiableSortedMap(fields);
    }
  }

  /** The type of the values of another type and of one more value. */
  static ColumnType including(ColumnType type, AttributeValue value) {
    return switch (value) {
      case S _ -> only(Simple.S, type);
      case B _ -> only(Simple.B, type);
      case Bool _ -> only(Simple.BOOL, type);
      case Null _ -> Simple.JSON;
      case N number ->
          switch (type) {
            case Numbers known -> known.including(number.value());
            case Simple.NOTHING -> Numbers.NONE.including(number.value());
            case ColumnType _ -> Simple.JSON;
          };
      case SS _ -> only(new SetOf(Simple.S), type);
      case BS _ -> only(new SetOf(Simple.B), type);
      case NS set ->
          switch (type) {
            case SetOf(Numbers known) -> new SetOf(including(known, set.members()));
            case Simple.NOTHING -> new SetOf(including(Numbers.NONE, set.members()));
            case ColumnType _ -> Simple.JSON;
          };
      case L list ->
          switch (type) {
            case ListOf(ColumnType known) -> new ListOf(including(known, list));
            case Simple.NOTHING -> new ListOf(including(Simple.NOTHING, list));
            case ColumnType _ -> Simple.JSON;
          };
      case M map ->
          switch (type) {
            case Structure known -> including(known, map.entries());
            case Simple.NOTHING -> including(Structure.EMPTY, map.entries());
            case ColumnType _ -> Simple.JSON;
          };
    };
  }

  private static ColumnType only(ColumnType own, ColumnType type) {
    return type == Simple.NOTHING || type.equals(own) ? own : Simple.JSON;
  }

  private static Numbers including(Numbers numbers, List<BigDecimal> members) {
    Numbers all = numbers;
    for (BigDecimal member : members) {
      all = all.including(member);
    }
    return all;
  }

  private static ColumnType including(ColumnType elements, L list) {
    ColumnType all = elements;
    for (AttributeValue element : list.elements()) {
      if (element != Null.NULL) {
        all = including(all, element);
      }
    }
    return all;
  }

  private static ColumnType including(Structure structure, Item map) {
    var changed = new TreeMap<String, ColumnType>();
    for (var entry : map.attributes().entrySet()) {
      ColumnType known = structure.fields().getOrDefault(entry.getKey(), Simple.NOTHING);
      ColumnType wider = including(known, entry.getValue());
      if (!wider.equals(known)) {
        changed.put(entry.getKey(), wider);
      }
    }
    if (changed.isEmpty()) {
      return structure;
    }
    var fields = new TreeMap<>(structure.fields());
    fields.putAll(changed);
    boolean isStructure = fields.size() <= MAX_FIELDS && !fields.containsKey("");
    return isStructure ? new Structure(fields) : Simple.JSON;
  }

  /** The same type with JSON in the place of all structures. */
  default ColumnType withoutStructures() {
    return switch (this) {
      case Structure _ -> Simple.JSON;
      case ListOf(ColumnType element) -> new ListOf(element.withoutStructures());
      case ColumnType other -> other;
    };
  }

  /** The same type with JSON in the place of structures without fields, which Parquet forbids. */
  default ColumnType complete() {
    return switch (this) {
      case Structure(var fields) when fields.isEmpty() -> Simple.JSON;
      case Structure(var fields) -> {
        var complete = new TreeMap<String, ColumnType>();
        fields.forEach((name, field) -> complete.put(name, field.complete()));
        yield new Structure(complete);
      }
      case ListOf(ColumnType element) -> new ListOf(element.complete());
      case ColumnType other -> other;
    };
  }

  /** The number of columns in the file. */
  default int columns() {
    return switch (this) {
      case Structure(var fields) -> fields.values().stream().mapToInt(ColumnType::columns).sum();
      case ListOf(ColumnType element) -> element.columns();
      case ColumnType _ -> 1;
    };
  }

  /**
   * The type as a value of the file's own metadata: a name of a type, a list with the type of its
   * elements, or a map with those of its fields. Readers of Parquet see neither sets nor numbers in
   * texts; from this value {@link ParquetRecords} knows them.
   */
  default AttributeValue described() {
    return switch (this) {
      case Simple simple -> new S(simple == Simple.NOTHING ? "S" : simple.name());
      case Numbers _ -> new S("N");
      case SetOf(ColumnType member) ->
          new S(member instanceof Numbers ? "NS" : member == Simple.B ? "BS" : "SS");
      case ListOf(ColumnType element) -> new L(List.of(element.described()));
      case Structure(var fields) -> {
        var item = Item.builder(fields.size());
        fields.forEach((name, field) -> item.put(name, field.described()));
        yield new M(item.build());
      }
    };
  }
}
