package dev.gramme.toolkit.explain;

import java.util.Map;
import java.util.TreeMap;

/**
 * Consumed capacity.
 *
 * @param requests the number of answered requests that consume capacity
 * @param parts the units by table or index
 */
public record Consumption(long requests, Map<Part, Units> parts) {
  /** Nothing consumed. */
  public static final Consumption NONE = new Consumption(0, Map.of());

  public Consumption {
    parts = Map.copyOf(parts);
  }

  /**
   * A table itself, or one of its indexes.
   *
   * @param table the table's name
   * @param index the index's name, empty for the table
   */
  public record Part(String table, String index) implements Comparable<Part> {
    /** The table itself. */
    public static Part of(String table) {
      return new Part(table, "");
    }

    @Override
    public int compareTo(Part other) {
      int byTable = table.compareTo(other.table);
      return byTable != 0 ? byTable : index.compareTo(other.index);
    }

    @Override
    public String toString() {
      return index.isEmpty() ? table : table + "/" + index;
    }
  }

  /** All units of all tables and indexes. */
  public Units total() {
    return parts.values().stream().reduce(Units.ZERO, Units::plus);
  }

  /** The units of a table including all of its indexes. */
  public Units of(String table) {
    return parts.entrySet().stream()
        .filter(part -> part.getKey().table().equals(table))
        .map(Map.Entry::getValue)
        .reduce(Units.ZERO, Units::plus);
  }

  /** The units of a table without its indexes. */
  public Units ofTable(String table) {
    return parts.getOrDefault(Part.of(table), Units.ZERO);
  }

  /** The units of one index. */
  public Units ofIndex(String table, String index) {
    return parts.getOrDefault(new Part(table, index), Units.ZERO);
  }

  /** The difference to an earlier reading of the same meter. */
  public Consumption since(Consumption earlier) {
    var difference = new TreeMap<Part, Units>();
    parts.forEach((part, units) -> {
      Units more = units.minus(earlier.parts.getOrDefault(part, Units.ZERO));
      if (!more.isZero()) {
        difference.put(part, more);
      }
    });
    return new Consumption(requests - earlier.requests, difference);
  }

  /** A readable form: {@code 2 requests, 1.5 RCU (shop 1 RCU, shop/byStatus 0.5 RCU)}. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    text.append(requests).append(requests == 1 ? " request, " : " requests, ").append(total());
    if (!parts.isEmpty()) {
      text.append(" (");
      String separator = "";
      for (var part : new TreeMap<>(parts).entrySet()) {
        text.append(separator).append(part.getKey()).append(' ').append(part.getValue());
        separator = ", ";
      }
      text.append(')');
    }
    return text.toString();
  }
}
