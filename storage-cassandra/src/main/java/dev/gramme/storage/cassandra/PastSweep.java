package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Removes rows of the past that no snapshot can see any more. (Cassandra's own time to live is of
 * no use here: what 6.0-alpha2 writes in a transaction with one is gone at once.)
 */
final class PastSweep {
  /** Kept for so many lifetimes of snapshots, also to find out outcomes. */
  private static final int LIFETIMES = 4;

  private static final int DELETED_AT_ONCE = 50;

  private final CqlSession session;
  private final CassandraStoreOptions options;
  private final Gate gate;

  PastSweep(CqlSession session, CassandraStoreOptions options, Gate gate) {
    this.session = session;
    this.options = options;
    this.gate = gate;
  }

  /** Removes it as long as it is told to go on, and the store is open. */
  void run(BooleanSupplier goesOn) {
    long kept =
        AsOf.micros(options.clock().millis() - LIFETIMES * options.snapshotLifetime().toMillis());
    String table = options.keyspace() + ".past";
    var old = new ArrayList<com.datastax.oss.driver.api.core.cql.Row>();
    try {
      for (var row :
          session.execute(
              SimpleStatement.newInstance(
                      "SELECT bucket, key, ended_by, WRITETIME(noted) AS until FROM " + table)
                  .setIdempotent(true))) {
        if (row.getLong("until") < kept) {
          old.add(row);
        }
        if (old.size() == DELETED_AT_ONCE) {
          if (!goesOn.getAsBoolean()) {
            return;
          }
          delete(table, old);
          old.clear();
        }
      }
      delete(table, old);
    } catch (DriverException e) {
      throw new StorageException("The past cannot be swept: " + e.getMessage(), e);
    }
  }

  private void delete(String table, List<com.datastax.oss.driver.api.core.cql.Row> old) {
    if (old.isEmpty()) {
      return;
    }
    var text = new StringBuilder("BEGIN TRANSACTION ");
    var values = new ArrayList<Object>();
    for (var row : old) {
      text.append("DELETE FROM " + table + " WHERE bucket = ? AND key = ? AND ended_by = ?; ");
      for (String column : List.of("bucket", "key", "ended_by")) {
        var value = row.getByteBuffer(column);
        if (value != null) {
          values.add(value);
        }
      }
    }
    gate.enter();
    try {
      session.execute(SimpleStatement.newInstance(text + "COMMIT TRANSACTION", values.toArray()));
    } finally {
      gate.exit();
    }
  }
}
