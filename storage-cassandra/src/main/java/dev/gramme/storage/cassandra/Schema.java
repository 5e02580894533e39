package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.gramme.storage.StorageException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of a store.
 *
 * <ul>
 *   <li>{@code rows}: by bucket, one that is empty (era -1); what there is (era 0), by key; and
 *       what every write of late has found (eras 1 and 2, see {@link Eras}), by key and by the id
 *       of the write: the value that it replaced or deleted, or none. The time of a {@code version}
 *       is that of the write. The bucket's {@code mark} is the id of the transaction that wrote
 *       last into it; its {@code fence} changes when the outcome of a transaction had to be
 *       settled; its {@code cut} is the id of the last transaction that deleted so much that it
 *       kept no past of it; its {@code guard} is the version of the row that guards it; {@code
 *       kept1} and {@code kept2} are the ids of the last that kept something in these eras. (A
 *       transaction of two partitions takes Cassandra half as long again, so the past is in that of
 *       its bucket.) Era 3 is the outbox: what is to be derived from the rows of the bucket, with
 *       the {@code stamp} that the bucket had before.
 *   <li>{@code derived}: derived rows. No transactions: the stamps of their sources' buckets are
 *       the times of their writes, so that the last one wins in whatever order they come.
 *   <li>{@code senders}: who may have something in an outbox; their {@code beat} changes as long as
 *       they live.
 *   <li>{@code buckets}: the buckets that may hold rows, in their order.
 *   <li>{@code about}: what the store was made with.
 * </ul>
 */
final class Schema {
  private static final Logger LOG = LoggerFactory.getLogger(Schema.class);
  private static final String TRANSACTIONAL = " WITH transactional_mode = 'full'";
  private static final int FORMAT = 4;
  private static final int TABLES = 5;
  private static final long PATIENCE_NANOS = 60_000_000_000L;
  private static final long PAUSE_NANOS = 100_000_000;

  /** The one partition of the directory of buckets. */
  static final String SLICE = "0x00";

  private Schema() {}

  /**
   * Makes what is missing. Several servers may do so at once. It is tried again for a while: a busy
   * cluster takes its time to agree on a table, and its nodes do not learn of it at once.
   */
  static void create(CqlSession session, CassandraStoreOptions options) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      try {
        createOnce(session, options);
        return;
      } catch (DriverException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LOG.info("the keyspace could not be opened yet: {}", e.toString());
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
    table(
        session,
        keyspace + ".rows",
        "bucket blob, era tinyint, key blob, ended_by blob, value blob, version blob,"
            + " mark blob static, fence blob static, cut blob static, guard blob static,"
            + " kept1 blob static, kept2 blob static, stamp bigint,"
            + " PRIMARY KEY (bucket, era, key, ended_by)",
        TRANSACTIONAL);
    table(
        session,
        keyspace + ".buckets",
        "slice blob, bucket blob, mark blob static, PRIMARY KEY (slice, bucket)",
        TRANSACTIONAL);
    table(session, keyspace + ".about", "name text PRIMARY KEY, value text", TRANSACTIONAL);
    table(
        session,
        keyspace + ".derived",
        "bucket blob, key blob, value blob, PRIMARY KEY (bucket, key)",
        "");
    table(session, keyspace + ".senders", "id blob PRIMARY KEY, beat bigint", "");
    awaitTables(session, options);
    check(session, keyspace, "format", Integer.toString(FORMAT));
    check(session, keyspace, "placement", options.placement().name());
  }

  private static void table(CqlSession session, String name, String columns, String with) {
    session.execute("CREATE TABLE IF NOT EXISTS " + name + " (" + columns + ")" + with);
  }

  /** Nodes learn of tables one after another, and one that does not know them refuses. */
  private static void awaitTables(CqlSession session, CassandraStoreOptions options) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    for (Node node : session.getMetadata().getNodes().values()) {
      while (options.datacenter().equals(node.getDatacenter())
          && node.getState() != NodeState.DOWN
          && !knowsTables(session, node, options.keyspace())) {
        if (System.nanoTime() > deadline) {
          throw new StorageException(
              "The node %s does not learn of the tables.".formatted(node.getEndPoint()));
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
    // A node lists tables a little earlier than it answers for them.
    var use =
        SimpleStatement.newInstance(
                "SELECT value FROM " + keyspace + ".about WHERE name = 'format'")
            .setNode(node);
    try {
      return session.execute(statement).all().size() == TABLES
          && session.execute(use).all().size() <= 1;
    } catch (InvalidQueryException notYet) {
      return false;
    } catch (DriverException e) {
      // It has just gone down, which its state will tell.
      return false;
    }
  }

  private static void check(CqlSession session, String keyspace, String name, String value) {
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
          "The keyspace %s was made with the %s \"%s\", which is not \"%s\"."
              .formatted(keyspace, name, found, value));
    }
  }
}
