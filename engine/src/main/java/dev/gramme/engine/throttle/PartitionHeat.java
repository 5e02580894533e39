package dev.gramme.engine.throttle;

import java.util.List;

/**
 * The traffic of a physical partition in the last hour.
 *
 * @param firstHash the first hash of its range, unsigned
 * @param lastHash the last hash of its range, unsigned. Equal to the first one if the partition
 *     holds a part of the items of one partition key
 * @param isSplit whether the partition has been split within the last hour, so that its children
 *     serve its range now
 * @param minutes the minutes with traffic, the latest first, at most 60
 */
public record PartitionHeat(long firstHash, long lastHash, boolean isSplit, List<Minute> minutes) {
  /** The read units that make a partition as hot as one write unit. */
  private static final double READS_OF_A_WRITE =
      UnitKind.READ.partitionUnits() / UnitKind.WRITE.partitionUnits();

  public PartitionHeat {
    minutes = List.copyOf(minutes);
  }

  /**
   * One minute of the clock.
   *
   * @param minutesAgo 0 for the current minute
   * @param refusals the requests that exceeded the limit of this partition
   */
  public record Minute(int minutesAgo, double readUnits, double writeUnits, long refusals) {}

  /** The use of the hour, in read units; a write unit counts as three. */
  double use() {
    return minutes.stream()
        .mapToDouble(minute -> minute.readUnits() + READS_OF_A_WRITE * minute.writeUnits())
        .sum();
  }
}
