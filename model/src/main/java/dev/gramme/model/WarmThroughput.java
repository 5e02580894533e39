package dev.gramme.model;

/** What a table or index can serve at once, in units a second. */
public record WarmThroughput(long readUnitsPerSecond, long writeUnitsPerSecond) {
  /** What a new on-demand table can serve (October 2026). */
  public static final WarmThroughput ON_DEMAND_INITIAL = new WarmThroughput(12_000, 4_000);

  /** The larger units of each of the two. */
  public WarmThroughput max(WarmThroughput other) {
    return new WarmThroughput(
        Math.max(readUnitsPerSecond, other.readUnitsPerSecond),
        Math.max(writeUnitsPerSecond, other.writeUnitsPerSecond));
  }
}
