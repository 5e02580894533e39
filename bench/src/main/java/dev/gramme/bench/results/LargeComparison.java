package dev.gramme.bench.results;

import java.util.List;
import java.util.Optional;

/**
 * Measurements of the same operations on a large and on a small table, and of reads by RocksDB
 * without Gramme on the files of the large one.
 */
public record LargeComparison(Run run, Load load, List<Point> points, List<StorePoint> store) {
  /** The number of items in the small table. */
  public static final long SMALL_ITEMS = 100_000;

  public LargeComparison {
    points = List.copyOf(points);
    store = List.copyOf(store);
  }

  /**
   * How the tables were filled.
   *
   * @param items the items of the large table
   * @param batchPerSecond the rate of their load through BatchWriteItem
   * @param imported the items of another table
   * @param importPerSecond the rate of their import through ImportTable
   * @param filesMegabytes the size of all sorted files after the load
   */
  public record Load(
      long items,
      double batchPerSecond,
      long imported,
      double importPerSecond,
      long filesMegabytes) {}

  /**
   * The result of an operation.
   *
   * @param keys the title of the keys' distribution
   * @param items the items of the table
   * @param processorMicros the processor time of the server per request
   * @param diskReadsPerSecond reads of the disk by all processes, NaN if unknown
   */
  public record Point(
      String operation,
      String keys,
      long items,
      Measurement measurement,
      double processorMicros,
      double diskReadsPerSecond) {}

  /** Gets of RocksDB alone. */
  public record StorePoint(
      String keys, int threads, Measurement measurement, double diskReadsPerSecond) {}

  /** The same operation on the small table. */
  Optional<Point> small(Point point) {
    return points.stream()
        .filter(other ->
            other.items == SMALL_ITEMS
                && other.operation.equals(point.operation)
                && other.keys.equals(point.keys))
        .findFirst();
  }

  /** The results on the large table. */
  List<Point> large() {
    return points.stream().filter(point -> point.items != SMALL_ITEMS).toList();
  }
}
