package dev.gramme.storage.cassandra;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * How a store is opened.
 *
 * @param contactPoints some nodes, from which the driver learns of the others
 * @param datacenter the data center whose nodes are asked
 * @param keyspace where the tables are; made if it is not there
 * @param replicas how many nodes keep each row, if the keyspace is made
 * @param placement which keys are together
 * @param clock the time by which snapshots are taken; the nodes have their own
 * @param skew by how much the clocks of servers and nodes may differ; a snapshot takes twice that
 *     long
 * @param snapshotLifetime how long a snapshot can be read
 * @param transactions how many run at a time; others wait
 * @param patience how long it is tried to find out what became of a transaction
 * @param ids makes unique ids
 * @param security how the store trusts the nodes, and logs in
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
          "a keyspace has a name of small letters, digits and underscores");
    }
  }

  /** Options with three replicas in the data center that Cassandra names by itself. */
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

  /** The same in another keyspace. */
  public CassandraStoreOptions withKeyspace(String other, int copies) {
    return new CassandraStoreOptions(
        contactPoints,
        datacenter,
        other,
        copies,
        placement,
        clock,
        skew,
        snapshotLifetime,
        transactions,
        patience,
        ids,
        security);
  }

  /** The same with another placement. */
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

  /** The same in another data center. */
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

  /** The same with other bounds for clocks and snapshots. */
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

  /** The same with other security. */
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
