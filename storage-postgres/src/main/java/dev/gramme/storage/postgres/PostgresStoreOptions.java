package dev.gramme.storage.postgres;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The options of a store.
 *
 * @param url the JDBC URL of the database, such as {@code jdbc:postgresql://127.0.0.1/gramme}; it
 *     may name several hosts, of which the primary is used
 * @param login the user and password; empty if the URL has them or the server requires none
 * @param schema the schema of the store's tables; created if it does not exist. It begins with a-z,
 *     but not with {@code pg_}, and has up to 63 of a-z, 0-9 and underscore
 * @param connections how many short reads run at the same time; others wait
 * @param longReads how many snapshots and long range reads are open at the same time; each holds a
 *     connection
 * @param patience how long a read or a commit is repeated while the database is unreachable
 * @param random for the pauses between attempts
 */
public record PostgresStoreOptions(
    String url,
    Optional<Supplier<Login>> login,
    String schema,
    int connections,
    int longReads,
    Duration patience,
    RandomGenerator random) {
  private static final int DEFAULT_CONNECTIONS = 16;
  private static final int DEFAULT_LONG_READS = 16;
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(30);

  /** How many transactions may wait for the committer; one more is refused. */
  static final int MAX_WAITING = 16_384;

  /** How many transactions are committed in one transaction of the database. */
  static final int MAX_GROUP = 512;

  /** A group whose writes have this size takes no further transaction. */
  static final long MAX_GROUP_BYTES = 4 << 20;

  /**
   * What the deletion of a range adds to the size of a group's writes. The number of its rows is
   * not known; it has up to {@link PostgresStore#deletionRows} of them. So a group has few such
   * deletions.
   */
  static final long RANGE_BYTES = MAX_GROUP_BYTES / 4;

  /** A group that has read values of this size reads only what its first function needs. */
  static final long MAX_GROUP_READ_BYTES = 16 << 20;

  /** The maximum number of rows in the first statement of a load, before their size is known. */
  static final int FIRST_LOAD_ROWS = 64;

  /**
   * The maximum number of rows in each later statement of a load, however small the rows before
   * were: the next ones may have the size of the largest item.
   */
  static final int MAX_LOAD_ROWS = 256;

  /** How often a group is repeated because of conflicts with other servers. */
  static final int MAX_ATTEMPTS = 60;

  /**
   * A user of the database.
   *
   * @param user the name
   * @param password the password
   */
  public record Login(String user, String password) {
    @Override
    public String toString() {
      return "Login[user=" + user + "]"; // Without the password, which must not be logged.
    }
  }

  public PostgresStoreOptions {
    if (!schema.matches("[a-z][a-z0-9_]{0,62}") || schema.startsWith("pg_")) {
      throw new IllegalArgumentException(
          "a schema's name begins with a-z, not with pg_, and has up to 63 of a-z, 0-9 and"
              + " underscore");
    }
  }

  /** Options with the schema {@code gramme} and without a login. */
  public static PostgresStoreOptions of(String url, RandomGenerator random) {
    return new PostgresStoreOptions(
        url,
        Optional.empty(),
        "gramme",
        DEFAULT_CONNECTIONS,
        DEFAULT_LONG_READS,
        DEFAULT_PATIENCE,
        random);
  }

  /** A copy with another schema. */
  public PostgresStoreOptions withSchema(String other) {
    return new PostgresStoreOptions(url, login, other, connections, longReads, patience, random);
  }

  /**
   * A copy with a login.
   *
   * @param other read for each new connection, so that a changed password is used
   */
  public PostgresStoreOptions withLogin(Supplier<Login> other) {
    return new PostgresStoreOptions(
        url, Optional.of(other), schema, connections, longReads, patience, random);
  }

  /** A copy with another number of connections for short reads. */
  public PostgresStoreOptions withConnections(int other) {
    return new PostgresStoreOptions(url, login, schema, other, longReads, patience, random);
  }

  /** A copy with another number of snapshots and long range reads. */
  public PostgresStoreOptions withLongReads(int other) {
    return new PostgresStoreOptions(url, login, schema, connections, other, patience, random);
  }

  /** A copy with another patience. */
  public PostgresStoreOptions withPatience(Duration other) {
    return new PostgresStoreOptions(url, login, schema, connections, longReads, other, random);
  }
}
