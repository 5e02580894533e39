package dev.gramme.bench;

import dev.gramme.bench.results.ProcessorComparison;
import dev.gramme.bench.results.ProcessorComparison.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Compares a server that may use one processor with one that may use two. The load generator may
 * use all processors of the machine.
 */
final class ProcessorsBench {
  private static final int CONNECTIONS = ProcessorComparison.CONNECTIONS;
  private static final List<String> PROCESSORS = List.of("0", "0,1");
  private static final List<Workload> WORKLOADS =
      List.of(Workload.GET, Workload.QUERY, Workload.PUT, Workload.UPDATE);

  /** The alternating rounds, of which the median counts. */
  private static final int ROUNDS = 5;

  private final Options options;
  private final Path scratch;
  private final Wrk wrk;
  private final List<GrammeServer> servers = new ArrayList<>();

  ProcessorsBench(Options options, Path scratch) throws IOException {
    this.options = options;
    this.scratch = scratch;
    wrk = new Wrk(scratch, Signer.FORMAL, options.fresh());
  }

  /** Runs the benchmark. */
  ProcessorComparison run() throws IOException, InterruptedException {
    var points = new ArrayList<Point>();
    try {
      for (var processors : PROCESSORS) {
        var folder = scratch.resolve("processors-" + processors.length());
        var server =
            GrammeServer.start(
                options.setup(),
                List.of("taskset", "-c", processors),
                folder.resolve("data"),
                folder);
        servers.add(server);
        var loader = new Loader(server.port(), Signer.FORMAL);
        loader.createTable();
        loader.fill(0, options.items());
      }
      for (var workload : WORKLOADS) {
        points.addAll(measure(workload));
      }
    } finally {
      servers.forEach(GrammeServer::close);
    }
    var about =
        String.format(
            Locale.ROOT,
            "%,d items, %d connections. Each figure is the median of %d alternating rounds of %d seconds, after %d of warm-up.",
            options.items(),
            CONNECTIONS,
            ROUNDS,
            options.seconds(),
            options.warmUp());
    return new ProcessorComparison(Bench.run(options, about), points);
  }

  private List<Point> measure(Workload workload) throws IOException, InterruptedException {
    List<List<Point>> rounds = new ArrayList<>();
    for (int i = 0; i < servers.size(); i++) {
      rounds.add(new ArrayList<>());
      var _ =
          wrk.run(servers.get(i).port(), workload, CONNECTIONS, options.warmUp(), options.items());
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < servers.size(); i++) {
        rounds.get(i).add(measure(workload, servers.get(i), i + 1));
      }
    }
    return rounds.stream().map(ProcessorsBench::median).toList();
  }

  private Point measure(Workload workload, GrammeServer server, int processors)
      throws IOException, InterruptedException {
    var before = used(server);
    var measured =
        wrk.run(server.port(), workload, CONNECTIONS, options.seconds(), options.items());
    var after = used(server);
    double requests = measured.perSecond() * options.seconds();
    var micros = new ArrayList<Double>();
    for (int i = 0; i < after.size(); i++) {
      micros.add(1000 * ProcessorTime.millisEach(after.get(i).minus(before.get(i)), requests));
    }
    Bench.say(
        String.format(
            Locale.ROOT,
            "%s, %d processors: %,.0f/s",
            workload.title(),
            processors,
            measured.perSecond()));
    return new Point(
        processors, workload.title(), measured, micros.get(0), micros.get(1), micros.get(2));
  }

  /** The processor time of all threads, of the committer, and of the thread that writes the log. */
  private static List<Duration> used(GrammeServer server) {
    return List.of(
        ProcessorTime.of(List.of(server.process())),
        ProcessorTime.ofThreads(server.process(), "gramme-committer"),
        ProcessorTime.ofThreads(server.process(), "gramme-log"));
  }

  /** The round with the median rate. */
  private static Point median(List<Point> rounds) {
    return rounds.stream()
        .sorted(Comparator.comparingDouble(point -> point.measurement().perSecond()))
        .toList()
        .get(rounds.size() / 2);
  }
}
