package dev.gramme.server.settings;

import dev.gramme.engine.catalog.ControlPlaneLimits;
import dev.gramme.engine.catalog.ControlPlaneProfile;
import dev.gramme.engine.catalog.StateDelays;
import dev.gramme.engine.throttle.ThrottlingMode;
import dev.gramme.engine.write.TransactionConflicts;
import dev.gramme.model.Wording;
import dev.gramme.server.web.AllowedHosts;
import dev.gramme.server.web.AllowedOrigins;
import dev.gramme.storage.rocksdb.Durability;
import dev.gramme.transfer.s3.S3Endpoint;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The settings of a server.
 *
 * @param port 0 for any free one
 * @param origins the origins of web pages that may send requests
 * @param hosts the host names that clients may use for the server
 * @param console whether the console is served
 * @param admin the address of the pages for operators
 * @param tls certificates and trusted authorities
 * @param regions the regions that exist; empty if the settings name none
 * @param sharing which requests use the same database
 * @param peers the addresses of regions in other processes
 * @param replicationSecret the file with the secret that this server shares with its peers
 * @param archive where changes are sent continuously, empty for none
 * @param buckets the folder whose subfolders are the buckets of imports and exports
 * @param s3 the S3 endpoint of the buckets, empty if they are in the folder
 * @param cassandra the store that servers share in Cassandra, empty if the data is elsewhere
 * @param postgres the store that servers share in PostgreSQL, empty if the data is elsewhere
 * @param controlPlane delays and limits of changes of tables
 * @param throttling whether throughput limits requests
 * @param expiryDelay the least time between an item's expiry and its deletion
 * @param recoveryLag how far the latest restorable time is behind the current time
 * @param movableClock whether the clock may be advanced over HTTP
 * @param kafka the Kafka cluster that receives changes instead of Kinesis, empty for none
 * @param identities the file with users and their permissions, empty if access is not restricted
 * @param auditLog the file that logs authorization decisions, empty for none
 * @param functions whether functions may be bound over HTTP
 * @param disk the settings of the database on disk
 * @param vectorMemoryBytes heap for graphs of vector indexes, of all regions together
 * @param connections the most open connections of clients
 * @param connectionsPerAddress the most open connections from one IPv4 address or one IPv6 /64
 *     network
 * @param slow requests that take longer are logged
 * @param stopsWithInput whether the server stops when its standard input ends
 */
public record Settings(
    int port,
    String bind,
    AllowedOrigins origins,
    AllowedHosts hosts,
    boolean console,
    AdminSettings admin,
    TlsSettings tls,
    Path data,
    Optional<ArchiveSettings> archive,
    Path buckets,
    Optional<S3Endpoint> s3,
    Optional<CassandraSettings> cassandra,
    Optional<PostgresSettings> postgres,
    boolean inMemory,
    Durability durability,
    String account,
    String region,
    List<String> regions,
    DatabaseSharing sharing,
    Map<String, URI> peers,
    Optional<Path> replicationSecret,
    Wording wording,
    TransactionConflicts transactionConflicts,
    ControlPlaneProfile controlPlane,
    ThrottlingMode throttling,
    Duration expiryDelay,
    Duration recoveryLag,
    boolean movableClock,
    Optional<KafkaSettings> kafka,
    Optional<Path> identities,
    Optional<Path> auditLog,
    boolean functions,
    DiskSettings disk,
    long vectorMemoryBytes,
    int connections,
    int connectionsPerAddress,
    String logLevel,
    Duration slow,
    boolean stopsWithInput) {
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,6})(ms|s|m)");
  private static final long AUTO_VECTOR_SHARE = 4;

  public Settings {
    regions = List.copyOf(regions);
    peers = Map.copyOf(peers);
  }

  /**
   * Reads the settings.
   *
   * @param args the flags
   * @param variables the environment
   * @throws SettingsException if a setting is unknown or has an invalid value
   */
  public static Settings read(List<String> args, Map<String, String> variables)
      throws SettingsException {
    var sources = new SettingSources(args, variables);
    var _ = choice(sources, Setting.LIKE_AWS, "true", "false");
    if (!sources.value(Setting.HEAP).equals("auto")) {
      number(sources, Setting.HEAP, 32, 1 << 20);
    }
    var settings = of(sources);
    Exposure.check(sources, settings);
    OptionalLibrary.check(settings);
    if (settings.auditLog().isPresent() && settings.identities().isEmpty()) {
      throw new SettingsException(
          "audit-log needs identities: without them, requests have no known sender");
    }
    if (settings.archive().isPresent() && !settings.isOnDisk()) {
      throw new SettingsException("archive needs a database on disk: only its files are archived");
    }
    if (settings.sharing() != DatabaseSharing.REGION && settings.regionsAreFixed()) {
      throw new SettingsException(
          "databases=%s does not work with regions, peers, identities or a shared store"
              .formatted(sources.value(Setting.DATABASES)));
    }
    if (settings.tls().kafkaCa().isPresent() && settings.kafka().isEmpty()) {
      throw new SettingsException("kafka-ca needs kafka: no broker is set");
    }
    return settings;
  }

  private static Settings of(SettingSources sources) throws SettingsException {
    return new Settings(
        number(sources, Setting.PORT, 0, 65_535),
        sources.value(Setting.BIND),
        WebSettings.origins(sources),
        WebSettings.hosts(sources, Setting.BIND),
        WebSettings.console(sources),
        AdminSettings.read(sources),
        TlsSettings.read(sources),
        folder(sources),
        ArchiveSettings.of(sources),
        buckets(sources),
        BucketSettings.s3(sources),
        CassandraSettings.read(sources),
        PostgresSettings.read(sources),
        isInMemory(sources),
        Durability.valueOf(upper(choice(sources, Setting.DURABILITY, "sync", "relaxed"))),
        account(sources),
        sources.value(Setting.REGION),
        RegionSettings.regions(sources.value(Setting.REGIONS)),
        DatabaseSharing.valueOf(upper(choice(sources, Setting.DATABASES, "all", "region", "key"))),
        RegionSettings.peers(sources.value(Setting.PEERS)),
        file(sources, Setting.REPLICATION_SECRET),
        Wording.valueOf(upper(choice(sources, Setting.WORDING, "classic", "current"))),
        TransactionConflicts.valueOf(
            upper(choice(sources, Setting.TRANSACTION_CONFLICTS, "wait", "report"))),
        controlPlane(sources),
        ThrottlingMode.valueOf(upper(choice(sources, Setting.THROTTLING, "none", "service"))),
        Duration.ofSeconds(number(sources, Setting.EXPIRY_DELAY, 0, Integer.MAX_VALUE)),
        Duration.ofSeconds(number(sources, Setting.RECOVERY_LAG, 0, 86_400)),
        choice(sources, Setting.MOVABLE_CLOCK, "true", "false").equals("true"),
        KafkaSettings.read(sources),
        file(sources, Setting.IDENTITIES),
        file(sources, Setting.AUDIT_LOG),
        choice(sources, Setting.FUNCTIONS, "true", "false").equals("true"),
        DiskSettings.of(sources),
        vectorMemoryBytes(sources),
        number(sources, Setting.CONNECTIONS, 1, 1 << 20),
        number(sources, Setting.CONNECTIONS_PER_ADDRESS, 1, 1 << 20),
        choice(sources, Setting.LOG_LEVEL, "error", "warn", "info", "debug", "trace"),
        Duration.ofMillis(number(sources, Setting.SLOW, 0, Integer.MAX_VALUE)),
        choice(sources, Setting.STOP_WITH_INPUT, "true", "false").equals("true"));
  }

  /** Whether the databases are in the data folder. */
  public boolean isOnDisk() {
    return !inMemory && !isShared();
  }

  /** Whether several servers may use the same data. */
  public boolean isShared() {
    return cassandra.isPresent() || postgres.isPresent();
  }

  /**
   * Whether operators need the admin token: to move the clock, to bind functions, to read items
   * where identities protect them, or because other machines reach the pages. (The checkpoint page
   * of a database on disk needs the token in any case.)
   */
  public boolean needsAdminToken() {
    return movableClock || functions || identities.isPresent() || admin.isExposed();
  }

  /** Whether only the regions that the settings name exist. */
  public boolean regionsAreFixed() {
    return !regions.isEmpty() || !peers.isEmpty() || identities.isPresent() || isShared();
  }

  private static ControlPlaneProfile controlPlane(SettingSources sources) throws SettingsException {
    return new ControlPlaneProfile(
        stateDelays(sources),
        ControlPlaneLimits.valueOf(
            upper(choice(sources, Setting.CONTROL_PLANE_LIMITS, "none", "service"))));
  }

  private static StateDelays stateDelays(SettingSources sources) throws SettingsException {
    var value = sources.value(Setting.STATE_DELAYS).toLowerCase(Locale.ROOT);
    if (value.equals("none")) {
      return StateDelays.NONE;
    }
    if (value.equals("service")) {
      return StateDelays.SERVICE;
    }
    var duration = DURATION.matcher(value);
    if (!duration.matches()) {
      throw wrong(
          sources,
          Setting.STATE_DELAYS,
          "none, service, or a duration such as 200ms, 5s or 2m, with six digits at most");
    }
    long number = Long.parseLong(duration.group(1));
    return StateDelays.of(
        switch (duration.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          default -> Duration.ofMinutes(number);
        });
  }

  private static String upper(String value) {
    return value.toUpperCase(Locale.ROOT);
  }

  static int number(SettingSources sources, Setting setting, int least, int most)
      throws SettingsException {
    var value = sources.value(setting);
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw wrong(sources, setting, "a number from " + least + " to " + most);
    }
    throw wrong(sources, setting, "a number from " + least + " to " + most);
  }

  static String choice(SettingSources sources, Setting setting, String... choices)
      throws SettingsException {
    var value = sources.value(setting).toLowerCase(Locale.ROOT);
    if (!List.of(choices).contains(value)) {
      throw wrong(sources, setting, "one of " + String.join(", ", choices));
    }
    return value;
  }

  static boolean isInMemory(SettingSources sources) throws SettingsException {
    return choice(sources, Setting.IN_MEMORY, "true", "false").equals("true");
  }

  /** The folder of the secrets that the server generates. */
  static Path securityFolder(SettingSources sources) throws SettingsException {
    return folder(sources).resolve("security");
  }

  private static Path folder(SettingSources sources) throws SettingsException {
    var value = sources.value(Setting.DATA);
    if (value.isBlank()) {
      throw wrong(sources, Setting.DATA, "the name of a folder");
    }
    return Path.of(value);
  }

  private static Path buckets(SettingSources sources) throws SettingsException {
    var value = sources.value(Setting.BUCKETS);
    return value.equals(Setting.BUCKETS.defaultValue())
        ? folder(sources).resolve("buckets")
        : Path.of(value);
  }

  private static long vectorMemoryBytes(SettingSources sources) throws SettingsException {
    if (!sources.value(Setting.VECTOR_MEMORY).equals("auto")) {
      return (long) number(sources, Setting.VECTOR_MEMORY, 0, 1 << 20) << 20;
    }
    // On a shared store a graph needs a log of its table, which makes writes on Cassandra slow.
    return CassandraSettings.read(sources).isPresent()
        ? 0
        : Runtime.getRuntime().maxMemory() / AUTO_VECTOR_SHARE;
  }

  static Optional<Path> file(SettingSources sources, Setting setting) throws SettingsException {
    var value = sources.value(setting);
    if (value.isBlank()) {
      throw wrong(sources, setting, "the name of a file");
    }
    return value.equals(setting.defaultValue()) ? Optional.empty() : Optional.of(Path.of(value));
  }

  private static String account(SettingSources sources) throws SettingsException {
    var value = sources.value(Setting.ACCOUNT);
    if (!value.matches("[0-9]{12}")) {
      throw wrong(sources, Setting.ACCOUNT, "twelve digits");
    }
    return value;
  }

  static SettingsException wrong(SettingSources sources, Setting setting, String allowed) {
    return new SettingsException(
        "%s is \"%s\", but must be %s"
            .formatted(sources.origin(setting), sources.value(setting), allowed));
  }
}
