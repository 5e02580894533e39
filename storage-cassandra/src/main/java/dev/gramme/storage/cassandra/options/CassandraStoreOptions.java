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
  public CassandraStoreOptions {
    contactPoints = List.copyOf(contactPoints);
    if (!keyspace.matches("[a-z][a-z0-9_]{0,47}")) {
      throw new IllegalArgumentException(
          "a keyspace name begins with a-z and has up to 48 of a-z, 0-9 and underscore");
    }
  }

  /** A builder that begins with three replicas in Cassandra's default data center. */
  public static Builder builder(
      List<InetSocketAddress> contactPoints,
      Placement placement,
      InstantSource clock,
      Supplier<UUID> ids) {
    return new Builder(contactPoints, placement, clock, ids);
  }

  /** A builder that begins with these options. */
  public Builder toBuilder() {
    var builder = new Builder(contactPoints, placement, clock, ids);
    builder.datacenter = datacenter;
    builder.keyspace = keyspace;
    builder.replicas = replicas;
    builder.skew = skew;
    builder.snapshotLifetime = snapshotLifetime;
    builder.transactions = transactions;
    builder.patience = patience;
    builder.security = security;
    return builder;
  }

  /** Builds options that differ from the defaults in some values. */
  public static final class Builder {
    private final List<InetSocketAddress> contactPoints;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private Placement placement;
    private String datacenter = "datacenter1";
    private String keyspace = "gramme";
    private int replicas = 3;
    private Duration skew = Duration.ofMillis(5);
    private Duration snapshotLifetime = Duration.ofMinutes(1);
    private int transactions = 64;
    private Duration patience = Duration.ofSeconds(60);
    private CassandraSecurity security = CassandraSecurity.NONE;

    private Builder(
        List<InetSocketAddress> contactPoints,
        Placement placement,
        InstantSource clock,
        Supplier<UUID> ids) {
      this.contactPoints = contactPoints;
      this.placement = placement;
      this.clock = clock;
      this.ids = ids;
    }

    /** Which keys share a bucket. */
    public Builder placement(Placement value) {
      placement = value;
      return this;
    }

    /** The data center whose nodes receive the requests. */
    public Builder datacenter(String value) {
      datacenter = value;
      return this;
    }

    /** The keyspace of the tables. */
    public Builder keyspace(String value) {
      keyspace = value;
      return this;
    }

    /** How many nodes store each row, if the keyspace does not exist. */
    public Builder replicas(int value) {
      replicas = value;
      return this;
    }

    /** The largest difference between the clocks of servers and nodes. */
    public Builder skew(Duration value) {
      skew = value;
      return this;
    }

    /** How long a snapshot can be read. */
    public Builder snapshotLifetime(Duration value) {
      snapshotLifetime = value;
      return this;
    }

    /** How many transactions run at the same time. */
    public Builder transactions(int value) {
      transactions = value;
      return this;
    }

    /** How long the store tries to resolve an in-doubt transaction. */
    public Builder patience(Duration value) {
      patience = value;
      return this;
    }

    /** How the store verifies the nodes and logs in. */
    public Builder security(CassandraSecurity value) {
      security = value;
      return this;
    }

    /** The options. */
    public CassandraStoreOptions build() {
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
          security);
    }
  }
}
