package dev.gramme.bench;

import dev.gramme.bench.results.Comparison;
import dev.gramme.bench.results.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Compares Gramme, durable and on disk, with other servers, each alone on the machine, and with the
 * limits of the machine. wrk shares the machine with the server, so the numbers of one run are
 * comparable with each other, but not with other runs.
 */
final class ServerComparison {
  private static final List<Integer> CONNECTIONS = List.of(1, 16, 64);
  private static final int COURSE_CONNECTIONS = 16;
  private static final int STARTS = 3;
  private static final int IDLE_SECONDS = 1;

  private final Options options;
  private final Path scratch;
  private final List<Comparison.Server> servers = new ArrayList<>();
  private final List<Comparison.Point> points = new ArrayList<>();
  private final List<Comparison.Course> courses = new ArrayList<>();

  ServerComparison(Options options, Path scratch) {
    this.options = options;
    this.scratch = scratch;
  }

  /** Runs the benchmark. */
  Comparison run() throws IOException, InterruptedException {
    for (var contestant : options.only()) {
      compete(contestant);
    }
    var limits = limits();
    var load =
        "Gramme flushes every write to the disk, ExtendDB writes to a file without a flush of each write, the others are in memory. %,d items of 500 bytes; %d seconds a point, after %d of warm-up for each operation; %s."
            .formatted(
                options.items(),
                options.seconds(),
                options.warmUp(),
                options.fresh()
                    ? "each request is formatted when it is sent, with a random key"
                    : "%,d different requests of each operation are formatted before the load"
                        .formatted(Wrk.PREPARED));
    return new Comparison(Bench.run(options, load), servers, points, courses, limits);
  }

  private void compete(Contestant contestant) throws IOException, InterruptedException {
    Bench.say("starting " + contestant.title());
    var firstAnswers = new ArrayList<Long>();
    for (int start = 1; start < STARTS; start++) {
      try (var server =
          contestant.start(options.setup(), scratch.resolve(contestant.id() + start))) {
        firstAnswers.add(server.firstAnswerMillis());
      }
    }
    try (var server = contestant.start(options.setup(), scratch.resolve(contestant.id()))) {
      firstAnswers.add(server.firstAnswerMillis());
      TimeUnit.SECONDS.sleep(IDLE_SECONDS);
      long idle = server.residentMegabytes();
      load(server, contestant);
      servers.add(
          new Comparison.Server(
              contestant.id(), contestant.title(), firstAnswers, idle, server.residentMegabytes()));
    }
  }

  private void load(RunningServer server, Contestant contestant)
      throws IOException, InterruptedException {
    var wrk = new Wrk(scratch, contestant.signer(), options.fresh());
    if (contestant != Contestant.BARE_HTTP) {
      Bench.say("loading %,d items".formatted(options.items()));
      var loader = new Loader(server.port(), contestant.signer());
      loader.createTable();
      loader.fill(0, options.items());
    }
    for (var workload : Workload.values()) {
      if (contestant.can(workload)) {
        measure(wrk, server, contestant, workload);
      }
    }
    for (var workload : List.of(Workload.GET, Workload.PUT)) {
      if (contestant.can(workload)) {
        var perSecond =
            wrk.course(
                server.port(), workload, COURSE_CONNECTIONS, options.course(), options.items());
        courses.add(
            new Comparison.Course(
                contestant.id(), workload.title(), COURSE_CONNECTIONS, perSecond));
      }
    }
  }

  private void measure(Wrk wrk, RunningServer server, Contestant contestant, Workload workload)
      throws IOException, InterruptedException {
    wrk.run(server.port(), workload, COURSE_CONNECTIONS, options.warmUp(), options.items());
    for (int connections : CONNECTIONS) {
      var processes = List.of(server.process());
      var before = ProcessorTime.of(processes);
      var measured =
          wrk.run(server.port(), workload, connections, options.seconds(), options.items());
      double millis =
          ProcessorTime.millisEach(
              ProcessorTime.of(processes).minus(before), measured.perSecond() * options.seconds());
      Bench.say(
          String.format(
              Locale.ROOT,
              "%s, %s, %d connections: %,.0f/s, p99 %.2f ms, %.0f us of processor time, %d errors",
              contestant.title(),
              workload.title(),
              connections,
              measured.perSecond(),
              measured.p99Micros() / 1000.0,
              millis * 1000,
              measured.errors()));
      points.add(
          new Comparison.Point(
              contestant.id(), workload.title(), connections, measured, millis * 1000));
    }
  }

  private List<Figure> limits() throws IOException {
    Bench.say("measuring the limits of disk and store");
    var limits = new Limits(scratch, options.seconds());
    return List.of(
        new Figure("writes of 4 kB with fdatasync", limits.flushes()),
        new Figure("RocksDB in process, durable puts, 16 at a time", limits.storeWrites()),
        new Figure("RocksDB in process, gets on one thread", limits.storeReads(options.items())));
  }
}
