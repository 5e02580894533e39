package dev.gramme.storage.cassandra;

import dev.gramme.cluster.CassandraCluster;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.options.Placement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One Cassandra node for all tests of this process, with a separate store for each test. */
public final class TestCassandra {
  /** The first byte of keys whose bucket Cassandra refuses to read. */
  static final byte UNREADABLE = 'U';

  private static final AtomicInteger STORES = new AtomicInteger();

  private TestCassandra() {}

  private static final class Running {
    private static final List<InetSocketAddress> ADDRESSES = start();

    private static List<InetSocketAddress> start() {
      // During development, the tests can use a running node.
      String given = System.getProperty("gramme.test.cassandra");
      if (given != null) {
        return List.of(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(given)));
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
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Options of a new store. All stores share one keyspace, because creating tables takes seconds;
   * each has buckets of its own.
   */
  public static CassandraStoreOptions options() {
    return options(InstantSource.system());
  }

  /** Options of a new store with a clock. */
  public static CassandraStoreOptions options(InstantSource clock) {
    String prefix = ProcessHandle.current().pid() + "." + STORES.incrementAndGet() + ".";
    return CassandraStoreOptions.builder(
            Running.ADDRESSES,
            new TestPlacement(prefix.getBytes(StandardCharsets.US_ASCII)),
            clock,
            UUID::randomUUID)
        .keyspace("tests")
        .replicas(1)
        .skew(Duration.ofMillis(2))
        .build();
  }

  /** How many statements a store executes during some work. */
  public static int statements(CassandraStore store, Runnable work) {
    double before = Objects.requireNonNull(store.metrics().get("statements_total"));
    work.run();
    return (int) (Objects.requireNonNull(store.metrics().get("statements_total")) - before);
  }

  /**
   * Keys with the same first byte share a bucket, and each store has buckets of its own. A key of
   * two bytes that begins with G holds the schema version of the keys that begin with the second
   * byte. Keys that begin with D are derived. Cassandra refuses to read the bucket of keys that
   * begin with {@link #UNREADABLE}.
   */
  private static final class TestPlacement implements Placement {
    private static final int LONGER_THAN_PARTITION_KEYS = 70_000;

    private final byte[] prefix;

    TestPlacement(byte[] prefix) {
      this.prefix = prefix;
    }

    @Override
    public byte[] bucket(byte[] key) {
      if (key.length > 0 && key[0] == UNREADABLE) {
        return new byte[LONGER_THAN_PARTITION_KEYS];
      }
      byte[] bucket = Arrays.copyOf(prefix, prefix.length + Math.min(1, key.length));
      if (key.length > 0) {
        bucket[prefix.length] = key[0];
      }
      return bucket;
    }

    @Override
    public byte @Nullable [] schemaVersionScope(byte[] key) {
      return key.length == 2 && key[0] == 'G' ? new byte[] {key[1]} : null;
    }

    @Override
    public boolean isDerived(byte[] bucket) {
      return bucket.length == prefix.length + 1 && bucket[prefix.length] == 'D';
    }

    @Override
    public String name() {
      return "first byte, for tests";
    }
  }
}
