package dev.gramme.engine.version;

/**
 * The version of an item of a global table; the last writer wins. Of two writes made in different
 * regions, the one with the later time wins; if the times are equal, the one whose region has the
 * higher name. All regions use the same order, so they converge to the same item.
 *
 * @param time the sequence number of the change in the region that made it, which is its time in
 *     microseconds; higher than that of the version that the change replaced
 * @param region the region that made the change
 */
public record ItemVersion(long time, String region) implements Comparable<ItemVersion> {
  /** The version of an item that has not been written since its table became a global table. */
  public static final ItemVersion NONE = new ItemVersion(0, "");

  @Override
  public int compareTo(ItemVersion other) {
    int byTime = Long.compare(time, other.time);
    return byTime != 0 ? byTime : region.compareTo(other.region);
  }
}
