package dev.gramme.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gramme.bench.results.LargeComparison;
import dev.gramme.bench.results.LargeComparison.Load;
import dev.gramme.bench.results.LargeComparison.Point;
import dev.gramme.bench.results.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Measures operations on many items of 100 bytes, of which only a part is in the cache, and on few;
 * then gets of RocksDB alone and of the engine on the same files.
 */
final class LargeBench {
  private static final int CONNECTIONS = 16;
  private static final int CACHE_MEGABYTES = 1024;
  static final String LARGE = "large";
  private static final String SMALL = "small";
  private static final String IMPORTED = "imported";

  /** Compactions have ended if there was none in as many seconds. */
  private static final int QUIET_SECONDS = 5;

  /** Long enough that the memtables have writes, which are in no sorted file. */
  private static final int CRASH_WRITE_SECONDS = 5;

  private static final int LONGEST_REST_SECONDS = 1800;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Options options;
  private final Path scratch;
  private final Path folder;
  private final Wrk wrk;
  private final SplittableRandom random = new SplittableRandom();
  private final List<Point> points = new ArrayList<>();
  private boolean cacheDropped = true;

  LargeBench(Options options, Path scratch) throws IOException {
    this.options = options;
    this.scratch = scratch;
    var data = options.data();
    folder = Files.createDirectories(data == null ? scratch.resolve("large") : data);
    wrk = new Wrk(scratch, Signer.FORMAL, false);
  }

  /** Loads the items, if the folder does not have them, and measures. */
  LargeComparison run() throws IOException, InterruptedException {
    if (Files.exists(folder.resolve("data")) && !Files.exists(loaded())) {
      throw new IOException(folder + " has a part of a load only; delete it");
    }
    Load load;
    long crashStart;
    try (var server = start()) {
      load = load(server);
      rest(server);
      var disk = new DiskReads(folder);
      for (var operation : LargeOperation.values()) {
        for (var keys : KeyDistribution.values()) {
          measure(server, disk, operation, keys, SMALL, LargeComparison.SMALL_ITEMS);
          measure(server, disk, operation, keys, LARGE, options.items());
        }
      }
      crashStart = crashAndStart(server);
    }
    Bench.say("measuring RocksDB alone, and the engine without a server");
    var store = StoreReads.measure(options, folder.resolve("data"), options.items());
    Bench.say("measuring the disk alone");
    var reads = FioReads.measure(folder, options.seconds());
    var about =
        "%d connections, %d seconds after %d of warm-up for each figure, `--cache %d`."
            .formatted(CONNECTIONS, options.seconds(), options.warmUp(), CACHE_MEGABYTES);
    return new LargeComparison(
        Bench.run(options, about),
        load,
        points,
        crashStart,
        store.store(),
        store.engine(),
        reads,
        null,
        cacheDropped && store.cacheDropped());
  }

  private GrammeServer start() throws IOException {
    return GrammeServer.start(
        options.setup(),
        List.of(),
        folder.resolve("data"),
        scratch,
        "--cache",
        Integer.toString(CACHE_MEGABYTES));
  }

  /** The file that an earlier run has written after its load. */
  private Path loaded() {
    return folder.resolve("loaded.json");
  }

  /** Loads the tables, unless an earlier run has done it; then returns its rates. */
  private Load load(GrammeServer server) throws IOException, InterruptedException {
    var done = loaded();
    if (Files.exists(done)) {
      var load = JSON.readValue(Files.readString(done), Load.class);
      if (load.items() != options.items()) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "%s has %d items; use --items %d or another folder",
                folder,
                load.items(),
                load.items()));
      }
      Bench.say(String.format(Locale.ROOT, "%s has the %,d items", folder, load.items()));
      return load;
    }
    var loader = new Loader(server.port(), Signer.FORMAL);
    loader.createTable(LARGE);
    double batches = new BatchLoad(server.port(), LARGE).run(options.items());
    loader.createTable(SMALL);
    var _ = new BatchLoad(server.port(), SMALL).run(LargeComparison.SMALL_ITEMS);
    double imports =
        new ImportLoad(loader, folder.resolve("data/buckets")).run(IMPORTED, options.imported());
    rest(server);
    var load =
        new Load(options.items(), batches, options.imported(), imports, filesMegabytes(server));
    Files.writeString(done, JSON.writeValueAsString(load));
    return load;
  }

  private static long filesMegabytes(GrammeServer server) throws IOException, InterruptedException {
    return Math.round(server.metrics().getOrDefault("gramme_storage_files_bytes", 0.0) / (1 << 20));
  }

  /** Waits until RocksDB has no compaction to do, and has deleted the files of earlier ones. */
  private void rest(GrammeServer server) throws IOException, InterruptedException {
    int quiet = 0;
    for (int second = 0; quiet < QUIET_SECONDS; second++) {
      if (second == LONGEST_REST_SECONDS) {
        Bench.say("compactions and deletions have not ended after %d s".formatted(second));
        return;
      }
      TimeUnit.SECONDS.sleep(1);
      var metrics = server.metrics();
      boolean busy =
          metrics.getOrDefault("gramme_storage_compactions_running", 0.0) > 0
              || metrics.getOrDefault("gramme_storage_flushes_running", 0.0) > 0
              || hasFilesToDelete();
      quiet = busy ? 0 : quiet + 1;
    }
  }

  private boolean hasFilesToDelete() throws IOException {
    try (var files = Files.list(folder.resolve("data/rocksdb"))) {
      return files.anyMatch(file -> file.toString().endsWith(".trash"));
    }
  }

  /** Kills the server after writes, and returns how long the next process took to answer. */
  private long crashAndStart(GrammeServer server) throws IOException, InterruptedException {
    var numbers = KeyDistribution.UNIFORM.over(options.items(), random.split());
    var _ =
        wrk.run(
            server.port(), LargeOperation.PUT, LARGE, numbers, CONNECTIONS, CRASH_WRITE_SECONDS);
    server.kill();
    try (var next = start()) {
      Bench.say("first answer %,d ms after a kill".formatted(next.firstAnswerMillis()));
      return next.firstAnswerMillis();
    }
  }

  private void measure(
      GrammeServer server,
      DiskReads disk,
      LargeOperation operation,
      KeyDistribution keys,
      String table,
      long items)
      throws IOException, InterruptedException {
    var numbers = keys.over(items, random.split());
    cacheDropped &= PageCache.drop(folder.resolve("data"));
    Measurement measured;
    double micros;
    double reads;
    try (var dropping = PageCache.keepDropping(folder.resolve("data/rocksdb"))) {
      var _ = wrk.run(server.port(), operation, table, numbers, CONNECTIONS, options.warmUp());
      var processes = List.of(server.process());
      var before = ProcessorTime.of(processes);
      double readsBefore = disk.count();
      measured = wrk.run(server.port(), operation, table, numbers, CONNECTIONS, options.seconds());
      reads = (disk.count() - readsBefore) / options.seconds();
      micros =
          1000
              * ProcessorTime.millisEach(
                  ProcessorTime.of(processes).minus(before),
                  measured.perSecond() * options.seconds());
      cacheDropped &= dropping.allDropped();
    }
    Bench.say(
        String.format(
            Locale.ROOT,
            "%s, %s, %,d items: %,.0f/s, p99 %.2f ms, %.0f us of processor time, %,.0f disk reads/s, %d errors",
            operation.title(),
            keys.title(),
            items,
            measured.perSecond(),
            measured.p99Micros() / 1000.0,
            micros,
            reads,
            measured.errors()));
    points.add(new Point(operation.title(), keys.title(), items, measured, micros, reads));
  }
}
