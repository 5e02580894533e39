package dev.gramme.bench.results;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of the same operations on a large and on a small table; of reads by RocksDB without
 * Gramme, and by Gramme's engine without a server, on the files of the large one; and of reads of
 * the disk without a database.
 *
 * @param crashStartMillis from the start of the process to its first answer after it was killed
 *     during writes; 0 if it was not measured
 * @param engine null in results of earlier versions, which did not measure it
 * @param disk null in results of earlier versions, which did not measure it
 * @param cacheDropped whether the operating system's cache of the files was dropped before the
 *     warm-up of each figure, also of RocksDB alone; null in results of other versions
 * @param cacheKeptEmpty whether it was dropped again and again while all figures were measured;
 *     null in results of earlier versions
 */
public record LargeComparison(
    Run run,
    Load load,
    List<Point> points,
    long crashStartMillis,
    List<StorePoint> store,
    @Nullable List<StorePoint> engine,
    @Nullable List<DiskPoint> disk,
    @Nullable Boolean cacheDropped,
    @Nullable Boolean cacheKeptEmpty) {
  /** The number of items in the small table. */
  public static final long SMALL_ITEMS = 100_000;

  /** The size of the file in which positions of the disk are read. */
  public static final int DISK_FILE_GIGABYTES = 4;

  public LargeComparison {
    points = List.copyOf(points);
    store = List.copyOf(store);
    engine = engine == null ? null : List.copyOf(engine);
    disk = disk == null ? null : List.copyOf(disk);
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

  /** Gets in one process, without a server. */
  public record StorePoint(
      String keys, int threads, Measurement measurement, double diskReadsPerSecond) {}

  /** Reads of 4 kB at random positions of a file, without a database and the system's cache. */
  public record DiskPoint(int threads, double readsPerSecond, long p99Micros) {}

  /** Gets of Gramme's engine; empty if they were not measured. */
  List<StorePoint> engineReads() {
    return engine == null ? List.of() : engine;
  }

  /** Reads of the disk alone; empty if they were not measured. */
  List<DiskPoint> diskReads() {
    return disk == null ? List.of() : disk;
  }

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
