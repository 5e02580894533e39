package dev.gramme.bench;

import dev.gramme.bench.BareCassandra.Statement;
import dev.gramme.bench.results.ClusterComparison;
import dev.gramme.bench.results.ClusterComparison.Growth;
import dev.gramme.bench.results.ClusterComparison.Sample;
import dev.gramme.bench.results.Measurement;
import dev.gramme.cluster.CassandraCluster;
import dev.gramme.cluster.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Compares Gramme on Cassandra with plain Cassandra on the same nodes, sequentially for each
 * operation; then measures two servers instead of one. Nodes, servers and load generator share the
 * machine and use up its processors, so more servers bring little growth here.
 */
final class ClusterBench {
  private static final List<Integer> CONNECTIONS = List.of(1, 16);
  private static final int MAX_CONNECTIONS = 16;
  private static final int SERVERS = 2;

  /** The number of alternating rounds of Gramme and plain Cassandra. */
  private static final int ROUNDS = 9;

  private static final int GROWTH_ROUNDS = 5;

  private static final int WARM_UP_SLICE = 5;

  /** How many seconds both servers are warmed up for an operation before it is measured on both. */
  private static final int BOTH_SECONDS = 15;

  /** The number of writers during a read. */
  private static final int WRITERS = 8;

  /** With less memory, nodes spend an eighth of their time in garbage collection. */
  private static final int NODE_HEAP_MEGABYTES = 2048;

  /** Nodes are idle if they use less than this share of a processor. */
  private static final double AT_REST = 0.15;

  private static final int LONGEST_REST_SECONDS = 30;

  /** A throttled server gets this fraction of the processor time that it would use. */
  private static final int HELD = 4;

  private final Options options;
  private final Path scratch;
  private final ServersLoad load;
  private final List<ClusterComparison.Point> points = new ArrayList<>();
  private final List<Growth> growth = new ArrayList<>();
  private final List<Growth> heldGrowth = new ArrayList<>();
  private final List<ProcessHandle> nodes = new ArrayList<>();
  private final List<RunningServer> servers = new ArrayList<>();

  /** An operation, and the comparable statements of Cassandra. */
  private record Pair(Workload workload, List<Statement> statements) {}

  /** The cost of an index, in the transaction and after it. */
  private static final Pair INDEXED =
      new Pair(Workload.UPDATE, List.of(Statement.MOVED_ENTRY, Statement.DERIVED_ENTRY));

  private static final List<Pair> PAIRS =
      List.of(
          new Pair(Workload.GET, List.of(Statement.READ)),
          new Pair(Workload.QUERY, List.of(Statement.SLICE)),
          new Pair(
              Workload.PUT,
              List.of(Statement.WRITE, Statement.CHECKED_WRITE, Statement.KEPT_WRITE)),
          new Pair(
              Workload.UPDATE, List.of(Statement.CHECKED_WRITE, Statement.READ_THEN_CHECKED_WRITE)),
          new Pair(
              Workload.TRANSACT,
              List.of(
                  Statement.TRANSACTION,
                  Statement.CHECKED_TRANSACTION,
                  Statement.KEPT_TRANSACTION)));

  ClusterBench(Options options, Path scratch) throws IOException {
    this.options = options;
    this.scratch = scratch;
    this.load = new ServersLoad(new Wrk(scratch, Signer.FORMAL, options.fresh()));
  }

  /** Runs the benchmark. */
  ClusterComparison run() throws IOException, InterruptedException {
    Bench.say("starting %d nodes of Cassandra".formatted(options.nodes()));
    var plan =
        new CassandraCluster.Plan(
            options.setup().root(),
            scratch.resolve("nodes"),
            Host.loopback(options.nodes()),
            0,
            0,
            NODE_HEAP_MEGABYTES,
            List.of());
    try (var cluster = CassandraCluster.start(plan)) {
      try {
        for (var node : cluster.nodes()) {
          nodes.add(ProcessHandle.of(node.pid()).orElseThrow());
        }
        for (int i = 0; i < SERVERS; i++) {
          servers.add(start(cluster, i));
        }
        var loader = new Loader(servers.getFirst().port(), Signer.FORMAL);
        loader.createTable();
        loader.fill(0, options.items());
        try (var bare = new BareCassandra(cluster.addresses(), options.items())) {
          // The other server must not write before, since the first would have to read the written
          // rows again.
          warmUp(bare, PAIRS, Math.max(1, options.warmUp() / WARM_UP_SLICE), servers.subList(0, 1));
          for (var pair : PAIRS) {
            rest();
            measure(pair.workload().title(), pair, bare);
          }
          popular(bare);
          loader.createIndex();
          warmUp(bare, List.of(INDEXED), 2, servers.subList(0, 1));
          rest();
          measure(
              INDEXED.workload().title() + ", which moves an index entry (10 s of warm-up)",
              INDEXED,
              bare);
          loader.deleteIndex();
          rest();
          for (var pair : PAIRS) {
            var _ = load(pair.workload(), servers, MAX_CONNECTIONS, BOTH_SECONDS);
            grow(pair.workload());
          }
          readWhileOthersWrite(bare);
        }
      } finally {
        servers.forEach(RunningServer::close);
      }
    }
    var load =
        """
        %d nodes with %d MB of heap each, %,d items. Each figure is the median of %d alternating rounds of %d seconds, after a warm-up of %d seconds \
        for each operation and statement.\
        """
            .formatted(
                options.nodes(),
                NODE_HEAP_MEGABYTES,
                options.items(),
                ROUNDS,
                options.seconds(),
                options.warmUp());
    return new ClusterComparison(Bench.run(options, load), points, growth, heldGrowth);
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

  /**
   * Warms everything up before measurements: on two processors the JIT compilers of the nodes alone
   * are busy for minutes. Contestants alternate, so that compiled code is compiled for all of them.
   */
  private void warmUp(BareCassandra bare, List<Pair> pairs, int turns, List<RunningServer> servers)
      throws IOException, InterruptedException {
    int slice = Math.min(options.warmUp(), WARM_UP_SLICE);
    for (int turn = 1; turn <= turns; turn++) {
      Bench.say("warming up, turn %d of %d".formatted(turn, turns));
      for (var pair : pairs) {
        for (var statement : pair.statements()) {
          var _ = bare.run(statement, MAX_CONNECTIONS, slice);
        }
        var _ = load(pair.workload(), servers, MAX_CONNECTIONS, slice);
      }
    }
  }

  /** Waits until the nodes have finished background work, with a time limit. */
  private void rest() throws InterruptedException {
    for (int second = 0; second < LONGEST_REST_SECONDS; second++) {
      var before = ProcessorTime.of(nodes);
      TimeUnit.SECONDS.sleep(1);
      if (ProcessorTime.of(nodes).minus(before).toMillis() < AT_REST * 1000) {
        return;
      }
    }
    Bench.say("the nodes are not idle after %d s".formatted(LONGEST_REST_SECONDS));
  }

  private void measure(String title, Pair pair, BareCassandra bare)
      throws IOException, InterruptedException {
    for (int connections : CONNECTIONS) {
      var rounds = new ArrayList<List<Sample>>();
      for (int round = 0; round < ROUNDS; round++) {
        rounds.add(round(pair, bare, connections));
      }
      add(title, connections, pair.statements(), rounds);
      Bench.say("%s, %d connections: measured".formatted(title, connections));
    }
  }

  /** Adds the medians of Gramme and of the statements, in this order in each round. */
  private void add(
      String title, int connections, List<Statement> statements, List<List<Sample>> rounds) {
    points.add(
        new ClusterComparison.Point(
            title, ClusterComparison.GRAMME, connections, middle(rounds, 0)));
    for (int i = 0; i < statements.size(); i++) {
      points.add(
          new ClusterComparison.Point(
              title, statements.get(i).title(), connections, middle(rounds, i + 1)));
    }
  }

  private List<Sample> round(Pair pair, BareCassandra bare, int connections)
      throws IOException, InterruptedException {
    var alone = servers.subList(0, 1);
    var points = new ArrayList<Sample>();
    points.add(
        point(
            processes(alone), () -> load(pair.workload(), alone, connections, options.seconds())));
    for (var statement : pair.statements()) {
      points.add(
          point(
              List.of(ProcessHandle.current()),
              () -> bare.run(statement, connections, options.seconds())));
    }
    return points;
  }

  /** All clients update the same item. */
  private void popular(BareCassandra bare) throws IOException, InterruptedException {
    var rounds = new ArrayList<List<Sample>>();
    for (int round = 0; round < ROUNDS; round++) {
      var alone = servers.subList(0, 1);
      rounds.add(
          List.of(
              point(
                  processes(alone),
                  () -> load(Workload.UPDATE, alone, MAX_CONNECTIONS, options.seconds(), 1)),
              point(
                  List.of(ProcessHandle.current()),
                  () -> bare.run(Statement.CHECKED_WRITE, MAX_CONNECTIONS, options.seconds(), 1))));
    }
    add(
        "UpdateItem of one item (%d connections)".formatted(MAX_CONNECTIONS),
        MAX_CONNECTIONS,
        List.of(Statement.CHECKED_WRITE),
        rounds);
  }

  /** One client reads while others write the same items. */
  private void readWhileOthersWrite(BareCassandra bare) throws IOException, InterruptedException {
    var reading = servers.subList(0, 1);
    var writing = servers.subList(1, 2);
    var rounds = new ArrayList<List<Sample>>();
    for (int round = 0; round < ROUNDS; round++) {
      rounds.add(
          List.of(
              unattributed(
                  during(
                      seconds -> load(Workload.PUT, writing, WRITERS, seconds),
                      () -> load(Workload.GET, reading, 1, options.seconds()))),
              unattributed(
                  during(
                      seconds -> bare.run(Statement.WRITE, WRITERS, seconds),
                      () -> bare.run(Statement.READ, 1, options.seconds())))));
    }
    add(
        "GetItem while %d connections put (1 connection)".formatted(WRITERS),
        1,
        List.of(Statement.READ),
        rounds);
  }

  /** A measurement beside another load, to which processor time cannot be attributed. */
  private static Sample unattributed(Measurement measurement) {
    return Sample.of(measurement, Double.NaN, Double.NaN);
  }

  /** A load with a given duration in seconds. */
  private interface Background {
    Measurement run(int seconds) throws IOException, InterruptedException;
  }

  /** Measures a load while another one runs, which starts before it and ends after it. */
  private Measurement during(Background background, Load load)
      throws IOException, InterruptedException {
    try (var thread = Executors.newSingleThreadExecutor()) {
      var running = thread.submit(() -> background.run(options.seconds() + 2));
      TimeUnit.SECONDS.sleep(1);
      var measured = load.run();
      running.get();
      return measured;
    } catch (ExecutionException e) {
      throw new IOException("the load beside it failed", e.getCause());
    }
  }

  private static List<ProcessHandle> processes(List<RunningServer> servers) {
    return servers.stream().map(RunningServer::process).toList();
  }

  /** A load to measure. */
  private interface Load {
    Measurement run() throws IOException, InterruptedException;
  }

  private Sample point(List<ProcessHandle> clients, Load load)
      throws IOException, InterruptedException {
    var nodesBefore = ProcessorTime.of(nodes);
    var askersBefore = ProcessorTime.of(clients);
    var measured = load.run();
    double requests = measured.perSecond() * options.seconds();
    return Sample.of(
        measured,
        ProcessorTime.millisEach(ProcessorTime.of(nodes).minus(nodesBefore), requests),
        ProcessorTime.millisEach(ProcessorTime.of(clients).minus(askersBefore), requests));
  }

  private static Sample middle(List<List<Sample>> rounds, int point) {
    return Medians.of(rounds.stream().map(points -> points.get(point)).toList());
  }

  private void grow(Workload workload) throws IOException, InterruptedException {
    var alone = servers.subList(0, 1);
    var used = new ArrayList<Sample>();
    var two = new ArrayList<Double>();
    for (int round = 0; round < GROWTH_ROUNDS; round++) {
      used.add(
          point(processes(alone), () -> load(workload, alone, MAX_CONNECTIONS, options.seconds())));
      two.add(load(workload, servers, MAX_CONNECTIONS, options.seconds()).perSecond());
    }
    double one = Medians.of(used.stream().mapToDouble(point -> point.perSecond()));
    growth.add(
        new Growth(
            workload.title(), 0, one, Medians.of(two.stream().mapToDouble(Double::doubleValue))));
    if (ProcessorShare.isPossible()) {
      double processors =
          one
              * Medians.of(used.stream().mapToDouble(Sample::clientMillis))
              / TimeUnit.SECONDS.toMillis(1);
      growHeld(workload, processors / HELD);
    }
  }

  /**
   * Servers with so little processor time that they are the bottleneck, as if they had separate
   * machines and a large cluster.
   */
  private void growHeld(Workload workload, double share) throws IOException, InterruptedException {
    var alone = servers.subList(0, 1);
    var held = new ArrayList<ProcessorShare>();
    try {
      for (var server : servers) {
        held.add(ProcessorShare.hold(server.process().pid(), share));
      }
      var one = new ArrayList<Double>();
      var two = new ArrayList<Double>();
      for (int round = 0; round < GROWTH_ROUNDS; round++) {
        one.add(load(workload, alone, MAX_CONNECTIONS, options.seconds()).perSecond());
        two.add(load(workload, servers, 2 * MAX_CONNECTIONS, options.seconds()).perSecond());
      }
      heldGrowth.add(
          new Growth(
              workload.title(),
              share,
              Medians.of(one.stream().mapToDouble(Double::doubleValue)),
              Medians.of(two.stream().mapToDouble(Double::doubleValue))));
    } finally {
      for (var one : held) {
        one.close();
      }
    }
  }

  /** A load with a number of connections, spread over servers. */
  private Measurement load(
      Workload workload, List<RunningServer> servers, int connections, int seconds)
      throws IOException, InterruptedException {
    return load(workload, servers, connections, seconds, options.items());
  }

  /** The same load over the first items only. */
  private Measurement load(
      Workload workload, List<RunningServer> servers, int connections, int seconds, int among)
      throws IOException, InterruptedException {
    return load.run(
        servers.stream().map(RunningServer::port).toList(), workload, connections, seconds, among);
  }
}
