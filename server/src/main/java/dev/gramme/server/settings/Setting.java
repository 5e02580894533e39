package dev.gramme.server.settings;

import java.util.Locale;

/**
 * A setting: {@code --name value} on the command line, {@code GRAMME_NAME=value} in the
 * environment, or {@code name=value} in the settings file, in this order of precedence.
 */
public enum Setting {
  PORT("8000", "NUMBER", "the port to listen on; 0 takes a free one"),
  BIND("127.0.0.1", "ADDRESS", "the address to listen on; 0.0.0.0 for all"),
  CORS(
      "none",
      "none|ORIGIN,...|*",
      "origins whose web pages may send requests, such as http://localhost:3000; * allows every origin"),
  ALLOWED_HOSTS(
      "none",
      "NAME,...",
      "host names that clients may use for the server, in addition to localhost and"
          + " 127.0.0.1; other names are refused if the server listens on loopback or if this"
          + " setting is given"),
  CONSOLE(
      "auto",
      "auto|on|off",
      "the console for browsers at /console; auto: on if --bind is loopback, see docs/console.md"),
  ADMIN_BIND(
      "127.0.0.1",
      "ADDRESS",
      "the address of the pages for operators and of replication, such as /metrics and /clock"),
  ADMIN_PORT(
      "auto",
      "NUMBER|auto",
      "the port of these pages; auto is --port plus 10000 (minus 10000 above 55535), or any free one if --port is 0"),
  ADMIN_TOKEN(
      "<data>/security/admin-token",
      "FILE",
      "the token for changes on these pages and for reads from other machines; created if the"
          + " file is missing, reloaded when it changes; with --in-memory and without a file,"
          + " each start makes one"),
  ADMIN_CLIENT_CA(
      "none",
      "FILE",
      "CA certificates in PEM: operators and peers must present a certificate that one"
          + " of them has signed"),
  TLS(
      "none",
      "none|self-signed",
      "self-signed: use TLS with a generated certificate, for experiments"),
  TLS_CERTIFICATE(
      "none", "FILE", "use TLS with this certificate chain in PEM; reloaded when it changes"),
  TLS_KEY("none", "FILE", "the private key of the TLS certificate, in PEM as PKCS #8"),
  INSECURE(
      "false",
      "",
      "allow other machines to connect (--bind, --admin-bind) without TLS and identities"),
  DATA("./data", "FOLDER", "the folder of the database"),
  ARCHIVE(
      "none",
      "FOLDER|s3://BUCKET/PREFIX",
      "where all changes of the databases are sent continuously, see docs/backups.md"),
  ARCHIVE_INTERVAL("5", "SECONDS", "the time between two shipments to the archive"),
  ARCHIVE_LOG(
      "4096",
      "MB",
      "the maximum size of the log that is kept for the archive, for each region; the"
          + " log that the database itself needs is not counted"),
  ARCHIVE_KEEP("7", "DAYS", "for how many days back the archive can restore any point in time"),
  BUCKETS(
      "<data>/buckets",
      "FOLDER",
      "the folder whose subfolders are the buckets of imports and exports, unless"
          + " --s3-endpoint is given"),
  S3_ENDPOINT(
      "none",
      "URL",
      "S3 or a compatible service: for the buckets of imports and exports (instead of"
          + " --buckets), for --archive s3:// and for backups in s3://"),
  S3_REGION("us-east-1", "NAME", "the region of the S3 endpoint"),
  S3_ACCESS_KEY(
      "none", "KEY", "the access key for S3; none: use the default credentials of the AWS SDK"),
  S3_SECRET_KEY(
      "none",
      "SECRET",
      "the secret of --s3-access-key; better set in the environment or in the settings" + " file"),
  S3_ADDRESSING("path", "path|host", "whether a bucket is named in the path or in the host"),
  STORE(
      "rocksdb",
      "rocksdb|postgres|cassandra",
      "the store: local files, or PostgreSQL or Cassandra, which several servers can share"),
  POSTGRES_URL(
      "none",
      "URL",
      "the database in PostgreSQL, such as postgresql://10.0.0.1:5432/gramme, see docs/postgres.md"),
  POSTGRES_SCHEMA(
      "gramme",
      "NAME",
      "the schema in PostgreSQL for the data of --region, created if missing; each other one of"
          + " --regions has a schema whose name ends with the region"),
  POSTGRES_USER("none", "NAME", "the user name of the server's login to PostgreSQL"),
  POSTGRES_PASSWORD("none", "FILE", "the file with its password; reloaded when it changes"),
  POSTGRES_CONNECTIONS(
      "16",
      "NUMBER",
      "the connections to PostgreSQL for short reads; the same number is added for long"
          + " reads"),
  CONTACT_POINTS(
      "none",
      "HOST:PORT,...",
      "some nodes of Cassandra, such as 10.0.0.1:9042,10.0.0.2:9042, see docs/cassandra.md"),
  DATACENTER("datacenter1", "NAME", "the data center of Cassandra whose nodes are used"),
  KEYSPACE(
      "gramme",
      "NAME",
      "the keyspace in Cassandra for the data of --region, created if missing; each other one of"
          + " --regions has a keyspace whose name ends with the region"),
  REPLICAS("3", "NUMBER", "the replication factor of the keyspace, used when it is created"),
  BUCKET_BITS(
      "8",
      "NUMBER",
      "each table has two to the power of this many partitions in Cassandra; fixed when the"
          + " keyspace is created"),
  CASSANDRA_CA(
      "none",
      "FILE",
      "CA certificates in PEM that sign the nodes' certificates; if given, connections"
          + " to the nodes use TLS"),
  CASSANDRA_USER("none", "NAME", "the user name of the server's login to Cassandra"),
  CASSANDRA_PASSWORD("none", "FILE", "the file with its password; reloaded when it changes"),
  CLOCK_SKEW(
      "5",
      "MILLISECONDS",
      "the maximum clock difference between servers and Cassandra nodes, which you"
          + " guarantee; with a larger difference, snapshots may miss acknowledged writes"),
  IN_MEMORY("false", "", "keep all data in memory, not on disk"),
  DURABILITY(
      "sync",
      "sync|relaxed",
      "sync: a write is on the disk before it is acknowledged; relaxed: within a second"),
  ACCOUNT("000000000000", "DIGITS", "the account in ARNs, twelve digits"),
  REGION(
      "us-east-1",
      "NAME",
      "the region of requests without a region; with --identities and without"
          + " --regions, the only region for which signatures are valid"),
  REGIONS(
      "none",
      "NAMES",
      "the regions that exist, such as us-east-1,eu-west-1; none: every region that requests are signed"
          + " for, or only --region with --peers, --identities or a shared store"),
  DATABASES(
      "region",
      "all|region|key",
      "which requests use the same database: all, those of a region, or those of a region and an"
          + " access key, as in DynamoDB Local without -sharedDb; only region works with --regions, --peers,"
          + " --identities or a shared store"),
  PEERS(
      "none",
      "NAME=URL,...",
      "regions in other processes, such as eu-west-1=http://127.0.0.1:18001, for replicas; the URLs point to"
          + " their --admin-bind and --admin-port"),
  REPLICATION_SECRET(
      "none",
      "FILE",
      "a secret that all servers of --peers share, to authenticate messages;"
          + " reloaded when it changes"),
  PEER_CA("none", "FILE", "CA certificates for --peers at https addresses, in PEM"),
  WORDING(
      "current",
      "current|classic",
      "which of the service's two sets of validation messages to use"),
  LIKE_AWS(
      "false",
      "",
      "conflicts, delays, limits, throttling and the lag of restores as in the service;"
          + " a setting for one of these takes precedence"),
  TRANSACTION_CONFLICTS(
      "wait",
      "wait|report",
      "wait: a request for an item of a running transaction waits; report: it fails"
          + " with the service's error"),
  STATE_DELAYS(
      "none",
      "none|DURATION|service",
      "how long changes of tables take: no time, a fixed time (200ms, 5s), or as in the service"),
  CONTROL_PLANE_LIMITS(
      "none", "none|service", "service: too frequent changes of tables are refused"),
  THROTTLING(
      "none",
      "none|service",
      "service: requests beyond the throughput of tables, indexes and partitions are refused"),
  EXPIRY_DELAY("1", "SECONDS", "the least time between an item's expiry and its deletion"),
  RECOVERY_LAG(
      "0", "SECONDS", "how far the latest restorable time is behind now; 300 in the service"),
  MOVABLE_CLOCK("false", "", "let POST /clock advance the clock, for tests"),
  KAFKA(
      "none",
      "HOST:PORT,...",
      "the Kafka cluster that receives changes instead of Kinesis, see docs/kinesis-destinations.md"),
  KAFKA_CA(
      "none",
      "FILE",
      "CA certificates in PEM that sign the brokers' certificates; if given,"
          + " connections to the brokers use TLS"),
  KAFKA_USER("none", "NAME", "the user name of the server's login to Kafka"),
  KAFKA_PASSWORD("none", "FILE", "the file with its password"),
  KAFKA_SASL(
      "scram-sha-512", "plain|scram-sha-256|scram-sha-512", "the SASL mechanism of the login"),
  IDENTITIES(
      "none",
      "FILE",
      "users and their permissions, see docs/access-control.md; without it, access is not restricted"),
  AUDIT_LOG(
      "none",
      "FILE",
      "with --identities: the file that logs who requested what, and whether it was allowed"),
  FUNCTIONS("false", "", "let PUT /functions/NAME bind functions to streams"),
  CACHE(
      "auto",
      "MEGABYTES|auto",
      "the maximum memory for data read from disk, in addition to the heap; auto is a"
          + " quarter of the machine's memory"),
  WRITE_BUFFER(
      "auto",
      "MEGABYTES|auto",
      "the memory in which RocksDB collects writes before it sorts them into a file; up to three are"
          + " in use; a start after a crash reads their log again, about 100 MB a"
          + " second; auto is a 512th of the machine's memory, from 32 to 64"),
  OPEN_FILES(
      "auto",
      "NUMBER|auto",
      "the maximum number of files of the database that are open at a time; auto is an eighth of the"
          + " open files that the process may have, from 128 to 4096"),
  BACKGROUND_JOBS(
      "auto",
      "NUMBER|auto",
      "the maximum number of threads with which RocksDB writes and merges files; auto is the number of"
          + " processors, from 2 to 8"),
  READ_THREADS(
      "16", "NUMBER", "the maximum number of parallel disk reads that load rows for writes"),
  COMPRESSION(
      "lz4", "lz4|zstd|none", "how RocksDB compresses its files; a change applies to new files"),
  HEAP(
      "auto",
      "MEGABYTES|auto",
      "the Java heap; auto is an eighth of the machine's memory, from 256 to 1024; 30 percent of the heap is the memory budget of requests"),
  CONNECTIONS(
      "10000",
      "NUMBER",
      "the maximum number of connections at a time; further ones are closed; the server"
          + " lowers it to what the limit on open files allows"),
  CONNECTIONS_PER_ADDRESS(
      "1000",
      "NUMBER",
      "the maximum number of connections from one IPv4 address, such as that of a load"
          + " balancer, or from one IPv6 /64 network"),
  VECTOR_MEMORY(
      "auto",
      "MEGABYTES|auto",
      "the maximum heap for graphs of vector indexes; auto is a quarter of the heap, on"
          + " Cassandra 0; 0 searches without graphs"),
  LOG_LEVEL("info", "error|warn|info|debug|trace", "what is logged; debug logs every request"),
  SLOW("1000", "MILLISECONDS", "requests that take longer are logged"),
  STOP_WITH_INPUT(
      "false", "", "stop when the standard input ends, for programs that start a server"),
  CONFIG(
      "./gramme.conf",
      "FILE",
      "the file with settings, which must exist if it is named; not allowed in the file itself");

  private final String defaultValue;
  private final String placeholder;
  private final String explanation;

  Setting(String defaultValue, String placeholder, String explanation) {
    this.defaultValue = defaultValue;
    this.placeholder = placeholder;
    this.explanation = explanation;
  }

  /** The name of the flag without dashes, which is also the key in the file. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The name of the environment variable. */
  public String variable() {
    return "GRAMME_" + name();
  }

  /** The value if it is set nowhere. */
  public String defaultValue() {
    return defaultValue;
  }

  /** Whether the flag takes no value. */
  public boolean isSwitch() {
    return placeholder.isEmpty();
  }

  /** The kind of value; empty for a switch. */
  public String placeholder() {
    return placeholder;
  }

  /** One line of help. */
  public String explanation() {
    return explanation;
  }
}
