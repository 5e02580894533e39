package dev.gramme.server;

import dev.gramme.server.settings.CassandraSettings;
import dev.gramme.storage.Store;
import dev.gramme.storage.cassandra.CassandraStore;
import dev.gramme.storage.cassandra.options.CassandraSecurity;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import io.netty.channel.EventLoopGroup;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;

/** A store that many servers share, and what they cannot do with it yet. */
final class SharedStore {
  /**
   * Operations whose work goes on in the background of one server, or is counted there, and which
   * several servers would do twice or tell wrong.
   */
  static final Set<String> MISSING_OPERATIONS =
      Set.of(
          "CreateBackup",
          "RestoreTableFromBackup",
          "RestoreTableToPointInTime",
          "ImportTable",
          "ExportTableToPointInTime",
          "UpdateContributorInsights",
          "EnableKinesisStreamingDestination");

  private SharedStore() {}

  /**
   * Opens it.
   *
   * @param security how the server trusts the nodes, and logs in
   * @param loops by which it talks to the nodes
   */
  static Store open(CassandraSettings settings, CassandraSecurity security, EventLoopGroup loops) {
    var defaults =
        CassandraStoreOptions.of(
            settings.contactPoints(),
            new TablePlacement(settings.bucketBits()),
            InstantSource.system(),
            UUID::randomUUID);
    return CassandraStore.open(
        defaults
            .withDatacenter(settings.datacenter())
            .withKeyspace(settings.keyspace(), settings.replicas())
            .withSecurity(security)
            .withClocks(settings.skew(), defaults.snapshotLifetime()),
        loops);
  }
}
