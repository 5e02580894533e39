package dev.gramme.bench;

import dev.gramme.bench.BarePostgres.Work;
import dev.gramme.bench.results.ClusterComparison;
import dev.gramme.bench.results.ClusterComparison.Point;
import dev.gramme.bench.results.ClusterComparison.Sample;
import dev.gramme.bench.results.Measurement;
import dev.gramme.bench.results.PostgresComparison;
import dev.gramme.bench.results.PostgresComparison.ColdStart;
import dev.gramme.bench.results.PostgresComparison.Overwriting;
import dev.gramme.bench.results.PostgresComparison.Servers;
import dev.gramme.cluster.Host;
import dev.gramme.cluster.PostgresCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Compares Gramme on one server of PostgreSQL with the same statements without Gramme; then
 * measures several servers, the start of a server, and what overwriting leaves in the table.
 */
final class PostgresBench {
  private static final List<Integer> CONNECTIONS = List.of(1, 16);
  private static final int MAX_CONNECTIONS = 16;
  private static final List<Integer> SERVERS = List.of(1, 2, 4);
  private static final int ROUNDS = 5;
  private static final int SERVER_ROUNDS = 3;
  private static final int START_SECONDS = 40;
  private static final int SECONDS_A_MINUTE = 60;
  private static final double MEGABYTE = 1 << 20;

  private final Options options;
  private final Path scratch;
  private final Wrk wrk;
  private final ServersLoad load;
  private final List<GrammeServer> servers = new ArrayList<>();

  /** An operation, and the statements that Gramme sends for a request of it that is alone. */
  record Pair(Workload workload, Work work) {}

  static final List<Pair> PAIRS =
      List.of(
          new Pair(Workload.GET, Work.READ),
          new Pair(Workload.QUERY, Work.SLICE),
          new Pair(Workload.PUT, Work.WRITE),
          new Pair(Workload.UPDATE, Work.READ_THEN_WRITE),
          new Pair(Workload.TRANSACT, Work.WRITE_FOUR));

  PostgresBench(Options options, Path scratch) throws IOException {
    this.options = options;
    this.scratch = scratch;
    this.wrk = new Wrk(scratch, Signer.FORMAL, options.fresh());
    this.load = new ServersLoad(wrk);
  }

  /** Runs the benchmark. */
  PostgresComparison run() throws IOException, InterruptedException {
    Bench.say("starting PostgreSQL");
    var host = Host.loopback(1);
    var plan = new PostgresCluster.Plan(scratch.resolve("nodes"), host.getFirst(), host, 0);
    try (var cluster = PostgresCluster.start(plan)) {
      try {
        servers.add(start(cluster));
        var loader = new Loader(servers.getFirst().port(), Signer.FORMAL);
        loader.createTable();
        loader.fill(0, options.items());
        var bare = new BarePostgres(url(cluster), login(cluster), options.items());
        var points = new ArrayList<Point>();
        for (var pair : PAIRS) {
          points.addAll(measure(pair, bare, cluster));
        }
        var start = coldStart(cluster);
        var several = several(cluster);
        var overwriting = overwriting(cluster);
        return new PostgresComparison(
            Bench.run(options, about()), points, several, start, overwriting);
      } catch (SQLException e) {
        throw new IOException("PostgreSQL refused a statement: " + e.getMessage(), e);
      } finally {
        servers.forEach(GrammeServer::close);
      }
    }
  }

  private String about() {
    return """
    PostgreSQL without a standby, %,d items. Each figure is the median of %d alternating rounds of %d seconds, after a warm-up of %d seconds for \
    each operation.\
    """
        .formatted(options.items(), ROUNDS, options.seconds(), options.warmUp());
  }

  private static String url(PostgresCluster cluster) {
    return "jdbc:postgresql://" + cluster.nodes().getFirst().address() + "/postgres";
  }

  private static Properties login(PostgresCluster cluster) throws IOException {
    var login = new Properties();
    login.setProperty("user", "postgres");
    login.setProperty("password", Files.readString(cluster.passwordFile()).strip());
    login.setProperty("prepareThreshold", "2");
    return login;
  }

  private GrammeServer start(PostgresCluster cluster) throws IOException {
    Path folder = scratch.resolve("server" + servers.size());
    return GrammeServer.start(
        options.setup(), List.of(), folder, folder, cluster.serverOptions().toArray(String[]::new));
  }

  private List<Integer> ports(int count) {
    return servers.subList(0, count).stream().map(GrammeServer::port).toList();
  }

  private List<Point> measure(Pair pair, BarePostgres bare, PostgresCluster cluster)
      throws IOException, InterruptedException {
    var gramme = load(pair.workload(), 1, MAX_CONNECTIONS, options.warmUp());
    var _ = bare.run(pair.work(), MAX_CONNECTIONS, options.warmUp() / 2 + 1);
    Bench.say(
        "%s: %,.0f a second during the warm-up"
            .formatted(pair.workload().title(), gramme.perSecond()));
    var points = new ArrayList<Point>();
    for (int connections : CONNECTIONS) {
      var ofGramme = new ArrayList<Sample>();
      var ofStatements = new ArrayList<Sample>();
      for (int round = 0; round < ROUNDS; round++) {
        ofGramme.add(
            sample(
                cluster,
                servers.getFirst().process(),
                () -> load(pair.workload(), 1, connections, options.seconds())));
        ofStatements.add(
            sample(
                cluster,
                ProcessHandle.current(),
                () -> bare.run(pair.work(), connections, options.seconds())));
      }
      points.add(
          new Point(
              pair.workload().title(),
              ClusterComparison.GRAMME,
              connections,
              Medians.of(ofGramme)));
      points.add(
          new Point(
              pair.workload().title(), pair.work().title(), connections, Medians.of(ofStatements)));
    }
    return points;
  }

  private Measurement load(Workload workload, int servers, int connections, int seconds)
      throws IOException, InterruptedException {
    return load.run(ports(servers), workload, connections, seconds, options.items());
  }

  /** A load to measure. */
  private interface Load {
    Measurement run() throws IOException, InterruptedException;
  }

  private Sample sample(PostgresCluster cluster, ProcessHandle client, Load load)
      throws IOException, InterruptedException {
    var databaseBefore = used(cluster);
    var clientBefore = ProcessorTime.of(List.of(client));
    var measured = load.run();
    double requests = measured.perSecond() * options.seconds();
    return Sample.of(
        measured,
        ProcessorTime.millisEach(used(cluster).minus(databaseBefore), requests),
        ProcessorTime.millisEach(ProcessorTime.of(List.of(client)).minus(clientBefore), requests));
  }

  /** The processor time of PostgreSQL, which has a process for each connection. */
  private static Duration used(PostgresCluster cluster) {
    var main = ProcessHandle.of(cluster.nodes().getFirst().pid()).orElseThrow();
    var all = Stream.concat(Stream.of(main), main.descendants()).toList();
    return all.stream()
        .map(ProcessorTime::ofEndedChildren)
        .reduce(ProcessorTime.of(all), Duration::plus);
  }

  /** Observes a server that has just started, beside the first one, which is idle. */
  private ColdStart coldStart(PostgresCluster cluster) throws IOException, InterruptedException {
    servers.add(start(cluster));
    var perSecond =
        wrk.course(
            servers.getLast().port(),
            Workload.GET,
            MAX_CONNECTIONS,
            START_SECONDS,
            options.items());
    Bench.say("the start of a server: measured");
    return new ColdStart(Workload.GET.title(), perSecond);
  }

  private List<Servers> several(PostgresCluster cluster) throws IOException, InterruptedException {
    while (servers.size() < SERVERS.getLast()) {
      servers.add(start(cluster));
    }
    var several = new ArrayList<Servers>();
    for (var pair : PAIRS) {
      var _ = load(pair.workload(), servers.size(), MAX_CONNECTIONS, options.warmUp());
      var rates = new ArrayList<Double>();
      for (int count : SERVERS) {
        var rounds = new ArrayList<Double>();
        for (int round = 0; round < SERVER_ROUNDS; round++) {
          rounds.add(load(pair.workload(), count, MAX_CONNECTIONS, options.seconds()).perSecond());
        }
        rates.add(Medians.of(rounds.stream().mapToDouble(Double::doubleValue)));
      }
      several.add(new Servers(pair.workload().title(), rates));
      Bench.say("%s, several servers: %s a second".formatted(pair.workload().title(), rates));
    }
    return several;
  }

  private Overwriting overwriting(PostgresCluster cluster)
      throws IOException, InterruptedException, SQLException {
    var before = tableSize(cluster);
    long writes = 0;
    var sizes = new ArrayList<TableSize>();
    for (int minute = 0; minute < options.minutes(); minute++) {
      var written = load(Workload.PUT, 1, MAX_CONNECTIONS, SECONDS_A_MINUTE);
      writes += Math.round(written.perSecond() * SECONDS_A_MINUTE);
      sizes.add(tableSize(cluster));
      Bench.say("overwriting, after minute %d: %s".formatted(minute + 1, sizes.getLast()));
    }
    return new Overwriting(
        options.minutes(),
        writes,
        before.bytes() / MEGABYTE,
        sizes.getLast().bytes() / MEGABYTE,
        sizes.stream().mapToLong(TableSize::bytes).max().orElseThrow() / MEGABYTE,
        sizes.stream().mapToLong(TableSize::deadRows).max().orElseThrow(),
        sizes.getLast().vacuums() - before.vacuums());
  }

  /** The table of Gramme's rows: its size with the index, replaced rows in it, vacuums so far. */
  private record TableSize(long bytes, long deadRows, long vacuums) {}

  private static TableSize tableSize(PostgresCluster cluster) throws IOException, SQLException {
    try (var connection = DriverManager.getConnection(url(cluster), login(cluster));
        var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "SELECT pg_total_relation_size(relid), n_dead_tup, autovacuum_count FROM"
                    + " pg_stat_user_tables WHERE schemaname = 'gramme' AND relname = 'rows'")) {
      found.next();
      return new TableSize(found.getLong(1), found.getLong(2), found.getLong(3));
    }
  }
}
