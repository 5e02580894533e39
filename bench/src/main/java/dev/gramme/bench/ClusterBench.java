package dev.gramme.bench;

import dev.gramme.bench.BareCassandra.Statement;
import dev.gramme.cluster.CassandraCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Gramme on Cassandra beside Cassandra alone, on the same nodes, one after the other for each
 * operation; then the load on two servers instead of one. Nodes, servers and load share the
 * machine, so that what grows with more of them here is little: it is their processors that are
 * used up.
 */
final class ClusterBench {
  private static final List<Integer> CONNECTIONS = List.of(1, 16);
  private static final int WARM_UP_CONNECTIONS = 16;
  private static final int SERVERS = 2;

  /** Gramme and Cassandra alone take turns so often. */
  private static final int ROUNDS = 5;

  private static final int NODE_HEAP_MEGABYTES = 768;

  private final Options options;
  private final Path scratch;
  private final Wrk wrk;
  private final StringBuilder table = new StringBuilder();
  private final StringBuilder growth = new StringBuilder();

  /** An operation, and the statements of Cassandra that do the like of it. */
  private record Pair(Workload workload, List<Statement> statements) {}

  private static final List<Pair> PAIRS =
      List.of(
          new Pair(Workload.GET, List.of(Statement.READ)),
          new Pair(Workload.QUERY, List.of(Statement.SLICE)),
          new Pair(Workload.PUT, List.of(Statement.WRITE)),
          new Pair(
              Workload.UPDATE, List.of(Statement.CHECKED_WRITE, Statement.READ_THEN_CHECKED_WRITE)),
          new Pair(Workload.TRANSACT, List.of(Statement.TRANSACTION)));

  ClusterBench(Options options, Path scratch) throws IOException {
    this.options = options;
    this.scratch = scratch;
    this.wrk = new Wrk(scratch);
  }

  /** Runs it; the report. */
  String run() throws IOException, InterruptedException {
    say("starting %d nodes of Cassandra".formatted(options.nodes()));
    var plan =
        new CassandraCluster.Plan(
            options.setup().root(),
            scratch.resolve("nodes"),
            CassandraCluster.Host.loopback(options.nodes()),
            0,
            0,
            NODE_HEAP_MEGABYTES,
            List.of());
    var servers = new ArrayList<RunningServer>();
    try (var cluster = CassandraCluster.start(plan)) {
      try {
        for (int i = 0; i < SERVERS; i++) {
          servers.add(start(cluster, i));
        }
        var loader = new Loader(servers.getFirst().port());
        loader.createTable();
        loader.fill(0, options.items());
        try (var bare = new BareCassandra(cluster.addresses(), options.items())) {
          for (var pair : PAIRS) {
            measure(pair, bare, servers);
          }
        }
      } finally {
        servers.forEach(RunningServer::close);
      }
    }
    return text();
  }

  private RunningServer start(CassandraCluster cluster, int number) throws IOException {
    int port = RunningServer.freePort();
    var folder = Files.createDirectories(scratch.resolve("server" + number));
    String points =
        cluster.addresses().stream()
            .map(address -> address.getHostString() + ":" + address.getPort())
            .collect(Collectors.joining(","));
    var command = new ArrayList<String>();
    command.add(options.setup().java().toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"));
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
    command.add("-Dio.netty.leakDetection.level=disabled");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.gramme.server.Main", "serve", "--store=cassandra"));
    command.add("--contact-points=" + points);
    command.add("--replicas=" + Math.min(3, options.nodes()));
    command.addAll(List.of("--port=" + port, "--data=" + folder));
    return RunningServer.start(command, Map.of(), port, folder, folder.resolve("output.log"));
  }

  private void measure(Pair pair, BareCassandra bare, List<RunningServer> servers)
      throws IOException, InterruptedException {
    var alone = servers.subList(0, 1);
    for (var statement : pair.statements()) {
      var _ = bare.run(statement, WARM_UP_CONNECTIONS, options.warmUp());
    }
    var _ = load(pair.workload(), alone, WARM_UP_CONNECTIONS, options.warmUp());
    for (int connections : CONNECTIONS) {
      var rounds = new ArrayList<List<Measurement>>();
      for (int round = 0; round < ROUNDS; round++) {
        var points = new ArrayList<Measurement>();
        points.add(load(pair.workload(), alone, connections, options.seconds()));
        for (var statement : pair.statements()) {
          points.add(bare.run(statement, connections, options.seconds()));
        }
        rounds.add(points);
      }
      var gramme = middle(rounds, 0);
      var limits = new ArrayList<Measurement>();
      for (int i = 1; i <= pair.statements().size(); i++) {
        limits.add(middle(rounds, i));
      }
      row(pair.workload().title(), "Gramme", connections, gramme, "");
      for (int i = 0; i < limits.size(); i++) {
        row(
            "",
            pair.statements().get(i).title(),
            connections,
            limits.get(i),
            times(gramme.p50Micros(), limits.get(i).p50Micros()));
      }
      say(
          "%s, %d connections: p50 %.2f ms, Cassandra alone %s"
              .formatted(
                  pair.workload().title(),
                  connections,
                  gramme.p50Micros() / 1000.0,
                  limits.stream()
                      .map(one -> "%.2f ms".formatted(one.p50Micros() / 1000.0))
                      .toList()));
    }
    grow(pair.workload(), servers);
  }

  /**
   * Of each figure of a point, the middle one of all rounds: the machine is not the same in all.
   */
  private static Measurement middle(List<List<Measurement>> rounds, int point) {
    var all = rounds.stream().map(points -> points.get(point)).toList();
    int middle = all.size() / 2;
    return new Measurement(
        all.stream().mapToDouble(Measurement::perSecond).sorted().toArray()[middle],
        all.stream().mapToLong(Measurement::p50Micros).sorted().toArray()[middle],
        all.stream().mapToLong(Measurement::p99Micros).sorted().toArray()[middle],
        all.stream().mapToLong(Measurement::errors).sum());
  }

  private void grow(Workload workload, List<RunningServer> servers)
      throws IOException, InterruptedException {
    var _ = load(workload, servers, WARM_UP_CONNECTIONS, options.warmUp());
    var one = load(workload, servers.subList(0, 1), WARM_UP_CONNECTIONS, options.seconds());
    var two = load(workload, servers, WARM_UP_CONNECTIONS, options.seconds());
    growth.append(
        String.format(
            Locale.ROOT,
            "| %s | %,.0f | %,.0f | %.2f |%n",
            workload.title(),
            one.perSecond(),
            two.perSecond(),
            two.perSecond() / one.perSecond()));
  }

  /** The load of so many connections, spread over servers. */
  private Measurement load(
      Workload workload, List<RunningServer> servers, int connections, int seconds)
      throws IOException, InterruptedException {
    var running = new ArrayList<Future<Measurement>>();
    try (var threads = Executors.newFixedThreadPool(servers.size())) {
      for (var server : servers) {
        running.add(
            threads.submit(() ->
                wrk.run(
                    server.port(),
                    workload,
                    connections / servers.size(),
                    seconds,
                    options.items())));
      }
      var all = new ArrayList<Measurement>();
      for (var one : running) {
        all.add(one.get());
      }
      return new Measurement(
          all.stream().mapToDouble(Measurement::perSecond).sum(),
          all.stream().mapToLong(Measurement::p50Micros).max().orElseThrow(),
          all.stream().mapToLong(Measurement::p99Micros).max().orElseThrow(),
          all.stream().mapToLong(Measurement::errors).sum());
    } catch (ExecutionException e) {
      throw new IOException("the load failed", e.getCause());
    }
  }

  private void row(String what, String who, int connections, Measurement point, String times) {
    table.append(
        String.format(
            Locale.ROOT,
            "| %s | %s | %d | %,.0f | %.2f | %.2f | %d | %s |%n",
            what,
            who,
            connections,
            point.perSecond(),
            point.p50Micros() / 1000.0,
            point.p99Micros() / 1000.0,
            point.errors(),
            times));
  }

  private static String times(long own, long limit) {
    return String.format(Locale.ROOT, "%.2f", own / (double) limit);
  }

  private String text() {
    return """

    ## On Cassandra

    %d nodes with %d MB of heap each, %d items; %d rounds of %d seconds a point, taking turns, after %d of warm-up.
    Of each figure, the middle one of all rounds.

    | operation | who | connections | per second | p50 ms | p99 ms | errors | Gramme's p50 is so many times |
    |---|---|--:|--:|--:|--:|--:|--:|
    %s
    | 16 connections | one server, per second | two servers | grows |
    |---|--:|--:|--:|
    %s\
    """
        .formatted(
            options.nodes(),
            NODE_HEAP_MEGABYTES,
            options.items(),
            ROUNDS,
            options.seconds(),
            options.warmUp(),
            table,
            growth);
  }

  private static void say(String line) {
    System.err.println("gramme bench: " + line);
  }
}
