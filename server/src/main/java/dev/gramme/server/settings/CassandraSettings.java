package dev.gramme.server.settings;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The connection to a Cassandra cluster whose data several servers share.
 *
 * @param contactPoints some nodes
 * @param datacenter the data center whose nodes the server connects to
 * @param keyspace the keyspace of the tables of the first region
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

  /** Cassandra's limit for the name of a keyspace. */
  private static final int MAX_NAME_LENGTH = 48;

  public CassandraSettings {
    contactPoints = List.copyOf(contactPoints);
  }

  static Optional<CassandraSettings> read(SettingSources sources) throws SettingsException {
    var store = SharedStoreSettings.store(sources);
    var points = sources.value(Setting.CONTACT_POINTS);
    var login = Login.read(sources, Setting.CASSANDRA_USER, Setting.CASSANDRA_PASSWORD);
    if (!store.equals("cassandra")) {
      if (login.isPresent()) {
        throw new SettingsException("cassandra-user needs --store=cassandra");
      }
      if (!points.equals("none")) {
        throw new SettingsException("contact-points need --store=cassandra");
      }
      return Optional.empty();
    }
    SharedStoreSettings.require(sources, store, Setting.IN_MEMORY, "false");
    String keyspace = sources.value(Setting.KEYSPACE);
    if (!keyspace.matches("[a-z][a-z0-9_]{0,47}")) {
      throw Settings.wrong(sources, Setting.KEYSPACE, "lowercase letters, digits and underscores");
    }
    SharedStoreSettings.checkNames(sources, "keyspace", keyspace, MAX_NAME_LENGTH);
    return Optional.of(
        new CassandraSettings(
            addresses(sources, points),
            sources.value(Setting.DATACENTER),
            keyspace,
            Settings.number(sources, Setting.REPLICAS, 1, 9),
            Settings.number(sources, Setting.BUCKET_BITS, 0, MAX_BUCKET_BITS),
            Duration.ofMillis(Settings.number(sources, Setting.CLOCK_SKEW, 1, 1000)),
            login));
  }

  /**
   * The keyspace of a region.
   *
   * @param first the region whose data is in the keyspace of the setting itself
   */
  public String keyspaceOf(String region, String first) {
    return SharedStoreSettings.nameIn(region, first, keyspace);
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
