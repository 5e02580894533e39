package dev.gramme.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gramme.bench.results.LargeComparison;
import dev.gramme.bench.results.Measurement;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeyCodec;
import dev.gramme.model.KeySchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Gets of RocksDB alone, without Gramme's store: in a process of its own, which opens the files of
 * a stopped server for reading. Its rows are those of the items that the server was loaded with.
 */
final class StoreReads {
  private static final List<Integer> THREADS = List.of(2, 16);

  /** The number of keys that are prepared for a measurement. */
  private static final int KEYS = 1_000_000;

  private static final int CACHE_MEGABYTES = 1024;
  private static final double BLOOM_BITS = 10;
  private static final int MAX_TABLES = 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final KeySchema KEY =
      new KeySchema(
          List.of(new KeyAttribute("pk", AttributeType.S)),
          List.of(new KeyAttribute("sk", AttributeType.S)));

  private final RocksDB db;
  private final int table;
  private final long items;

  private StoreReads(RocksDB db, long items) throws RocksDBException {
    this.db = db;
    this.items = items;
    table = table();
  }

  /**
   * The results.
   *
   * @param cacheDropped whether the operating system's cache of the files was dropped before the
   *     warm-up of each of them
   */
  record Result(boolean cacheDropped, List<LargeComparison.StorePoint> points) {
    Result {
      points = List.copyOf(points);
    }
  }

  /** Measures in a new process, while no server uses the folder. */
  static Result measure(Options options, Path data, long items)
      throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(
                options.setup().java().toString(),
                "-Xmx1g",
                "-XX:+UseCompactObjectHeaders",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                StoreReads.class.getName(),
                data.resolve("rocksdb").toString(),
                Long.toString(items),
                Integer.toString(options.warmUp()),
                Integer.toString(options.seconds()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("the measurement of RocksDB alone failed");
    }
    return JSON.readValue(output, Result.class);
  }

  /**
   * Arguments: RocksDB's folder, the items of the largest table, seconds of warm-up and of load.
   */
  public static void main(String[] args) throws Exception {
    RocksDB.loadLibrary();
    var folder = Path.of(args[0]);
    try (var cache = new LRUCache((long) CACHE_MEGABYTES << 20);
        var filter = new BloomFilter(BLOOM_BITS);
        var options = options(cache, filter);
        var db = RocksDB.openReadOnly(options, folder.toString())) {
      var reads = new StoreReads(db, Long.parseLong(args[1]));
      var disk = new DiskReads(folder);
      var points = new ArrayList<LargeComparison.StorePoint>();
      boolean cacheDropped = true;
      for (var keys : KeyDistribution.values()) {
        for (int threads : THREADS) {
          cacheDropped &= PageCache.drop(folder);
          var _ = reads.run(keys, threads, Integer.parseInt(args[2]));
          int seconds = Integer.parseInt(args[3]);
          double before = disk.count();
          var measured = reads.run(keys, threads, seconds);
          points.add(
              new LargeComparison.StorePoint(
                  keys.title(), threads, measured, (disk.count() - before) / seconds));
        }
      }
      System.out.print(JSON.writeValueAsString(new Result(cacheDropped, points)));
    }
  }

  private static org.rocksdb.Options options(LRUCache cache, BloomFilter filter) {
    return new org.rocksdb.Options()
        .useFixedLengthPrefixExtractor(Integer.BYTES + Long.BYTES)
        .setTableFormatConfig(
            new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setFilterPolicy(filter)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinTopLevelIndexAndFilter(true));
  }

  /** The number of the table that has the last item. */
  private int table() throws RocksDBException {
    for (int number = 1; number <= MAX_TABLES; number++) {
      if (db.get(row(number, items - 1)) != null) {
        return number;
      }
    }
    throw new IllegalStateException("the item " + (items - 1) + " is in none of the first tables");
  }

  /** The key of an item's row. */
  static byte[] row(int table, long number) {
    var partition = Item.of("pk", new AttributeValue.S(LargeItem.partitionKey(number)));
    var row = RowKeys.partitionRows(table, KEY, partition, RowKeys.ITEM);
    KeyCodec.write(row, new AttributeValue.S(LargeItem.sortKey(number)));
    return row.toByteArray();
  }

  private Measurement run(KeyDistribution distribution, int threads, int seconds)
      throws InterruptedException {
    var random = new SplittableRandom();
    var numbers = distribution.over(items, random);
    var keys = new byte[KEYS][];
    for (int i = 0; i < KEYS; i++) {
      keys[i] = row(table, numbers.getAsLong());
    }
    var latencies = new ArrayList<Histogram>();
    var running = new ArrayList<Thread>();
    var failures = new ConcurrentLinkedQueue<String>();
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    for (int i = 0; i < threads; i++) {
      var histogram = new Histogram(Latencies.DIGITS);
      latencies.add(histogram);
      int from = (int) ((long) KEYS * i / threads);
      running.add(
          Thread.ofPlatform()
              .start(() -> {
                try {
                  get(keys, from, end, histogram);
                } catch (RocksDBException | RuntimeException e) {
                  failures.add(e.toString());
                }
              }));
    }
    for (var thread : running) {
      thread.join();
    }
    if (!failures.isEmpty()) {
      throw new IllegalStateException("gets failed: " + failures.peek());
    }
    return Latencies.measurement(latencies, (System.nanoTime() - start) / 1e9, 0);
  }

  private void get(byte[][] keys, int from, long end, Histogram latencies) throws RocksDBException {
    long before = System.nanoTime();
    for (int i = from; before < end; i = i + 1 == keys.length ? 0 : i + 1) {
      if (db.get(keys[i]) == null) {
        throw new IllegalStateException("an item that was loaded has no row");
      }
      long after = System.nanoTime();
      latencies.recordValue(after - before);
      before = after;
    }
  }
}
