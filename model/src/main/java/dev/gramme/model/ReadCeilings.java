package dev.gramme.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Ceilings of reads that the replica of a region has of its own, in place of those that all
 * replicas of the table share. The shared ones are kept beneath them, for the other replicas.
 *
 * @param ofTable read request units a second, {@link #UNLIMITED}, or null where there is none
 * @param ofIndexes the same, by the names of global indexes
 */
public record ReadCeilings(@Nullable Long ofTable, Map<String, Long> ofIndexes) {
  /** In place of a number: what all share does not hold here, and nothing else does. */
  public static final long UNLIMITED = -1;

  /** A replica that has none of its own. */
  public static final ReadCeilings NONE = new ReadCeilings(null, Map.of());

  public ReadCeilings {
    ofIndexes = Map.copyOf(ofIndexes);
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return ofTable == null && ofIndexes.isEmpty();
  }

  /** The same with another one for the table. */
  public ReadCeilings withTable(long units) {
    return new ReadCeilings(units, ofIndexes);
  }

  /** The same with another one for an index. */
  public ReadCeilings withIndex(String index, long units) {
    var changed = new TreeMap<>(ofIndexes);
    changed.put(index, units);
    return new ReadCeilings(ofTable, changed);
  }

  /**
   * Those that remain after a change of the table: one that all replicas share takes the place of
   * the replica's own when it is changed.
   */
  ReadCeilings after(TableDefinition before, TableDefinition changed) {
    if (isEmpty()) {
      return this;
    }
    var left = new TreeMap<>(ofIndexes);
    left.keySet().removeIf(name -> !Objects.equals(shared(before, name), shared(changed, name)));
    boolean same = Objects.equals(before.onDemand(), changed.onDemand());
    return new ReadCeilings(same ? ofTable : null, left);
  }

  private static @Nullable OnDemandThroughput shared(TableDefinition table, String index) {
    return table.globalIndex(index).map(GlobalIndex::onDemand).orElse(null);
  }

  /** Without those of indexes that there are not. */
  ReadCeilings only(List<GlobalIndex> indexes) {
    if (ofIndexes.isEmpty()) {
      return this;
    }
    var left = new TreeMap<>(ofIndexes);
    left.keySet().retainAll(indexes.stream().map(GlobalIndex::name).toList());
    return new ReadCeilings(ofTable, left);
  }

  /** What holds for the table in this region. */
  @Nullable OnDemandThroughput over(@Nullable OnDemandThroughput shared) {
    return over(shared, ofTable);
  }

  /** What holds for an index in this region. */
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
