package dev.gramme.storage.cassandra.session;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of a store, and their creation.
 *
 * <ul>
 *   <li>{@code rows}: the rows of each bucket, one partition per bucket. Its {@code era} divides a
 *       partition into sections: -1 has one header row, 0 the current rows, 1 and 2 the history of
 *       replaced values, 3 the outbox.
 *       <ul>
 *         <li>A current row has its {@code value}, and as {@code version} the id of the transaction
 *             that wrote it; the write time of {@code version} is the time of that transaction.
 *         <li>A history row has the key, in {@code ended_by} the id of the transaction that
 *             replaced or deleted the row, and in {@code value} the replaced value, null if the row
 *             did not exist.
 *         <li>An outbox row has the derived rows that one transaction writes, and in {@code stamp}
 *             the stamp that the bucket had before that transaction.
 *       </ul>
 *       Static columns describe the bucket: {@code mark} is the id of the transaction that wrote
 *       last into it; {@code fence} is a fencing token, which changes when an in-doubt transaction
 *       is resolved; {@code cut} is the id of the last transaction that deleted a range without
 *       keeping its history; {@code guard} is the bucket's copy of the schema version; {@code
 *       kept1} and {@code kept2} are the ids of the transactions that added to history 1 and 2
 *       last. History and outbox share the partition of their bucket, because an Accord transaction
 *       with two partitions takes about 1.5 times as long as one with a single partition.
 *   <li>{@code derived}: derived rows, without transactions. The write time is the stamp of the
 *       source's bucket, so that the last write wins in whatever order writes arrive.
 *   <li>{@code senders}: the heartbeats ({@code beat}) of stores that may own outbox rows.
 *   <li>{@code buckets}: the directory of buckets that may have rows, in order.
 *   <li>{@code about}: properties of the keyspace: its format version and its placement (which rows
 *       share a bucket).
 * </ul>
 */
public final class Schema {
  /** The section of {@code rows} with the header row of a bucket. */
  public static final int HEADER = -1;

  /** The section of {@code rows} with the current rows. */
  public static final int CURRENT = 0;

  /** The section of {@code rows} with the outbox. */
  public static final int OUTBOX = 3;

  /**
   * Selects the header row of a bucket. It sorts before all others, so a read of the static columns
   * finds it without scanning tombstones. Its {@code stamp} grows with every transaction that
   * writes derived rows of the bucket.
   */
  public static final String HEADER_ROW =
      " AND era = " + HEADER + " AND key = 0x AND ended_by = 0x";

  /** The one partition of the directory of buckets. */
  public static final String SLICE = "0x00";

  private static final Logger LOG = LoggerFactory.getLogger(Schema.class);
  private static final String TRANSACTIONAL = " WITH transactional_mode = 'full'";
  private static final int FORMAT = 4;
  private static final int TABLES = 5;
  private static final long TIMEOUT_NANOS = 60_000_000_000L;
  private static final long PAUSE_NANOS = 100_000_000;

  private Schema() {}

  /**
   * Creates the keyspace and the tables that do not exist, and checks their format and placement.
   * Several servers may do so concurrently. This method retries errors for 60 s: a busy cluster
   * needs time for schema agreement, and nodes see a new table at different times.
   *
   * @throws StorageException if the keyspace has another format or placement, or a node does not
   *     see the tables in time
   */
  public static void create(CqlSession session, CassandraStoreOptions options) {
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    while (true) {
      try {
        createOnce(session, options);
        return;
      } catch (DriverException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LOG.info("cannot create the tables; retrying: {}", e.toString());
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static void createOnce(CqlSession session, CassandraStoreOptions options) {
    String keyspace = options.keyspace();
    session.execute(
        ("CREATE KEYSPACE IF NOT EXISTS %s WITH replication ="
                + " {'class': 'NetworkTopologyStrategy', '%s': %d}")
            .formatted(keyspace, options.datacenter(), options.replicas()));
    createTable(
        session,
        keyspace + ".rows",
        "bucket blob, era tinyint, key blob, ended_by blob, value blob, version blob,"
            + " mark blob static, fence blob static, cut blob static, guard blob static,"
            + " kept1 blob static, kept2 blob static, stamp bigint,"
            + " PRIMARY KEY (bucket, era, key, ended_by)",
        TRANSACTIONAL);
    createTable(
        session,
        keyspace + ".buckets",
        "slice blob, bucket blob, mark blob static, PRIMARY KEY (slice, bucket)",
        TRANSACTIONAL);
    createTable(session, keyspace + ".about", "name text PRIMARY KEY, value text", TRANSACTIONAL);
    createTable(
        session,
        keyspace + ".derived",
        "bucket blob, key blob, value blob, PRIMARY KEY (bucket, key)",
        "");
    createTable(session, keyspace + ".senders", "id blob PRIMARY KEY, beat bigint", "");
    awaitTables(session, options);
    checkProperty(session, keyspace, "format", Integer.toString(FORMAT));
    checkProperty(session, keyspace, "placement", options.placement().name());
  }

  private static void createTable(CqlSession session, String name, String columns, String with) {
    session.execute("CREATE TABLE IF NOT EXISTS " + name + " (" + columns + ")" + with);
  }

  /** Waits until every running node knows the tables; until then it refuses statements on them. */
  private static void awaitTables(CqlSession session, CassandraStoreOptions options) {
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    for (Node node : session.getMetadata().getNodes().values()) {
      while (options.datacenter().equals(node.getDatacenter())
          && node.getState() != NodeState.DOWN
          && !knowsTables(session, node, options.keyspace())) {
        if (System.nanoTime() > deadline) {
          throw new StorageException(
              "The node %s does not have the tables after 60 seconds: no schema agreement."
                  .formatted(node.getEndPoint()));
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static boolean knowsTables(CqlSession session, Node node, String keyspace) {
    var statement =
        SimpleStatement.newInstance(
                "SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?", keyspace)
            .setNode(node)
            .setConsistencyLevel(ConsistencyLevel.ONE);
    // A node lists a table slightly before it accepts statements on it.
    var read =
        SimpleStatement.newInstance(
                "SELECT value FROM " + keyspace + ".about WHERE name = 'format'")
            .setNode(node);
    try {
      return session.execute(statement).all().size() == TABLES
          && session.execute(read).all().size() <= 1;
    } catch (InvalidQueryException notYet) {
      return false;
    } catch (DriverException e) {
      // The node has just failed; the next check of its state sees that.
      return false;
    }
  }

  /** Records a property of a new keyspace, or compares it with the recorded one. */
  private static void checkProperty(
      CqlSession session, String keyspace, String name, String value) {
    String about = keyspace + ".about";
    session.execute(
        SimpleStatement.newInstance(
            "BEGIN TRANSACTION LET a = (SELECT value FROM %s WHERE name = ?);".formatted(about)
                + " SELECT a.value;"
                + " IF a.value IS NULL THEN INSERT INTO %s (name, value) VALUES (?, ?); END IF"
                    .formatted(about)
                + " COMMIT TRANSACTION",
            name,
            name,
            value));
    var row =
        session
            .execute(
                SimpleStatement.newInstance("SELECT value FROM " + about + " WHERE name = ?", name))
            .one();
    String found = row == null ? null : row.getString("value");
    if (!value.equals(found)) {
      throw new StorageException(
          "The keyspace %s was created with the %s \"%s\", and this server has \"%s\"."
              .formatted(keyspace, name, found, value));
    }
  }
}
