package dev.gramme.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The overrides of the maximum on-demand read throughput that one replica of a table has. They take
 * precedence over the shared values of the table definition, which continue to apply to the other
 * replicas.
 *
 * @param ofTable read request units per second, {@link #UNLIMITED}, or null if there is no override
 * @param ofIndexes the same for global indexes, by index name
 */
public record ReadCeilings(@Nullable Long ofTable, Map<String, Long> ofIndexes) {
  /** An override that removes the shared maximum for this replica. */
  public static final long UNLIMITED = -1;

  /** No overrides. */
  public static final ReadCeilings NONE = new ReadCeilings(null, Map.of());

  public ReadCeilings {
    ofIndexes = Map.copyOf(ofIndexes);
  }

  /** Whether there are no overrides. */
  public boolean isEmpty() {
    return ofTable == null && ofIndexes.isEmpty();
  }

  /** A copy with another override for the table. */
  public ReadCeilings withTable(long units) {
    return new ReadCeilings(units, ofIndexes);
  }

  /** A copy with another override for an index. */
  public ReadCeilings withIndex(String index, long units) {
    var changed = new TreeMap<>(ofIndexes);
    changed.put(index, units);
    return new ReadCeilings(ofTable, changed);
  }

  /**
   * The overrides that remain after a change of the table definition. A change of a shared value
   * removes the override of that value.
   */
  ReadCeilings after(TableDefinition before, TableDefinition changed) {
    if (isEmpty()) {
      return this;
    }
    var remaining = new TreeMap<>(ofIndexes);
    remaining
        .keySet()
        .removeIf(name -> !Objects.equals(shared(before, name), shared(changed, name)));
    boolean same = Objects.equals(before.capacity().onDemand(), changed.capacity().onDemand());
    return new ReadCeilings(same ? ofTable : null, remaining);
  }

  private static @Nullable OnDemandThroughput shared(TableDefinition table, String index) {
    return table.globalIndex(index).map(GlobalIndex::onDemand).orElse(null);
  }

  /** A copy without overrides for indexes that are not in the list. */
  ReadCeilings only(List<GlobalIndex> indexes) {
    if (ofIndexes.isEmpty()) {
      return this;
    }
    var remaining = new TreeMap<>(ofIndexes);
    remaining.keySet().retainAll(indexes.stream().map(GlobalIndex::name).toList());
    return new ReadCeilings(ofTable, remaining);
  }

  /** The effective maximum of the table in this region. */
  @Nullable OnDemandThroughput over(@Nullable OnDemandThroughput shared) {
    return over(shared, ofTable);
  }

  /** The effective maximum of an index in this region. */
  @Nullable OnDemandThroughput over(GlobalIndex index) {
    return over(index.onDemand(), ofIndexes.get(index.name()));
  }

  private static @Nullable OnDemandThroughput over(
      @Nullable OnDemandThroughput shared, @Nullable Long own) {
    if (own == null) {
      return shared;
    }
    Long writes = shared == null ? null : shared.maxWriteRequestUnits();
    Long reads = own == UNLIMITED ? null : own;
    return reads == null && writes == null ? null : new OnDemandThroughput(reads, writes);
  }
}
