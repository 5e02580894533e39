package dev.gramme.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gramme.bench.results.LargeComparison;
import dev.gramme.bench.results.Measurement;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeyCodec;
import dev.gramme.model.KeySchema;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Gets in a process of its own, on the files of a stopped server: first of RocksDB alone, without
 * Gramme's store, then of Gramme's engine, which also decodes the items. They read the items that
 * the server was loaded with.
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

  private final Path data;
  private final Path files;
  private final DiskReads disk;
  private final long items;
  private final int warmUp;
  private final int seconds;

  /** A get that is prepared. */
  private interface Get {
    /** What was found, null if nothing. */
    @Nullable Object run() throws RocksDBException;
  }

  private StoreReads(Path data, long items, int warmUp, int seconds) throws IOException {
    this.data = data;
    this.files = data.resolve("rocksdb");
    this.disk = new DiskReads(files);
    this.items = items;
    this.warmUp = warmUp;
    this.seconds = seconds;
  }

  /**
   * The results.
   *
   * @param cacheDropped whether the operating system's cache of the files was dropped
   * @param store gets of RocksDB alone
   * @param engine gets of Gramme's engine
   */
  record Result(
      boolean cacheDropped,
      List<LargeComparison.StorePoint> store,
      List<LargeComparison.StorePoint> engine) {
    Result {
      store = List.copyOf(store);
      engine = List.copyOf(engine);
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
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                StoreReads.class.getName(),
                data.toString(),
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
   * Arguments: the server's folder, the items of the largest table, seconds of warm-up and of load.
   */
  public static void main(String[] args) throws Exception {
    var reads =
        new StoreReads(
            Path.of(args[0]),
            Long.parseLong(args[1]),
            Integer.parseInt(args[2]),
            Integer.parseInt(args[3]));
    boolean cacheDropped = PageCache.drop(reads.files);
    List<LargeComparison.StorePoint> store;
    List<LargeComparison.StorePoint> engine;
    try (var dropping = PageCache.keepDropping(reads.files)) {
      store = reads.store();
      engine = reads.engine();
      cacheDropped &= dropping.allDropped();
    }
    System.out.print(JSON.writeValueAsString(new Result(cacheDropped, store, engine)));
  }

  private List<LargeComparison.StorePoint> store()
      throws RocksDBException, IOException, InterruptedException {
    RocksDB.loadLibrary();
    try (var cache = new LRUCache((long) CACHE_MEGABYTES << 20);
        var filter = new BloomFilter(BLOOM_BITS);
        var options = options(cache, filter);
        var db = RocksDB.openReadOnly(options, files.toString())) {
      int table = table(db);
      return points(number -> {
        byte[] row = row(table, number);
        return () -> db.get(row);
      });
    }
  }

  private List<LargeComparison.StorePoint> engine() throws IOException, InterruptedException {
    var options =
        RocksStoreOptions.builder(data).blockCacheBytes((long) CACHE_MEGABYTES << 20).build();
    try (var store = RocksStore.open(options);
        var engine =
            Engine.open(store, InstantSource.system(), Runnable::run, EngineOptions.DEFAULT)) {
      var table = engine.catalog().find(LargeBench.LARGE).orElseThrow();
      return points(number -> {
        var key = new ReadPlan.Items.Key(table, LargeItem.key(number), false);
        return () -> engine.read(key, new RequestBudget(MemoryBudget.unlimited()));
      });
    }
  }

  private List<LargeComparison.StorePoint> points(LongFunction<Get> prepared)
      throws IOException, InterruptedException {
    var points = new ArrayList<LargeComparison.StorePoint>();
    for (var keys : KeyDistribution.values()) {
      for (int threads : THREADS) {
        var _ = run(prepared, keys, threads, warmUp);
        double before = disk.count();
        var measured = run(prepared, keys, threads, seconds);
        points.add(
            new LargeComparison.StorePoint(
                keys.title(), threads, measured, (disk.count() - before) / seconds));
      }
    }
    return points;
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
  private int table(RocksDB db) throws RocksDBException {
    for (int number = 1; number <= MAX_TABLES; number++) {
      if (db.get(row(number, items - 1)) != null) {
        return number;
      }
    }
    throw new IllegalStateException("the item " + (items - 1) + " is in none of the first tables");
  }

  /** The key of an item's row. */
  static byte[] row(int table, long number) {
    var row = RowKeys.partitionRows(table, KEY, LargeItem.key(number), RowKeys.ITEM);
    KeyCodec.write(row, new AttributeValue.S(LargeItem.sortKey(number)));
    return row.toByteArray();
  }

  private Measurement run(
      LongFunction<Get> prepared, KeyDistribution distribution, int threads, int runSeconds)
      throws InterruptedException {
    var random = new SplittableRandom();
    var numbers = distribution.over(items, random);
    var gets = new Get[KEYS];
    for (int i = 0; i < KEYS; i++) {
      gets[i] = prepared.apply(numbers.getAsLong());
    }
    var latencies = new ArrayList<Histogram>();
    var running = new ArrayList<Thread>();
    var failures = new ConcurrentLinkedQueue<String>();
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(runSeconds);
    for (int i = 0; i < threads; i++) {
      var histogram = new Histogram(Latencies.DIGITS);
      latencies.add(histogram);
      int from = (int) ((long) KEYS * i / threads);
      running.add(
          Thread.ofPlatform()
              .start(() -> {
                try {
                  run(gets, from, end, histogram);
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

  private static void run(Get[] gets, int from, long end, Histogram latencies)
      throws RocksDBException {
    long before = System.nanoTime();
    for (int i = from; before < end; i = i + 1 == gets.length ? 0 : i + 1) {
      if (gets[i].run() == null) {
        throw new IllegalStateException("an item that was loaded has no row");
      }
      long after = System.nanoTime();
      latencies.recordValue(after - before);
      before = after;
    }
  }
}
