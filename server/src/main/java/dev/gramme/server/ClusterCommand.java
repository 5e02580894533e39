package dev.gramme.server;

import dev.gramme.cluster.CassandraCluster;
import dev.gramme.cluster.CassandraNode;
import dev.gramme.cluster.ClusterException;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * {@code ./gramme cluster}: three Cassandra nodes and two servers on loopback, each in its own
 * process, so that one of them can be killed to see what happens. For tests and experiments only.
 */
final class ClusterCommand {
  private static final int NODES = 3;
  private static final int SERVERS = 2;
  private static final int NATIVE_PORT = 9042;
  private static final int STORAGE_PORT = 7000;
  private static final int NODE_HEAP_MEGABYTES = 1024;

  private final List<String> flags;
  private final Settings settings;
  private final List<Process> servers = new ArrayList<>();

  private ClusterCommand(List<String> flags, Settings settings) {
    this.flags = List.copyOf(flags);
    this.settings = settings;
  }

  /** Starts all processes and returns when both servers have ended. */
  static int run(List<String> flags, Map<String, String> environment) {
    try {
      return new ClusterCommand(flags, Settings.read(flags, environment)).run();
    } catch (SettingsException | ClusterException e) {
      System.err.println("gramme: " + e.getMessage());
      return 1;
    }
  }

  private int run() {
    System.out.println("starting three nodes of Cassandra, which takes a minute");
    var cluster =
        CassandraCluster.start(
            new CassandraCluster.Plan(
                Path.of(System.getProperty("gramme.home", ".")),
                settings.data().resolve("cluster"),
                CassandraCluster.Host.loopback(NODES),
                NATIVE_PORT,
                STORAGE_PORT,
                NODE_HEAP_MEGABYTES,
                List.of()));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster), "stop"));
    for (CassandraNode node : cluster.nodes()) {
      System.out.println(
          "Cassandra at " + node.address().getHostString() + ", process " + node.pid());
    }
    String points =
        cluster.addresses().stream()
            .map(address -> address.getHostString() + ":" + address.getPort())
            .collect(Collectors.joining(","));
    try {
      for (int i = 0; i < SERVERS; i++) {
        Process server = start(i, points);
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

  private Process start(int number, String points) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "--enable-native-access=ALL-UNNAMED"));
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.add("serve");
    // Both servers get all given flags; only the ports differ.
    command.addAll(flags);
    command.addAll(List.of("--store=cassandra", "--contact-points=" + points));
    command.add("--port=" + (settings.port() + number));
    command.add("--admin-port=" + (settings.admin().port() + number));
    return new ProcessBuilder(command).inheritIO().start();
  }

  private void stop(CassandraCluster cluster) {
    servers.forEach(Process::destroy);
    for (Process server : servers) {
      try {
        server.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    cluster.close();
  }
}
