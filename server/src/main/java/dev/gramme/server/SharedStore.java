package dev.gramme.server;

import dev.gramme.server.settings.CassandraSettings;
import dev.gramme.storage.Store;
import dev.gramme.storage.cassandra.CassandraStore;
import dev.gramme.storage.cassandra.options.CassandraSecurity;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import io.netty.channel.EventLoopGroup;
import java.time.InstantSource;
import java.util.UUID;

/** Opens the store that several servers share in Cassandra. */
final class SharedStore {
  private SharedStore() {}

  /**
   * Opens the store on Cassandra.
   *
   * @param keyspace the keyspace of the region
   * @param security the trusted authorities and the login
   * @param loops the event loops for the traffic with the nodes
   */
  static Store cassandra(
      CassandraSettings settings,
      String keyspace,
      CassandraSecurity security,
      EventLoopGroup loops) {
    var options =
        CassandraStoreOptions.builder(
                settings.contactPoints(),
                new TablePlacement(settings.bucketBits()),
                InstantSource.system(),
                UUID::randomUUID)
            .datacenter(settings.datacenter())
            .keyspace(keyspace)
            .replicas(settings.replicas())
            .skew(settings.skew())
            .security(security)
            .build();
    return CassandraStore.open(options, loops);
  }
}
