package dev.gramme.storage.cassandra;

import dev.gramme.cluster.CassandraCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One node of Cassandra for all tests of this process, and a keyspace for each test. */
final class TestCassandra {
  private static final AtomicInteger KEYSPACES = new AtomicInteger();

  private TestCassandra() {}

  private static final class Running {
    private static final List<InetSocketAddress> ADDRESSES = start();

    private static List<InetSocketAddress> start() {
      // A node that runs already, while one works on the store.
      String given = System.getProperty("gramme.test.cassandra");
      if (given != null) {
        return List.of(new InetSocketAddress("127.0.0.1", Integer.parseInt(given)));
      }
      try {
        Path folder = Files.createTempDirectory("gramme-cassandra");
        var cluster =
            CassandraCluster.start(
                CassandraCluster.Plan.of(Path.of("..").toAbsolutePath().normalize(), folder, 1));
        Runtime.getRuntime()
            .addShutdownHook(
                new Thread(() -> {
                  cluster.nodes().forEach(node -> node.kill());
                  delete(folder);
                }));
        return cluster.addresses();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Options for a keyspace of its own. */
  static CassandraStoreOptions options() {
    String keyspace =
        "t" + ProcessHandle.current().pid() + "_" + KEYSPACES.incrementAndGet();
    return CassandraStoreOptions.of(
            Running.ADDRESSES, Placement.prefix(1), InstantSource.system())
        .withKeyspace(keyspace, 1)
        .withClocks(Duration.ofMillis(2), Duration.ofMinutes(1));
  }
}
