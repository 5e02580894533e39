package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gramme.cluster.Host;
import dev.gramme.cluster.PostgresCluster;
import dev.gramme.testkit.FreePorts;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers of PostgreSQL under Patroni and two servers of Gramme under load. The primary is
 * killed, paused or cut off, so that a standby takes its place, and a server is killed. No
 * acknowledged write may be lost, and the history of each item must be linearizable; {@link
 * ClusterLoad} describes the checks.
 */
@Tag("slow")
class PostgresFaultTest {
  @TempDir Path folder;

  /** What happens to the cluster under load. */
  private interface Faults {
    void happen(PostgresCluster cluster, FaultRun run, ClusterLoad load) throws Exception;
  }

  @Test
  void nothing_that_was_acknowledged_is_lost_when_the_primary_and_a_server_are_killed()
      throws Exception {
    check("postgres-killed", Host.loopback(1).getFirst(), Host.loopback(3), this::kill);
  }

  @Test
  void nothing_that_was_acknowledged_is_lost_when_a_paused_primary_is_replaced_and_goes_on()
      throws Exception {
    check("postgres-paused", Host.loopback(1).getFirst(), Host.loopback(3), this::pause);
  }

  @Test
  void nothing_that_was_acknowledged_is_lost_when_the_primary_is_cut_off() throws Exception {
    var obstacle = Network.obstacle();
    assumeTrue(obstacle.isEmpty(), () -> "networks cannot be made here: " + obstacle.orElse(""));
    try (var network = Network.create(3)) {
      check(
          "postgres-cut-off",
          network.outside(),
          network.hosts(),
          (cluster, run, load) -> cutOff(network, cluster, run, load));
    }
  }

  private void check(String name, Host outside, List<Host> hosts, Faults faults) throws Exception {
    var missing = PostgresCluster.obstacle();
    if (System.getenv("GITHUB_ACTIONS") != null) {
      assertThat(missing).as("continuous integration must not skip this test").isEmpty();
    }
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
    var run = new FaultRun(folder);
    var plan =
        new PostgresCluster.Plan(folder, outside, hosts, FreePorts.next(PostgresCluster.PORTS));
    try (var cluster = PostgresCluster.start(plan)) {
      run.say("the databases run");
      try {
        run.startServers(List.of(outside, outside), cluster.serverOptions());
        run.check(name, load -> faults.happen(cluster, run, load));
      } finally {
        run.killServers();
        cluster.kill();
      }
    }
  }

  private void kill(PostgresCluster cluster, FaultRun run, ClusterLoad load) throws Exception {
    load.awaitProgress(0, 100);
    load.during(
        "the primary's PostgreSQL was killed",
        () -> {
          cluster.primary().killPostgres();
          progress(load);
        });
    cluster.awaitComplete();
    var primary = cluster.primary();
    load.during(
        "the new primary and its Patroni were killed",
        () -> {
          primary.kill();
          progress(load);
        });
    load.during(
        "a server of Gramme was killed",
        () -> {
          run.servers().get(1).kill();
          load.awaitProgress(0, 100);
        });
    primary.start();
    run.servers().get(1).startAgain();
    progress(load);
  }

  private void pause(PostgresCluster cluster, FaultRun run, ClusterLoad load) throws Exception {
    load.awaitProgress(0, 100);
    var primary = cluster.primary();
    load.during(
        "the primary was paused",
        () -> {
          primary.pause();
          progress(load);
        });
    primary.resume();
    run.say("the earlier primary resumes");
    progress(load);
    cluster.awaitComplete();
    load.runFor(5);
  }

  private void cutOff(Network network, PostgresCluster cluster, FaultRun run, ClusterLoad load)
      throws Exception {
    load.awaitProgress(0, 100);
    int primary = cluster.nodes().indexOf(cluster.primary());
    load.during(
        "the primary was cut off",
        () -> {
          network.cut(primary);
          progress(load);
        });
    network.heal(primary);
    run.say("the earlier primary is connected again");
    progress(load);
    cluster.awaitComplete();
    load.runFor(5);
  }

  /** Both servers must answer further requests. */
  private static void progress(ClusterLoad load) {
    load.awaitProgress(0, 100);
    load.awaitProgress(1, 100);
  }
}
