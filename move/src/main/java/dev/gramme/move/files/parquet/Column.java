package dev.gramme.move.files.parquet;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.BS;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.NS;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Splits the values of an attribute into the columns of the file, as in Dremel: beside each value
 * are two levels. The definition level is the number of optional and repeated parts of the path
 * that exist, so that it shows which one is absent. The repetition level is that of the list that
 * the value continues, 0 for a new row. Every part of a path is optional.
 */
sealed interface Column permits Column.Fields, Column.Elements, ValueColumn {
  /** The number of a type in Thrift's enumeration of converted types. */
  int CONVERTED_LIST = 3;

  /** The number of a type in Thrift's union of logical types. */
  int LOGICAL_LIST = 3;

  int OPTIONAL = 1;
  int REPEATED = 2;

  /**
   * Writes a value.
   *
   * @param value null if it is absent
   * @param repetition the level of the list that the value continues
   * @param definition the number of parts of the path that exist in front of this one
   */
  void write(@Nullable AttributeValue value, int repetition, int definition);

  /** The number of elements in the file's schema. */
  int elements();

  /** Writes the elements of the file's schema, in depth first order. */
  void describe(ThriftWriter schema);

  /** The columns with values, in the order of the schema. */
  List<ValueColumn> leaves();

  /**
   * A column.
   *
   * @param path the names in front of it
   * @param definition the number of optional and repeated parts in front of it
   * @param repetition the number of repeated parts in front of it
   */
  static Column of(
      String name, ColumnType type, List<String> path, int definition, int repetition) {
    var own = new ArrayList<>(path);
    own.add(name);
    return switch (type) {
      case ColumnType.Structure(var fields) ->
          new Fields(name, columns(fields, own, definition + 1, repetition));
      case ColumnType.ListOf(ColumnType element) ->
          elements(name, element, own, definition, repetition);
      case ColumnType.SetOf(ColumnType member) ->
          elements(name, member, own, definition, repetition);
      case ColumnType.Simple simple ->
          new ValueColumn(own, ValueType.of(simple), definition + 1, repetition);
      case ColumnType.Numbers numbers ->
          new ValueColumn(own, ValueType.of(numbers), definition + 1, repetition);
    };
  }

  private static Elements elements(
      String name, ColumnType element, List<String> path, int definition, int repetition) {
    var inner = new ArrayList<>(path);
    inner.add("list");
    return new Elements(
        name, of("element", element, inner, definition + 2, repetition + 1), repetition + 1);
  }

  /** The columns of a structure, or of the file. */
  static SequencedMap<String, Column> columns(
      Map<String, ColumnType> types, List<String> path, int definition, int repetition) {
    var columns = new LinkedHashMap<String, Column>();
    types.forEach((name, type) -> columns.put(name, of(name, type, path, definition, repetition)));
    return columns;
  }

  /** A map. */
  record Fields(String name, SequencedMap<String, Column> fields) implements Column {
    @Override
    public void write(@Nullable AttributeValue value, int repetition, int definition) {
      M map = (M) value;
      fields.forEach((field, column) ->
          column.write(
              map == null ? null : map.entries().get(field),
              repetition,
              map == null ? definition : definition + 1));
    }

    @Override
    public int elements() {
      return 1 + fields.values().stream().mapToInt(Column::elements).sum();
    }

    @Override
    public void describe(ThriftWriter schema) {
      schema.begin().i32(3, OPTIONAL).text(4, name).i32(5, fields.size()).end();
      fields.values().forEach(column -> column.describe(schema));
    }

    @Override
    public List<ValueColumn> leaves() {
      return fields.values().stream().flatMap(column -> column.leaves().stream()).toList();
    }
  }

  /** A list or a set. */
  record Elements(String name, Column element, int level) implements Column {
    @Override
    public void write(@Nullable AttributeValue value, int repetition, int definition) {
      if (value == null) {
        element.write(null, repetition, definition);
        return;
      }
      List<? extends AttributeValue> elements = elements(value);
      if (elements.isEmpty()) {
        element.write(null, repetition, definition + 1);
      }
      int next = repetition;
      for (AttributeValue each : elements) {
        element.write(each == Null.NULL ? null : each, next, definition + 2);
        next = level;
      }
    }

    private static List<? extends AttributeValue> elements(AttributeValue value) {
      return switch (value) {
        case L list -> list.elements();
        case SS set -> set.members().stream().map(S::new).toList();
        case NS set -> set.members().stream().map(N::new).toList();
        case BS set -> set.members().stream().map(B::new).toList();
        case AttributeValue other -> throw new IllegalArgumentException("no list: " + other.type());
      };
    }

    @Override
    public int elements() {
      return 2 + element.elements();
    }

    @Override
    public void describe(ThriftWriter schema) {
      schema
          .begin()
          .i32(3, OPTIONAL)
          .text(4, name)
          .i32(5, 1)
          .i32(6, CONVERTED_LIST)
          .begin(10)
          .begin(LOGICAL_LIST)
          .end()
          .end()
          .end();
      schema.begin().i32(3, REPEATED).text(4, "list").i32(5, 1).end();
      element.describe(schema);
    }

    @Override
    public List<ValueColumn> leaves() {
      return element.leaves();
    }
  }
}
