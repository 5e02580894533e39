package dev.gramme.engine.version;

/**
 * Which of several writes of an item, made in different regions, is the last: the one of the higher
 * time, and of those of the same time the one of the region whose name is the higher. Every region
 * orders versions alike, so that all end with the same.
 *
 * @param time the sequence number of the change where it was made, which is its time in
 *     microseconds; higher than that of the version that the change replaced
 * @param region where it was made
 */
public record ItemVersion(long time, String region) implements Comparable<ItemVersion> {
  /** The version of an item that was not written since its table became a global one. */
  public static final ItemVersion NONE = new ItemVersion(0, "");

  @Override
  public int compareTo(ItemVersion other) {
    int byTime = Long.compare(time, other.time);
    return byTime != 0 ? byTime : region.compareTo(other.region);
  }
}
