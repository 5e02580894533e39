package dev.gramme.conformance.support;

import dev.gramme.cluster.CassandraCluster;
import dev.gramme.server.Node;
import dev.gramme.server.settings.Settings;
import dev.gramme.storage.postgres.TestPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Servers whose data is in a store of one kind. Closing this stops them and the store. */
public final class StoreServers implements AutoCloseable {
  private static final AtomicInteger KEYSPACES = new AtomicInteger();

  private final Path folder;
  private final List<String> store;
  private final @Nullable CassandraCluster cluster;
  private final List<Node> running = new ArrayList<>();

  private StoreServers(Path folder, List<String> store, @Nullable CassandraCluster cluster) {
    this.folder = folder;
    this.store = store;
    this.cluster = cluster;
  }

  /**
   * Servers in memory. Each has its own data.
   *
   * @param folder an empty folder
   */
  public static StoreServers inMemory(Path folder) {
    return new StoreServers(folder, List.of("--in-memory"), null);
  }

  /**
   * Servers on RocksDB. Only one can run at a time.
   *
   * @param folder an empty folder
   */
  public static StoreServers onRocksDb(Path folder) {
    return new StoreServers(folder, List.of(), null);
  }

  /**
   * Servers on an empty database in PostgreSQL.
   *
   * @param folder an empty folder
   */
  public static StoreServers onPostgres(Path folder) {
    return new StoreServers(
        folder,
        List.of(
            "--store=postgres",
            "--postgres-url=" + TestPostgres.urlWithoutUser(),
            "--postgres-user=" + TestPostgres.USER,
            "--postgres-password=" + TestPostgres.passwordFile(folder),
            "--postgres-connections=4",
            "--postgres-schema=" + TestPostgres.options().schema()),
        null);
  }

  /**
   * Servers on an empty database in Cassandra. Starts a node, unless the system property {@code
   * gramme.test.cassandra} has the port of a running one.
   *
   * @param folder an empty folder
   */
  public static StoreServers onCassandra(Path folder) throws Exception {
    String port = System.getProperty("gramme.test.cassandra", "");
    CassandraCluster cluster = null;
    if (port.isEmpty()) {
      cluster =
          CassandraCluster.start(
              CassandraCluster.Plan.of(
                  Path.of("..").toAbsolutePath().normalize(), folder.resolve("nodes"), 1));
      port = Integer.toString(cluster.addresses().getFirst().getPort());
    }
    String keyspace =
        "c%dn%d".formatted(ProcessHandle.current().pid(), KEYSPACES.incrementAndGet());
    return new StoreServers(
        folder,
        List.of(
            "--store=cassandra",
            "--contact-points=127.0.0.1:" + port,
            "--keyspace=" + keyspace,
            "--replicas=1",
            "--bucket-bits=3"),
        cluster);
  }

  /** Starts a server with further settings at a free port. */
  public Node start(String... settings) throws Exception {
    var flags = new ArrayList<>(List.of("--port=0", "--data=" + folder.resolve("data")));
    flags.addAll(store);
    flags.addAll(List.of(settings));
    var node = Node.start(Settings.read(flags, Map.of()));
    running.add(node);
    return node;
  }

  /** Stops a server. */
  public void stop(Node node) {
    running.remove(node);
    node.close();
  }

  @Override
  public void close() {
    running.reversed().forEach(Node::close);
    if (cluster != null) {
      cluster.close();
    }
  }
}
