package dev.gramme.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Compares Gramme, durable and on disk, with DynamoDB Local and dynalite in memory, each alone on
 * the machine, and with the limits of the machine. wrk shares the machine with the server, so the
 * numbers of one run are comparable with each other, but not with other runs.
 */
final class Bench {
  private static final List<Integer> CONNECTIONS = List.of(1, 16, 64);
  private static final int WARM_UP_CONNECTIONS = 16;
  private static final int SMALL_LOAD = 50_000;

  private final Options options;
  private final Path scratch;
  private final Wrk wrk;
  private final Report report = new Report();

  private Bench(Options options, Path scratch) throws IOException {
    this.options = options;
    this.scratch = scratch;
    this.wrk = new Wrk(scratch);
  }

  /** Runs the benchmark. */
  public static void main(String[] args) throws Exception {
    if (List.of(args).contains("--help")) {
      System.out.print(Options.HELP);
      return;
    }
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println("gramme bench: " + e.getMessage());
      System.exit(2);
      return;
    }
    var target = Files.createDirectories(options.setup().root().resolve("bench/target"));
    var scratch = Files.createTempDirectory(target, "run");
    try {
      if (options.nodes() > 0) {
        System.out.print(new ClusterBench(options, scratch).run());
      } else {
        new Bench(options, scratch).run();
      }
    } finally {
      deleteAll(scratch);
    }
  }

  private void run() throws IOException, InterruptedException {
    if (options.load() > 0) {
      largeLoad();
    } else if (options.tests() > 0) {
      TestDatabases.measure(options.tests()).forEach((what, took) -> note("a test: " + what, took));
    } else {
      for (var contestant : options.only()) {
        compete(contestant);
      }
      limits();
    }
    var text =
        "# Benchmark\n\nJava %s, %s, %d processors; wrk on the same machine; %d seconds a point, after %d of warm-up.\n%s"
            .formatted(
                Runtime.version(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                options.seconds(),
                options.warmUp(),
                report.text());
    System.out.print(text);
    if (options.results()) {
      Files.writeString(options.setup().root().resolve("bench/RESULTS.md"), text);
    }
  }

  private void compete(Contestant who) throws IOException, InterruptedException {
    say("starting " + who.title());
    try (var server = who.start(options.setup(), scratch.resolve(who.name()))) {
      long resident = server.residentMegabytes();
      report.note(
          "%s: first answer after %d ms, %d MB resident then"
              .formatted(who.title(), server.firstAnswerMillis(), resident));
      if (who != Contestant.BARE_HTTP) {
        say("loading " + options.items() + " items");
        var loader = new Loader(server.port());
        loader.createTable();
        loader.fill(0, options.items());
      }
      for (var workload : Workload.values()) {
        if (who.can(workload)) {
          measure(server, who, workload);
        } else if (who != Contestant.BARE_HTTP) {
          report.note(who.title() + " has no " + workload.operation());
        }
      }
      report.note(
          "%s: %d MB resident after the load".formatted(who.title(), server.residentMegabytes()));
    }
  }

  private void measure(RunningServer server, Contestant who, Workload workload)
      throws IOException, InterruptedException {
    wrk.run(server.port(), workload, WARM_UP_CONNECTIONS, options.warmUp(), options.items());
    for (int connections : CONNECTIONS) {
      var point = wrk.run(server.port(), workload, connections, options.seconds(), options.items());
      say(
          "%s, %s, %d connections: %,.0f/s, p99 %.2f ms, %d errors"
              .formatted(
                  who.title(),
                  workload.title(),
                  connections,
                  point.perSecond(),
                  point.p99Micros() / 1000.0,
                  point.errors()));
      report.add(workload, who, connections, point);
    }
  }

  private void limits() throws IOException {
    say("measuring the limits of disk and store");
    var limits = new Limits(scratch, options.seconds());
    noteLimit("writes of 4 kB with fdatasync", limits.flushes());
    noteLimit("RocksDB in-process, durable puts, 16 under way", limits.storeWrites());
    noteLimit("RocksDB in-process, gets on one thread", limits.storeReads(options.items()));
  }

  private void noteLimit(String what, Measurement measured) {
    note("limit: " + what, measured);
  }

  private void note(String what, Measurement measured) {
    report.note(
        String.format(
            Locale.ROOT,
            "%s: %,.0f/s, p50 %.3f ms, p99 %.3f ms",
            what,
            measured.perSecond(),
            measured.p50Micros() / 1000.0,
            measured.p99Micros() / 1000.0));
  }

  private void largeLoad() throws IOException, InterruptedException {
    var who = Contestant.GRAMME;
    try (var server = who.start(options.setup(), scratch.resolve("load"))) {
      var loader = new Loader(server.port());
      loader.createTable();
      loader.fill(0, SMALL_LOAD);
      var small = readAt(server, SMALL_LOAD);
      long start = System.nanoTime();
      loader.fill(SMALL_LOAD, options.load());
      double seconds = (System.nanoTime() - start) / 1e9;
      report.note(
          "loaded %,d items at %,.0f a second"
              .formatted(options.load(), (options.load() - SMALL_LOAD) / seconds));
      var large = readAt(server, options.load());
      report.note(
          "GetItem at %,d items is %.2f of that at %,d"
              .formatted(options.load(), large.perSecond() / small.perSecond(), SMALL_LOAD));
    }
  }

  private Measurement readAt(RunningServer server, int items)
      throws IOException, InterruptedException {
    wrk.run(server.port(), Workload.GET, WARM_UP_CONNECTIONS, options.warmUp(), items);
    var point = wrk.run(server.port(), Workload.GET, WARM_UP_CONNECTIONS, options.seconds(), items);
    note("GetItem, 16 connections, %,d items".formatted(items), point);
    return point;
  }

  private static void say(String line) {
    System.err.println("gramme bench: " + line);
  }

  private static void deleteAll(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
