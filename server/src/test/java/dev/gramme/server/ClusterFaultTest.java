package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gramme.cluster.CassandraCluster;
import dev.gramme.cluster.CassandraCluster.Plan;
import dev.gramme.cluster.Host;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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
  private static final int SERVER_ERROR = 500;
  private static final Duration MAX_FOR_ERROR = Duration.ofMinutes(4);

  @TempDir Path folder;

  /** The faults that happen to a cluster under load. */
  private interface Faults {
    void happen(CassandraCluster cluster, List<ServerProcess> servers, ClusterLoad load)
        throws Exception;
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
      check("cut-off", network.hosts(), servers, (_, all, load) -> cutOff(network, all, load));
    }
  }

  private void check(String name, List<Host> nodeHosts, List<Host> serverHosts, Faults faults)
      throws Exception {
    var run = new FaultRun(folder);
    Path project = Path.of("..").toAbsolutePath().normalize();
    var plan = Plan.of(project, folder, nodeHosts);
    try (var cluster = CassandraCluster.start(plan)) {
      run.say("the nodes run");
      try {
        run.startServers(serverHosts, options(cluster));
        run.check(name, load -> faults.happen(cluster, run.servers(), load));
      } finally {
        run.killServers();
        cluster.kill();
      }
    }
  }

  private static List<String> options(CassandraCluster cluster) {
    String points =
        cluster.addresses().stream()
            .map(address -> address.getHostString() + ":" + address.getPort())
            .collect(Collectors.joining(","));
    return List.of("--store=cassandra", "--contact-points=" + points);
  }

  private void failTogether(CassandraCluster cluster, List<ServerProcess> servers, ClusterLoad load)
      throws Exception {
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

  private void failOneByOne(CassandraCluster cluster, List<ServerProcess> servers, ClusterLoad load)
      throws Exception {
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
  private void cutOff(Network network, List<ServerProcess> servers, ClusterLoad load)
      throws Exception {
    load.runFor(5);
    network.cut(2);
    expectError(servers.get(1), "PutItem", "\"Item\":{\"pk\":{\"S\":\"cut off\"}}");
    expectError(
        servers.get(1), "GetItem", "\"Key\":{\"pk\":{\"S\":\"r0\"}},\"ConsistentRead\":true");
    load.awaitProgress(0, 50);
    network.heal(2);
    load.awaitProgress(1, 20);
    load.runFor(10);
  }

  /** A server must answer with an internal server error. */
  private static void expectError(ServerProcess server, String operation, String request)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    var answer =
        server.ask(
            "DynamoDB", operation, "{\"TableName\":\"registers\"," + request + "}", MAX_FOR_ERROR);
    System.out.printf(
        "cut off, %s is answered after %d s: %d %s%n",
        operation,
        Duration.ofNanos(System.nanoTime() - began).toSeconds(),
        answer.statusCode(),
        answer.body());
    assertThat(answer.statusCode()).isGreaterThanOrEqualTo(SERVER_ERROR);
    assertThat(answer.body()).contains("InternalServerError");
  }
}
