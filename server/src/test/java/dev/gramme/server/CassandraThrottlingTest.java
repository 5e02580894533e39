package dev.gramme.server;

import dev.gramme.cluster.CassandraCluster;
import dev.gramme.storage.Store;
import dev.gramme.storage.cassandra.CassandraStore;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Two servers that divide the throughput of a table in Cassandra. {@link PostgresThrottlingTest}
 * runs this contract in every build.
 */
@Tag("long")
@ResourceLock("nodes of Cassandra")
final class CassandraThrottlingTest extends SharedThrottlingContract {
  private static final AtomicInteger KEYSPACES = new AtomicInteger();

  @TempDir static Path folder;
  private static @Nullable CassandraCluster cluster;
  private static int port;

  private final String keyspace =
      "throttling%d_%d".formatted(ProcessHandle.current().pid(), KEYSPACES.incrementAndGet());

  @BeforeAll
  static void startCluster() throws Exception {
    String given = System.getProperty("gramme.test.cassandra");
    if (given == null) {
      var started =
          CassandraCluster.start(
              CassandraCluster.Plan.of(Path.of("..").toAbsolutePath().normalize(), folder, 1));
      cluster = started;
      port = started.addresses().getFirst().getPort();
    } else {
      port = Integer.parseInt(given);
    }
  }

  @AfterAll
  static void stopCluster() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Override
  Store connect() {
    var points = List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return CassandraStore.open(
        CassandraStoreOptions.builder(
                points, new TablePlacement(3), InstantSource.system(), UUID::randomUUID)
            .keyspace(keyspace)
            .replicas(1)
            .build());
  }
}
