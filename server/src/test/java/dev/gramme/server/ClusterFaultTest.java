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
 * Three nodes of Cassandra and two servers under load; nodes and servers are killed and started
 * again, stand still for a while, or are cut off from the others. Nothing that was acknowledged is
 * lost, and what single items show is linearizable: {@link ClusterLoad} says what is checked.
 *
 * <p>The logs of what failed are kept in {@code target/cluster-logs}.
 */
class ClusterFaultTest {
  private static final Path KEPT_LOGS = Path.of("target", "cluster-logs").toAbsolutePath();
  private static final int SERVER_ERROR = 500;
  private static final Duration MOST_FOR_ERROR = Duration.ofMinutes(4);

  @TempDir Path folder;
  private final List<ServerProcess> servers = new ArrayList<>();

  /** What happens to a cluster while it is under load. */
  private interface Faults {
    void happen(CassandraCluster cluster, ClusterLoad load) throws Exception;
  }

  @Test
  void nothing_that_was_acknowledged_is_lost_when_a_node_and_a_server_fail_together()
      throws Exception {
    check("together", Host.loopback(3), Host.loopback(2), this::failTogether);
  }

  @Test
  @Tag("long")
  void nothing_that_was_acknowledged_is_lost_when_nodes_and_servers_fail() throws Exception {
    check("one-by-one", Host.loopback(3), Host.loopback(2), this::failOneByOne);
  }

  @Test
  @Tag("long")
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
          say(began, "the tables are there");
          faults.happen(cluster, load);
          say(began, "nothing fails any more");
        });
        say(began, "all is checked");
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
    load.goOn(3);
    cluster.nodes().get(2).kill();
    load.goOn(3);
    servers.get(1).kill();
    cluster.nodes().get(2).start();
    servers.get(1).startAgain();
    cluster.nodes().get(1).pauseProcess();
    load.goOn(4);
    cluster.nodes().get(1).resume();
    load.goOn(4);
  }

  private void failOneByOne(CassandraCluster cluster, ClusterLoad load) throws Exception {
    load.goOn(5);
    cluster.nodes().get(2).kill();
    load.goOn(10);
    cluster.nodes().get(2).start();
    load.goOn(5);
    servers.get(1).kill();
    load.goOn(5);
    servers.get(1).startAgain();
    load.goOn(5);
    cluster.nodes().get(1).pauseProcess();
    load.goOn(8);
    cluster.nodes().get(1).resume();
    load.goOn(10);
  }

  /** The third node and the second server reach each other, and the test reaches them. */
  private void cutOff(Network network, ClusterLoad load) throws Exception {
    load.goOn(5);
    network.cut(2);
    expectError("PutItem", "\"Item\":{\"pk\":{\"S\":\"cut off\"}}");
    expectError("GetItem", "\"Key\":{\"pk\":{\"S\":\"r0\"}},\"ConsistentRead\":true");
    load.awaitProgress(0, 50);
    network.heal(2);
    load.awaitProgress(1, 20);
    load.goOn(10);
  }

  /** The second server answers, and that it cannot do this. */
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
                MOST_FOR_ERROR);
    System.out.printf(
        "cut off, %s is answered after %d s: %d %s%n",
        operation, elapsedSeconds(began), answer.statusCode(), answer.body());
    assertThat(answer.statusCode()).isGreaterThanOrEqualTo(SERVER_ERROR);
    assertThat(answer.body()).contains("InternalServerError");
  }
}
