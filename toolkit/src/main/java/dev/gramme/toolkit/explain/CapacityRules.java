package dev.gramme.toolkit.explain;

/**
 * The service's capacity arithmetic. A read unit is 4 KB of strongly consistent or 8 KB of
 * eventually consistent reads; a write unit is 1 KB; on the table, transactions cost twice as much.
 */
public final class CapacityRules {
  /** The size of a read unit. */
  public static final int READ_UNIT_BYTES = 4096;

  /** The size of a write unit. */
  public static final int WRITE_UNIT_BYTES = 1024;

  /** The size at which a Query or Scan ends its page. */
  public static final int PAGE_BYTES = 1024 * 1024;

  /** The maximum size of an item. */
  public static final int ITEM_BYTES = 400 * 1024;

  /** The maximum read throughput of a partition, and so of a single key, per second. */
  public static final int PARTITION_READ_UNITS = 3000;

  /** The maximum write throughput of a partition, and so of a single key, per second. */
  public static final int PARTITION_WRITE_UNITS = 1000;

  /** The maximum size of a partition, and of an item collection of a table with local indexes. */
  public static final long PARTITION_BYTES = 10L << 30;

  /** The number of partitions of a new on-demand table; a Scan reads each of them separately. */
  public static final int ON_DEMAND_PARTITIONS = 4;

  private CapacityRules() {}

  /** The cost of one read, at least one unit of 4 KB. */
  public static double read(long bytes, boolean consistent) {
    return blocks(bytes, READ_UNIT_BYTES) * (consistent ? 1.0 : 0.5);
  }

  /** The cost of one write, at least one unit of 1 KB. */
  public static double write(long bytes) {
    return blocks(bytes, WRITE_UNIT_BYTES);
  }

  /** The cost of reading a sequence of items: their sizes are added and rounded once per page. */
  public static Reading query(long items, double itemBytes, boolean consistent) {
    // A page ends with the item that reaches the limit, so it can be slightly larger.
    long perPage = itemBytes <= 0 ? Long.MAX_VALUE : (long) (PAGE_BYTES / itemBytes) + 1;
    long full = items / perPage;
    long rest = items % perPage;
    double units = full == 0 ? 0 : full * read(Math.round(perPage * itemBytes), consistent);
    boolean last = rest > 0 || full == 0;
    if (last) {
      units += read(Math.round(rest * itemBytes), consistent);
    }
    return new Reading(full + (last ? 1 : 0), units);
  }

  /**
   * The cost of reading many items.
   *
   * @param pages the number of requests
   * @param units their total cost
   */
  public record Reading(long pages, double units) {}

  private static long blocks(long bytes, int block) {
    return Math.max(1, (bytes + block - 1) / block);
  }
}
