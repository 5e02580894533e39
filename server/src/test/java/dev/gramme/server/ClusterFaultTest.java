package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gramme.cluster.CassandraCluster;
import dev.gramme.cluster.CassandraCluster.Host;
import dev.gramme.cluster.CassandraCluster.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three Cassandra nodes and two servers under load. Nodes and servers are killed and restarted,
 * paused for a while, or cut off from the others. No acknowledged write may be lost, and the
 * history of each item must be linearizable; {@link ClusterLoad} describes the checks.
 *
 * <p>The logs of a failed test are kept in {@code target/cluster-logs}.
 */
@Tag("long")
class ClusterFaultTest {
  private static final Path KEPT_LOGS = Path.of("target", "cluster-logs").toAbsolutePath();
  private static final int SERVER_ERROR = 500;
  private static final Duration MAX_FOR_ERROR = Duration.ofMinutes(4);

  @TempDir Path folder;
  private final List<ServerProcess> servers = new ArrayList<>();

  /** The faults that happen to a cluster under load. */
  private interface Faults {
    void happen(CassandraCluster cluster, ClusterLoad load) throws Exception;
  }

  @Test
  void nothing_that_was_acknowledged_is_lost_when_a_node_and_a_server_fail_together()
      throws Exception {
    check("together", Host.loopback(3), Host.loopback(2), this::failTogether);
  }

  @Test
  void nothing_that_was_acknowledged_is_lost_when_nodes_and_servers_fail() throws Exception {
    check("one-by-one", Host.loopback(3), Host.loopback(2), this::failOneByOne);
  }

  @Test
  void nothing_that_was_acknowledged_is_lost_when_a_node_and_a_server_are_cut_off()
      throws Exception {
    var obstacle = Network.obstacle();
    assumeTrue(obstacle.isEmpty(), () -> "networks cannot be made here: " + obstacle.orElse(""));
    try (var network = Network.create(3)) {
      var servers = List.of(network.outside(), network.controlled(2));
      check("cut-off", network.hosts(), servers, (_, load) -> cutOff(network, load));
    }
  }

  private void check(String name, List<Host> nodeHosts, List<Host> serverHosts, Faults faults)
      throws Exception {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    long began = System.nanoTime();
    Path project = Path.of("..").toAbsolutePath().normalize();
    var plan = Plan.of(project, folder, nodeHosts);
    try (var cluster = CassandraCluster.start(plan)) {
      try {
        say(began, "the nodes run");
        start(cluster, serverHosts);
        say(began, "the servers run");
        var load = new ClusterLoad(servers, seed, what -> say(began, what));
        load.run(() -> {
          say(began, "the tables exist");
          faults.happen(cluster, load);
          say(began, "the faults are over");
        });
        say(began, "all checks have passed");
      } finally {
        for (var server : servers) {
          server.kill();
        }
        cluster.kill();
      }
    } catch (Exception | AssertionError e) {
      Path logs = KEPT_LOGS.resolve(name);
      keepLogs(logs);
      throw new AssertionError("seed %d; logs are in %s".formatted(seed, logs), e);
    }
  }

  private static void say(long began, String what) {
    System.out.printf("after %d s %s%n", elapsedSeconds(began), what);
  }

  private static long elapsedSeconds(long began) {
    return Duration.ofNanos(System.nanoTime() - began).toSeconds();
  }

  private void start(CassandraCluster cluster, List<Host> hosts) throws IOException {
    String points =
        cluster.addresses().stream()
            .map(address -> address.getHostString() + ":" + address.getPort())
            .collect(Collectors.joining(","));
    for (Host host : hosts) {
      servers.add(
          new ServerProcess(
              folder, host, List.of("--store=cassandra", "--contact-points=" + points)));
    }
  }

  private void keepLogs(Path place) throws IOException {
    List<Path> logs;
    try (var files = Files.walk(folder, 2)) {
      logs = files.filter(file -> file.getFileName().toString().contains(".log")).toList();
    }
    for (Path log : logs) {
      if (Files.isRegularFile(log)) {
        Path kept = place.resolve(folder.relativize(log));
        Files.createDirectories(kept.getParent());
        Files.copy(log, kept, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private void failTogether(CassandraCluster cluster, ClusterLoad load) throws Exception {
    load.runFor(3);
    cluster.nodes().get(2).kill();
    load.runFor(3);
    servers.get(1).kill();
    cluster.nodes().get(2).start();
    servers.get(1).startAgain();
    cluster.nodes().get(1).pauseProcess();
    load.runFor(4);
    cluster.nodes().get(1).resume();
    load.runFor(4);
  }

  private void failOneByOne(CassandraCluster cluster, ClusterLoad load) throws Exception {
    load.runFor(5);
    cluster.nodes().get(2).kill();
    load.runFor(10);
    cluster.nodes().get(2).start();
    load.runFor(5);
    servers.get(1).kill();
    load.runFor(5);
    servers.get(1).startAgain();
    load.runFor(5);
    cluster.nodes().get(1).pauseProcess();
    load.runFor(8);
    cluster.nodes().get(1).resume();
    load.runFor(10);
  }

  /**
   * The third node and the second server reach only each other; the test still reaches the server.
   */
  private void cutOff(Network network, ClusterLoad load) throws Exception {
    load.runFor(5);
    network.cut(2);
    expectError("PutItem", "\"Item\":{\"pk\":{\"S\":\"cut off\"}}");
    expectError("GetItem", "\"Key\":{\"pk\":{\"S\":\"r0\"}},\"ConsistentRead\":true");
    load.awaitProgress(0, 50);
    network.heal(2);
    load.awaitProgress(1, 20);
    load.runFor(10);
  }

  /** The second server must answer with an internal server error. */
  private void expectError(String operation, String request)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    var answer =
        servers
            .get(1)
            .ask(
                "DynamoDB",
                operation,
                "{\"TableName\":\"registers\"," + request + "}",
                MAX_FOR_ERROR);
    System.out.printf(
        "cut off, %s is answered after %d s: %d %s%n",
        operation, elapsedSeconds(began), answer.statusCode(), answer.body());
    assertThat(answer.statusCode()).isGreaterThanOrEqualTo(SERVER_ERROR);
    assertThat(answer.body()).contains("InternalServerError");
  }
}
