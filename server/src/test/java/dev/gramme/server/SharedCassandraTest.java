package dev.gramme.server;

import dev.gramme.cluster.CassandraCluster;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Two servers on one Cassandra. {@link SharedPostgresTest} runs this contract in every build. */
@Tag("long")
@ResourceLock("nodes of Cassandra")
final class SharedCassandraTest extends SharedStoreContract {
  private @Nullable CassandraCluster cluster;
  private String points = "";
  private int emptyStores;

  @Override
  List<String> startStore(Path folder) throws Exception {
    points = System.getProperty("gramme.test.cassandra", "");
    if (points.isEmpty()) {
      var started =
          CassandraCluster.start(
              CassandraCluster.Plan.of(Path.of("..").toAbsolutePath().normalize(), folder, 1));
      cluster = started;
      points = Integer.toString(started.addresses().getFirst().getPort());
    }
    return settings("s");
  }

  @Override
  List<String> emptyStore(Path folder) {
    return settings("e" + ++emptyStores + "_");
  }

  private List<String> settings(String keyspace) {
    return List.of(
        "--store=cassandra",
        "--contact-points=127.0.0.1:" + points,
        "--keyspace=" + keyspace + ProcessHandle.current().pid(),
        "--replicas=1",
        "--bucket-bits=3");
  }

  @Override
  void stopStore() {
    if (cluster != null) {
      cluster.close();
    }
  }
}
