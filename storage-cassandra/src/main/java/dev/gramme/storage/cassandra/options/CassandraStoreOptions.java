package dev.gramme.storage.cassandra.options;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The options of a store.
 *
 * @param contactPoints some nodes; the driver discovers the others
 * @param datacenter the data center whose nodes receive the requests
 * @param keyspace the keyspace of the tables; created if it does not exist
 * @param replicas how many nodes store each row; used only when the keyspace is created
 * @param placement which keys share a bucket
 * @param clock this server's clock, which sets the time of snapshots; nodes have their own clocks
 * @param skew the largest difference between the clocks of servers and nodes; opening a snapshot
 *     takes twice as long
 * @param snapshotLifetime how long a snapshot can be read
 * @param transactions how many transactions run at the same time; others wait
 * @param patience how long the store tries to resolve an in-doubt transaction
 * @param ids makes unique ids
 * @param security how the store verifies the nodes and logs in
 */
public record CassandraStoreOptions(
    List<InetSocketAddress> contactPoints,
    String datacenter,
    String keyspace,
    int replicas,
    Placement placement,
    InstantSource clock,
    Duration skew,
    Duration snapshotLifetime,
    int transactions,
    Duration patience,
    Supplier<UUID> ids,
    CassandraSecurity security) {
  private static final Duration DEFAULT_SKEW = Duration.ofMillis(5);
  private static final Duration DEFAULT_LIFETIME = Duration.ofMinutes(1);
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(60);
  private static final int DEFAULT_TRANSACTIONS = 64;

  public CassandraStoreOptions {
    contactPoints = List.copyOf(contactPoints);
    if (!keyspace.matches("[a-z][a-z0-9_]{0,47}")) {
      throw new IllegalArgumentException(
          "a keyspace name begins with a-z and has up to 48 of a-z, 0-9 and underscore");
    }
  }

  /** Options with three replicas in {@code datacenter1}, Cassandra's default data center. */
  public static CassandraStoreOptions of(
      List<InetSocketAddress> contactPoints,
      Placement placement,
      InstantSource clock,
      Supplier<UUID> ids) {
    return new CassandraStoreOptions(
        contactPoints,
        "datacenter1",
        "gramme",
        3,
        placement,
        clock,
        DEFAULT_SKEW,
        DEFAULT_LIFETIME,
        DEFAULT_TRANSACTIONS,
        DEFAULT_PATIENCE,
        ids,
        CassandraSecurity.NONE);
  }

  /** A copy with another keyspace and number of replicas. */
  public CassandraStoreOptions withKeyspace(String otherKeyspace, int otherReplicas) {
    return new CassandraStoreOptions(
        contactPoints,
        datacenter,
        otherKeyspace,
        otherReplicas,
        placement,
        clock,
        skew,
        snapshotLifetime,
        transactions,
        patience,
        ids,
        security);
  }

  /** A copy with another placement. */
  public CassandraStoreOptions withPlacement(Placement other) {
    return new CassandraStoreOptions(
        contactPoints,
        datacenter,
        keyspace,
        replicas,
        other,
        clock,
        skew,
        snapshotLifetime,
        transactions,
        patience,
        ids,
        security);
  }

  /** A copy with another data center. */
  public CassandraStoreOptions withDatacenter(String other) {
    return new CassandraStoreOptions(
        contactPoints,
        other,
        keyspace,
        replicas,
        placement,
        clock,
        skew,
        snapshotLifetime,
        transactions,
        patience,
        ids,
        security);
  }

  /** A copy with another clock skew and snapshot lifetime. */
  public CassandraStoreOptions withClocks(Duration otherSkew, Duration otherLifetime) {
    return new CassandraStoreOptions(
        contactPoints,
        datacenter,
        keyspace,
        replicas,
        placement,
        clock,
        otherSkew,
        otherLifetime,
        transactions,
        patience,
        ids,
        security);
  }

  /** A copy with other security. */
  public CassandraStoreOptions withSecurity(CassandraSecurity other) {
    return new CassandraStoreOptions(
        contactPoints,
        datacenter,
        keyspace,
        replicas,
        placement,
        clock,
        skew,
        snapshotLifetime,
        transactions,
        patience,
        ids,
        other);
  }
}
