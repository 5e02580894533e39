package dev.gramme.server;

import dev.gramme.cluster.CassandraCluster;
import dev.gramme.cluster.ClusterException;
import dev.gramme.cluster.Host;
import dev.gramme.cluster.PostgresCluster;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * {@code ./gramme cluster}: two servers and the cluster of databases that they share, on loopback,
 * each in its own process, so that one of them can be killed to see what happens. For tests and
 * experiments only.
 */
final class ClusterCommand {
  private static final int NODES = 3;
  private static final int SERVERS = 2;
  private static final int CASSANDRA_PORT = 9042;
  private static final int CASSANDRA_STORAGE_PORT = 7000;
  private static final int CASSANDRA_HEAP_MEGABYTES = 1024;
  private static final int POSTGRES_PORT = 5432;
  private static final String ON = "--on";

  private final Engine engine;
  private final List<String> flags;
  private final Settings settings;
  private final List<Process> servers = new ArrayList<>();

  /** What stores the data. */
  private enum Engine {
    CASSANDRA,
    POSTGRES
  }

  /**
   * Running databases.
   *
   * @param options the options of servers that use them
   * @param nodes a line about each node
   */
  private record Databases(AutoCloseable cluster, List<String> options, List<String> nodes) {}

  private ClusterCommand(Engine engine, List<String> flags, Settings settings) {
    this.engine = engine;
    this.flags = List.copyOf(flags);
    this.settings = settings;
  }

  /** Starts all processes and returns when both servers have ended. */
  static int run(List<String> flags, Map<String, String> environment) {
    try {
      var rest = new ArrayList<>(flags);
      Engine engine = engine(rest);
      return new ClusterCommand(engine, rest, Settings.read(rest, environment)).run();
    } catch (SettingsException | ClusterException e) {
      System.err.println("gramme: " + e.getMessage());
      return 1;
    }
  }

  /** Removes the flag that names the engine. */
  private static Engine engine(List<String> flags) throws SettingsException {
    String name = "cassandra";
    for (int i = 0; i < flags.size(); i++) {
      if (flags.get(i).startsWith(ON + "=")) {
        name = flags.remove(i).substring(ON.length() + 1);
      } else if (flags.get(i).equals(ON)) {
        flags.remove(i);
        name = i < flags.size() ? flags.remove(i) : "nothing";
      }
    }
    return switch (name) {
      case "cassandra" -> Engine.CASSANDRA;
      case "postgres" -> Engine.POSTGRES;
      default -> throw new SettingsException("--on must be postgres or cassandra, not " + name);
    };
  }

  private int run() {
    Path folder = settings.data().resolve("cluster");
    Databases databases =
        switch (engine) {
          case CASSANDRA -> cassandra(folder);
          case POSTGRES -> postgres(folder);
        };
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(databases.cluster()), "stop"));
    databases.nodes().forEach(System.out::println);
    try {
      for (int i = 0; i < SERVERS; i++) {
        Process server = start(i, databases.options());
        servers.add(server);
        System.out.println("Gramme at port " + (settings.port() + i) + ", process " + server.pid());
      }
      for (Process server : servers) {
        int status = server.waitFor();
        System.out.println("server " + server.pid() + " has ended with " + status);
      }
      return 0;
    } catch (IOException e) {
      throw new ClusterException("A server cannot be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private static Databases cassandra(Path folder) {
    System.out.println("starting three nodes of Cassandra, which takes a minute");
    var cluster =
        CassandraCluster.start(
            new CassandraCluster.Plan(
                Path.of(System.getProperty("gramme.home", ".")),
                folder,
                Host.loopback(NODES),
                CASSANDRA_PORT,
                CASSANDRA_STORAGE_PORT,
                CASSANDRA_HEAP_MEGABYTES,
                List.of()));
    String points =
        cluster.addresses().stream()
            .map(address -> address.getHostString() + ":" + address.getPort())
            .collect(Collectors.joining(","));
    return new Databases(
        cluster,
        List.of("--store=cassandra", "--contact-points=" + points),
        cluster.nodes().stream()
            .map(node ->
                "Cassandra at " + node.address().getHostString() + ", process " + node.pid())
            .toList());
  }

  private static Databases postgres(Path folder) {
    System.out.println("starting three nodes of PostgreSQL under Patroni, which takes 20 seconds");
    var cluster =
        PostgresCluster.start(
            new PostgresCluster.Plan(
                folder.resolve("postgres"),
                Host.loopback(1).getFirst(),
                Host.loopback(NODES),
                POSTGRES_PORT));
    return new Databases(
        cluster,
        cluster.serverOptions(),
        cluster.nodes().stream()
            .map(node ->
                "PostgreSQL at %s, process %d, %s"
                    .formatted(
                        node.address(), node.pid(), node.isPrimary() ? "primary" : "standby"))
            .toList());
  }

  private Process start(int number, List<String> store) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "--enable-native-access=ALL-UNNAMED"));
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.add("serve");
    // Both servers get all given flags; only the ports differ.
    command.addAll(flags);
    command.addAll(store);
    command.add("--port=" + (settings.port() + number));
    command.add("--admin-port=" + (settings.admin().port() + number));
    return new ProcessBuilder(command).inheritIO().start();
  }

  private void stop(AutoCloseable cluster) {
    servers.forEach(Process::destroy);
    try {
      for (Process server : servers) {
        server.waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      cluster.close();
    } catch (Exception e) {
      System.err.println("gramme: the databases could not be stopped: " + e.getMessage());
    }
  }
}
