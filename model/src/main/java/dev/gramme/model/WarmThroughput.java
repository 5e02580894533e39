package dev.gramme.model;

/** The throughput that a table or index can serve immediately, in units per second. */
public record WarmThroughput(long readUnitsPerSecond, long writeUnitsPerSecond) {
  /** The warm throughput of a new on-demand table (October 2026). */
  public static final WarmThroughput ON_DEMAND_INITIAL = new WarmThroughput(12_000, 4_000);

  /** The larger units of each of the two. */
  public WarmThroughput max(WarmThroughput other) {
    return new WarmThroughput(
        Math.max(readUnitsPerSecond, other.readUnitsPerSecond),
        Math.max(writeUnitsPerSecond, other.writeUnitsPerSecond));
  }
}
