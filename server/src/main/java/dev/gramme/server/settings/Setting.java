package dev.gramme.server.settings;

import java.util.Locale;

/**
 * One thing that can be set: as {@code --name value}, as {@code GRAMME_NAME=value} in the
 * environment, or as {@code name=value} in the file; the first of these counts.
 */
public enum Setting {
  PORT("8000", "NUMBER", "the port to listen on; 0 takes a free one"),
  BIND("127.0.0.1", "ADDRESS", "the address to listen on; 0.0.0.0 for all"),
  CORS(
      "none",
      "none|ORIGIN,...|*",
      "origins whose web pages may send requests, such as http://localhost:3000; * is every one"),
  ALLOWED_HOSTS(
      "none",
      "NAME,...",
      "host names by which clients may address the server beside localhost and 127.0.0.1; on"
          + " loopback, and where this is set, others are refused"),
  ADMIN_BIND(
      "127.0.0.1",
      "ADDRESS",
      "the address of the pages for operators and of replication, such as /metrics and /clock"),
  ADMIN_PORT(
      "auto", "NUMBER|auto", "its port; auto is the port and 10000, or any free one if that is 0"),
  ADMIN_TOKEN(
      "<data>/security/admin-token",
      "FILE",
      "the token that changes there need; made if the file is missing, read again when it changes"),
  ADMIN_CLIENT_CA(
      "none",
      "FILE",
      "authorities in PEM: operators and peers must have a certificate of one of them"),
  TLS("none", "none|self-signed", "self-signed: speak TLS with a certificate made for trying"),
  TLS_CERTIFICATE(
      "none",
      "FILE",
      "speak TLS with this certificate in PEM, followed by its issuers; read again when it changes"),
  TLS_KEY("none", "FILE", "its private key, in PEM as PKCS #8"),
  INSECURE("false", "", "let other machines in (--bind, --admin-bind) without TLS and identities"),
  DATA("./data", "FOLDER", "where the database is kept"),
  BUCKETS("<data>/buckets", "FOLDER", "whose folders are the buckets of imports and exports"),
  S3_ENDPOINT(
      "none",
      "URL",
      "S3, or what speaks its protocol: where the buckets of imports and exports are instead"),
  S3_REGION("us-east-1", "NAME", "the region that requests to it are signed for"),
  S3_ACCESS_KEY("none", "KEY", "who asks there; none looks where the AWS SDKs look"),
  S3_SECRET_KEY("none", "SECRET", "its secret, which is better kept in the environment or a file"),
  S3_ADDRESSING("path", "path|host", "whether a bucket is named in the path or in the host"),
  STORE(
      "rocksdb",
      "rocksdb|cassandra",
      "where the data is: under the folder, or in Cassandra, which many servers share"),
  CONTACT_POINTS(
      "none",
      "HOST:PORT,...",
      "some nodes of Cassandra, such as 10.0.0.1:9042,10.0.0.2:9042, see docs/cassandra.md"),
  DATACENTER("datacenter1", "NAME", "the data center of Cassandra whose nodes are asked"),
  KEYSPACE("gramme", "NAME", "the keyspace in Cassandra, made if it is not there"),
  REPLICAS("3", "NUMBER", "how many nodes keep each row, when the keyspace is made"),
  BUCKET_BITS(
      "8",
      "NUMBER",
      "a table has two to the power of this many partitions in Cassandra, from when it is made"),
  CASSANDRA_CA(
      "none", "FILE", "speak TLS with the nodes, whose certificates are of these authorities"),
  CASSANDRA_USER("none", "NAME", "the user to log in as at the nodes"),
  CASSANDRA_PASSWORD("none", "FILE", "the file with its password; read again when it changes"),
  CLOCK_SKEW("5", "MILLISECONDS", "how much the clocks of servers and Cassandra's nodes differ"),
  IN_MEMORY("false", "", "keep everything in memory and need no disk"),
  DURABILITY(
      "sync",
      "sync|relaxed",
      "sync: a write is on the disk before it is acknowledged; relaxed: within a second"),
  ACCOUNT("000000000000", "DIGITS", "the account in ARNs, twelve digits"),
  REGION("us-east-1", "NAME", "the region of requests that name none, and of --identities"),
  REGIONS(
      "none",
      "NAMES",
      "the regions that exist, such as us-east-1,eu-west-1; none: all that requests are signed for"),
  PEERS(
      "none",
      "NAME=URL,...",
      "regions in other processes, such as eu-west-1=http://127.0.0.1:18001, for replicas; the URLs are"
          + " those of their --admin-bind and --admin-port"),
  REPLICATION_SECRET(
      "none",
      "FILE",
      "what the servers of --peers prove to one another that they know; the same in all of them;"
          + " read again when it changes"),
  PEER_CA("none", "FILE", "authorities of the certificates of --peers at https addresses, in PEM"),
  WORDING("current", "current|classic", "which of the service's two sets of messages to speak"),
  LIKE_AWS(
      "false",
      "",
      "conflicts, delays, limits, throttling and the lag of restores as in the service, unless set"
          + " themselves"),
  TRANSACTION_CONFLICTS(
      "wait",
      "wait|report",
      "what a request meets on an item of a running transaction: its turn, or the service's error"),
  STATE_DELAYS(
      "none",
      "none|DURATION|service",
      "how long changes of tables take: nothing, so long each (200ms, 5s), or as in the service"),
  CONTROL_PLANE_LIMITS(
      "none",
      "none|service",
      "service: changes of tables that follow one another too fast are refused"),
  THROTTLING(
      "none",
      "none|service",
      "service: requests beyond the throughput of tables, indexes and partitions are refused"),
  EXPIRY_DELAY("1", "SECONDS", "how long after its time to live an item is deleted, at least"),
  RECOVERY_LAG(
      "0",
      "SECONDS",
      "how far behind now a table can be restored at the latest; the service's is 300"),
  MOVABLE_CLOCK("false", "", "let POST /clock move the clock ahead, for tests"),
  KAFKA(
      "none",
      "HOST:PORT",
      "the Kafka cluster that gets what Kinesis would, see docs/kinesis-destinations.md"),
  KAFKA_CA(
      "none", "FILE", "speak TLS with the brokers, whose certificates are of these authorities"),
  KAFKA_USER("none", "NAME", "the user to log in as at the brokers"),
  KAFKA_PASSWORD("none", "FILE", "the file with its password"),
  KAFKA_SASL(
      "scram-sha-512",
      "plain|scram-sha-256|scram-sha-512",
      "the mechanism of SASL by which the user proves its password"),
  IDENTITIES(
      "none",
      "FILE",
      "who may ask, and what: see docs/access-control.md; without it everybody may do everything"),
  AUDIT_LOG(
      "none",
      "FILE",
      "with --identities: write down for each request who wanted what, and whether it was allowed"),
  FUNCTIONS("false", "", "let PUT /functions/NAME bind functions to streams"),
  CACHE(
      "auto",
      "MEGABYTES|auto",
      "the most memory for data read from disk, beside the heap; auto is a quarter of the"
          + " machine's"),
  HEAP(
      "auto",
      "MEGABYTES|auto",
      "the Java heap; auto is an eighth of the machine's memory, from 256 to 1024; three tenths of"
          + " it are for requests"),
  CONNECTIONS("10000", "NUMBER", "the most connections at a time; further ones are closed"),
  CONNECTIONS_PER_ADDRESS(
      "1000", "NUMBER", "the most of them from one IP address, such as that of a load balancer"),
  VECTOR_MEMORY(
      "auto",
      "MEGABYTES|auto",
      "the most of the heap for graphs of vector indexes; auto is a quarter, 0 searches without"),
  LOG_LEVEL("info", "error|warn|info|debug|trace", "what is logged; debug logs every request"),
  SLOW("1000", "MILLISECONDS", "requests that take longer are logged"),
  CONFIG("./gramme.conf", "FILE", "the file with settings; need not exist");

  private final String defaultValue;
  private final String placeholder;
  private final String explanation;

  Setting(String defaultValue, String placeholder, String explanation) {
    this.defaultValue = defaultValue;
    this.placeholder = placeholder;
    this.explanation = explanation;
  }

  /** The name as a flag without dashes, and as a key in the file. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The name in the environment. */
  public String variable() {
    return "GRAMME_" + name();
  }

  /** The value if nothing is set. */
  public String defaultValue() {
    return defaultValue;
  }

  /** Whether the flag stands alone, without a value. */
  public boolean isSwitch() {
    return placeholder.isEmpty();
  }

  /** What kind of value it takes; empty for a switch. */
  public String placeholder() {
    return placeholder;
  }

  /** What it is, in a line. */
  public String explanation() {
    return explanation;
  }
}
