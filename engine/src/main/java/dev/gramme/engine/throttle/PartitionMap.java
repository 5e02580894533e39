package dev.gramme.engine.throttle;

import java.util.List;

/**
 * The physical partitions that hold certain rows of a table or global index.
 *
 * @param count the number of all its partitions
 * @param holding the partitions that hold these rows, in the order of their hashes
 */
public record PartitionMap(int count, List<HashRange> holding) {

  /**
   * Hashes of partition keys.
   *
   * @param first the first hash, unsigned
   * @param last the last hash, unsigned, inclusive
   */
  public record HashRange(long first, long last) {}

  public PartitionMap {
    holding = List.copyOf(holding);
  }
}
