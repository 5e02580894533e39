package dev.gramme.engine.capacity;

import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.index.VectorChange;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.SecondaryIndex;
import java.util.Map;
import java.util.TreeMap;

/**
 * The capacity that a request consumed on one table and its indexes. The units of all its reads and
 * writes are added up; an index is listed only if it consumed something.
 */
public final class ConsumedCapacity {
  private final String table;
  private final boolean transactional;
  private double tableReads;
  private double tableWrites;
  private double indexReads;
  private double indexWrites;
  private final Map<String, Double> localIndexes = new TreeMap<>();
  private final Map<String, Double> globalIndexes = new TreeMap<>();
  private final Map<String, Long> vectorIndexes = new TreeMap<>();

  private ConsumedCapacity(String table, boolean transactional) {
    this.table = table;
    this.transactional = transactional;
  }

  /** Zero consumption of a request that is not a transaction. */
  public static ConsumedCapacity of(String table) {
    return new ConsumedCapacity(table, false);
  }

  /**
   * Zero consumption of a transaction: it consumes twice the units of the table, but not of the
   * indexes.
   */
  public static ConsumedCapacity ofTransaction(String table) {
    return new ConsumedCapacity(table, true);
  }

  /** Adds a change of an item and of its index entries. */
  public void add(ItemChange change) {
    tableWrites += doubled(CapacityUnits.write(change.table(), change.before(), change.after()));
    for (IndexChange index : change.indexes()) {
      double units = CapacityUnits.write(index);
      if (units > 0) {
        indexWrites += units;
        indexes(index.index()).merge(index.index().name(), units, Double::sum);
      }
    }
    for (VectorChange vector : change.vectors()) {
      if (vector.isWrite()) {
        vectorIndexes.merge(vector.index().name(), vector.chargedBytes(), Long::sum);
      }
    }
  }

  /** Adds a read of bytes from the table; 0 bytes for an item that does not exist. */
  public void addTableRead(long bytes, boolean consistent) {
    tableReads += doubled(CapacityUnits.read(bytes, consistent || transactional));
  }

  /** Adds a Scan of bytes from the table; each partition that it reads costs at least one block. */
  public void addTableScan(long bytes, int partitions, boolean consistent) {
    addTableBlocks(Math.max(CapacityUnits.readBlocks(bytes), partitions), consistent);
  }

  /** Adds reads of whole items from the table, counted in 4 KB blocks. */
  public void addTableBlocks(long blocks, boolean consistent) {
    tableReads += blocks * (consistent ? 1.0 : 0.5);
  }

  /** Adds a read of bytes from an index. */
  public void addIndexRead(SecondaryIndex index, long bytes, boolean consistent) {
    double units = CapacityUnits.read(bytes, consistent);
    indexReads += units;
    indexes(index).merge(index.name(), units, Double::sum);
  }

  /** The table's name. */
  public String table() {
    return table;
  }

  /** Whether read and write units are reported separately. */
  public boolean isTransactional() {
    return transactional;
  }

  /** All units of the table and the indexes. */
  public double total() {
    return readUnits() + writeUnits();
  }

  /** The units of reads, table and indexes. */
  public double readUnits() {
    return tableReads + indexReads;
  }

  /** The units of writes, table and indexes. */
  public double writeUnits() {
    return tableWrites + indexWrites;
  }

  /** The read units of the table alone. */
  public double tableReads() {
    return tableReads;
  }

  /** The write units of the table alone. */
  public double tableWrites() {
    return tableWrites;
  }

  /** Units by local index. */
  public Map<String, Double> localIndexes() {
    return localIndexes;
  }

  /** Units by global index. */
  public Map<String, Double> globalIndexes() {
    return globalIndexes;
  }

  /** Bytes written by vector index; they are not part of the units. */
  public Map<String, Long> vectorIndexes() {
    return vectorIndexes;
  }

  private Map<String, Double> indexes(SecondaryIndex index) {
    return switch (index) {
      case LocalIndex local -> localIndexes;
      case GlobalIndex global -> globalIndexes;
    };
  }

  private double doubled(double units) {
    return transactional ? 2 * units : units;
  }
}
