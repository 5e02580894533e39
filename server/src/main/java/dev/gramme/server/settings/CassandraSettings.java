package dev.gramme.server.settings;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The connection to a Cassandra cluster whose data several servers share.
 *
 * @param contactPoints some nodes
 * @param datacenter the data center whose nodes the server connects to
 * @param keyspace the keyspace of the tables
 * @param replicas the replication factor of the keyspace; used only when it is created
 * @param bucketBits how many bits of the hash of the partition key select the partition in
 *     Cassandra
 * @param skew the largest difference between clocks
 * @param login the server's login at the nodes; empty if they require none
 */
public record CassandraSettings(
    List<InetSocketAddress> contactPoints,
    String datacenter,
    String keyspace,
    int replicas,
    int bucketBits,
    Duration skew,
    Optional<Login> login) {
  private static final int MAX_BUCKET_BITS = 16;

  /** Settings that are only right if there is one server, with the values that they must have. */
  private static final Map<Setting, String> FOR_ONE_SERVER =
      Map.of(
          Setting.THROTTLING, "none",
          Setting.TRANSACTION_CONFLICTS, "wait",
          Setting.STATE_DELAYS, "none",
          Setting.CONTROL_PLANE_LIMITS, "none",
          Setting.REGIONS, "none",
          Setting.PEERS, "none",
          Setting.KAFKA, "none",
          Setting.FUNCTIONS, "false",
          Setting.MOVABLE_CLOCK, "false",
          Setting.IN_MEMORY, "false");

  public CassandraSettings {
    contactPoints = List.copyOf(contactPoints);
  }

  static Optional<CassandraSettings> read(SettingSources sources) throws SettingsException {
    var store = Settings.choice(sources, Setting.STORE, "rocksdb", "cassandra");
    var points = sources.value(Setting.CONTACT_POINTS);
    var login = Login.read(sources, Setting.CASSANDRA_USER, Setting.CASSANDRA_PASSWORD);
    if (store.equals("rocksdb")) {
      if (login.isPresent()) {
        throw new SettingsException("cassandra-user needs --store=cassandra");
      }
      if (!points.equals("none")) {
        throw new SettingsException("contact-points need --store=cassandra");
      }
      return Optional.empty();
    }
    for (var single : FOR_ONE_SERVER.entrySet()) {
      if (!sources.value(single.getKey()).equals(single.getValue())) {
        throw new SettingsException(
            "--store=cassandra cannot be combined with %s: servers that share a store do not support it yet"
                .formatted(sources.origin(single.getKey())));
      }
    }
    if (!sources.value(Setting.KEYSPACE).matches("[a-z][a-z0-9_]{0,47}")) {
      throw Settings.wrong(sources, Setting.KEYSPACE, "lowercase letters, digits and underscores");
    }
    return Optional.of(
        new CassandraSettings(
            addresses(sources, points),
            sources.value(Setting.DATACENTER),
            sources.value(Setting.KEYSPACE),
            Settings.number(sources, Setting.REPLICAS, 1, 9),
            Settings.number(sources, Setting.BUCKET_BITS, 0, MAX_BUCKET_BITS),
            Duration.ofMillis(Settings.number(sources, Setting.CLOCK_SKEW, 1, 1000)),
            login));
  }

  private static List<InetSocketAddress> addresses(SettingSources sources, String points)
      throws SettingsException {
    if (!points.matches("[^,:\\s]+:[0-9]{1,5}(,[^,:\\s]+:[0-9]{1,5})*")) {
      throw Settings.wrong(
          sources, Setting.CONTACT_POINTS, "addresses of nodes, such as 127.0.0.1:9042");
    }
    var addresses = new ArrayList<InetSocketAddress>();
    for (String point : points.split(",")) {
      int colon = point.indexOf(':');
      int port = Integer.parseInt(point.substring(colon + 1));
      if (port > 65_535) {
        throw Settings.wrong(sources, Setting.CONTACT_POINTS, "addresses with ports up to 65535");
      }
      addresses.add(new InetSocketAddress(point.substring(0, colon), port));
    }
    return addresses;
  }
}
