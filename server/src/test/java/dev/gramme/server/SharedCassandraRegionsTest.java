package dev.gramme.server;

import dev.gramme.cluster.CassandraCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Servers with two regions on one Cassandra. */
@Tag("long")
@ResourceLock("nodes of Cassandra")
final class SharedCassandraRegionsTest extends SharedRegionsContract {
  private static final AtomicInteger KEYSPACES = new AtomicInteger();

  private static @Nullable CassandraCluster cluster;
  private static String points = "";

  private final String keyspace = name();
  private final String otherKeyspace = name();

  @BeforeAll
  static void start(@TempDir Path nodes) throws Exception {
    points = System.getProperty("gramme.test.cassandra", "");
    if (points.isEmpty()) {
      var started =
          CassandraCluster.start(
              CassandraCluster.Plan.of(Path.of("..").toAbsolutePath().normalize(), nodes, 1));
      cluster = started;
      points = Integer.toString(started.addresses().getFirst().getPort());
    }
  }

  @AfterAll
  static void stopNodes() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static String name() {
    return "r" + ProcessHandle.current().pid() + "n" + KEYSPACES.incrementAndGet();
  }

  @Override
  List<String> store() {
    return settings(keyspace);
  }

  @Override
  List<String> otherStore() {
    return settings(otherKeyspace);
  }

  private static List<String> settings(String name) {
    return List.of(
        "--store=cassandra",
        "--contact-points=127.0.0.1:" + points,
        "--keyspace=" + name,
        "--replicas=1",
        "--bucket-bits=3");
  }
}
