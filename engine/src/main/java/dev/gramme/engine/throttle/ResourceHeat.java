package dev.gramme.engine.throttle;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The heat of a table or global index: its partitions in the order of their hashes, and why
 * requests were refused since the start of this process.
 *
 * @param index null for the table itself
 * @param partitions the number of its partitions now
 * @param throttles the refused reads and writes by throttling reason, such as {@code
 *     TableWriteKeyRangeThroughputExceeded}. A request that exceeds two limits counts for both
 * @param ranges its partitions by the first hash; those with the most use if there are too many
 * @param others the number of partitions that are left out of the ranges
 */
public record ResourceHeat(
    String table,
    @Nullable String index,
    int partitions,
    Map<String, Long> throttles,
    List<PartitionHeat> ranges,
    int others) {

  public ResourceHeat {
    throttles = Map.copyOf(throttles);
    ranges = List.copyOf(ranges);
  }

  double use() {
    return ranges.stream().mapToDouble(PartitionHeat::use).sum();
  }
}
