package dev.gramme.move.files.parquet;

import dev.gramme.model.Item;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * The columns of a file: some attributes first, then all others in the order of their names, each
 * with the type that all values have in common. Not thread-safe.
 *
 * <p>The columns of a file are bounded. If the fields of maps exceed the bound, all maps become
 * JSON; only too many attributes are refused by the caller.
 */
public final class ColumnTypes {
  private final LinkedHashMap<String, ColumnType> first = new LinkedHashMap<>();
  private final TreeMap<String, ColumnType> others = new TreeMap<>();
  private final boolean isOpen;
  private final int maxColumns;
  private boolean hasStructures = true;

  /**
   * No items yet.
   *
   * @param first the attributes of the first columns
   * @param isOpen whether other attributes become columns, too
   */
  public ColumnTypes(List<String> first, boolean isOpen, int maxColumns) {
    first.forEach(name -> this.first.put(name, ColumnType.Simple.NOTHING));
    this.isOpen = isOpen;
    this.maxColumns = maxColumns;
  }

  /** Includes the attributes of an item. */
  public void add(Item item) {
    boolean hasChanged = false;
    for (var attribute : item.attributes().entrySet()) {
      String name = attribute.getKey();
      boolean isFirst = first.containsKey(name);
      if (!isFirst && !isOpen) {
        continue;
      }
      var columns = isFirst ? first : others;
      ColumnType known = columns.getOrDefault(name, ColumnType.Simple.NOTHING);
      ColumnType wider = ColumnType.including(known, attribute.getValue());
      if (!wider.equals(known)) {
        columns.put(name, hasStructures ? wider : wider.withoutStructures());
        hasChanged = true;
      }
    }
    if (hasChanged && hasStructures && columnsOfFile() > maxColumns) {
      hasStructures = false;
      first.replaceAll((_, type) -> type.withoutStructures());
      others.replaceAll((_, type) -> type.withoutStructures());
    }
  }

  private int columnsOfFile() {
    return first.values().stream().mapToInt(ColumnType::columns).sum()
        + others.values().stream().mapToInt(ColumnType::columns).sum();
  }

  /** Whether the attributes alone exceed the bound. */
  public boolean areTooMany() {
    return first.size() + others.size() > maxColumns;
  }

  SequencedMap<String, ColumnType> columns() {
    var columns = new LinkedHashMap<String, ColumnType>();
    first.forEach((name, type) -> columns.put(name, type.complete()));
    others.forEach((name, type) -> columns.put(name, type.complete()));
    return columns;
  }
}
