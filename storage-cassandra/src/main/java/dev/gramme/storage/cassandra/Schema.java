package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;

/**
 * The tables of a store.
 *
 * <ul>
 *   <li>{@code rows}: what there is, by bucket and key. The bucket's {@code mark} is the id of the
 *       transaction that wrote last into it; its {@code fence} changes when the outcome of a
 *       transaction had to be settled; its {@code cut} is the id of the last transaction that
 *       deleted so much that it kept no past of it.
 *   <li>{@code past}: rows that were replaced or deleted lately, with the time since when they were
 *       there; until when, is the time at which they were written here.
 *   <li>{@code buckets}: the buckets that may hold rows, in their order.
 *   <li>{@code about}: what the store was made with.
 * </ul>
 */
final class Schema {
  private static final String TRANSACTIONAL = " WITH transactional_mode = 'full'";
  private static final int FORMAT = 1;

  /** The one partition of the directory of buckets. */
  static final String SLICE = "0x00";

  private Schema() {}

  /** Makes what is missing. Several servers may do so at once. */
  static void create(CqlSession session, CassandraStoreOptions options) {
    String keyspace = options.keyspace();
    session.execute(
        ("CREATE KEYSPACE IF NOT EXISTS %s WITH replication ="
                + " {'class': 'NetworkTopologyStrategy', '%s': %d}")
            .formatted(keyspace, options.datacenter(), options.replicas()));
    table(
        session,
        keyspace + ".rows",
        "bucket blob, key blob, value blob, version blob, mark blob static, fence blob static,"
            + " cut blob static, PRIMARY KEY (bucket, key)");
    table(
        session,
        keyspace + ".past",
        "bucket blob, key blob, version blob, value blob, since bigint, ended_by blob,"
            + " PRIMARY KEY (bucket, key, version)",
        // What was swept and comes back is swept again, so its tombstones need not last.
        " AND gc_grace_seconds = 300");
    table(
        session,
        keyspace + ".buckets",
        "slice blob, bucket blob, mark blob static, PRIMARY KEY (slice, bucket)");
    table(session, keyspace + ".about", "name text PRIMARY KEY, value text");
    check(session, keyspace, "format", Integer.toString(FORMAT));
    check(session, keyspace, "placement", options.placement().name());
  }

  private static void table(CqlSession session, String name, String columns) {
    table(session, name, columns, "");
  }

  private static void table(CqlSession session, String name, String columns, String more) {
    session.execute(
        "CREATE TABLE IF NOT EXISTS " + name + " (" + columns + ")" + TRANSACTIONAL + more);
  }

  private static void check(CqlSession session, String keyspace, String name, String value) {
    String about = keyspace + ".about";
    session.execute(
        SimpleStatement.newInstance(
            "BEGIN TRANSACTION LET a = (SELECT value FROM %s WHERE name = ?);"
                    .formatted(about)
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
