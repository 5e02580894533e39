package dev.gramme.toolkit.explain;

/**
 * The service's arithmetic. A read unit is 4 KB read consistently, or twice that read eventually
 * consistently; a write unit is 1 KB; transactions cost the double on the table.
 */
public final class CapacityRules {
  /** The size of a read unit. */
  public static final int READ_UNIT_BYTES = 4096;

  /** The size of a write unit. */
  public static final int WRITE_UNIT_BYTES = 1024;

  /** After this much, a Query or Scan ends its page. */
  public static final int PAGE_BYTES = 1024 * 1024;

  /** The greatest size of an item. */
  public static final int ITEM_BYTES = 400 * 1024;

  /** What one partition, and so one key, gives in a second. */
  public static final int PARTITION_READ_UNITS = 3000;

  /** What one partition, and so one key, takes in a second. */
  public static final int PARTITION_WRITE_UNITS = 1000;

  /** The size of a partition, and of an item collection of a table with local indexes. */
  public static final long PARTITION_BYTES = 10L << 30;

  /** The partitions of a new table on demand; a Scan reads each of them by itself. */
  public static final int ON_DEMAND_PARTITIONS = 4;

  private CapacityRules() {}

  /** What reading bytes at once costs, at least one block. */
  public static double read(long bytes, boolean consistent) {
    return blocks(bytes, READ_UNIT_BYTES) * (consistent ? 1.0 : 0.5);
  }

  /** What writing an entry of this size costs, at least one block. */
  public static double write(long bytes) {
    return blocks(bytes, WRITE_UNIT_BYTES);
  }

  /**
   * What reading items one after the other costs: sizes are added up, and rounded once for each
   * page.
   */
  public static Reading query(long items, double itemBytes, boolean consistent) {
    // A page ends with the item that reaches the limit, so that it can be a little larger.
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
   * What reading many items costs.
   *
   * @param pages how many requests it takes
   * @param units what they cost together
   */
  public record Reading(long pages, double units) {}

  private static long blocks(long bytes, int block) {
    return Math.max(1, (bytes + block - 1) / block);
  }
}
