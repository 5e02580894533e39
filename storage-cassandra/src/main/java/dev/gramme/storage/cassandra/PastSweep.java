package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Removes rows of the past that no snapshot can see any more. (Cassandra's own time to live is of
 * no use here: what 6.0-alpha2 writes in a transaction with one is gone at once.)
 *
 * <p>Bucket by bucket: a read of the whole table would have to wait for all writes everywhere, and
 * they for it; 6.0-alpha2 failed to answer it after many tables had been made.
 */
final class PastSweep {
  /** Kept for so many lifetimes of snapshots, also to find out outcomes. */
  private static final int LIFETIMES = 4;

  private static final int DELETED_AT_ONCE = 50;

  private final CqlSession session;
  private final CassandraStoreOptions options;
  private final Gate gate;
  private final Buckets buckets;
  private final String table;

  PastSweep(CqlSession session, CassandraStoreOptions options, Gate gate, Buckets buckets) {
    this.session = session;
    this.options = options;
    this.gate = gate;
    this.buckets = buckets;
    this.table = options.keyspace() + ".past";
  }

  /** Removes it as long as it is told to go on, and the store is open. */
  void run(BooleanSupplier goesOn) {
    long kept =
        AsOf.micros(options.clock().millis() - LIFETIMES * options.snapshotLifetime().toMillis());
    try {
      for (Bytes bucket : buckets.all()) {
        if (!goesOn.getAsBoolean()) {
          return;
        }
        sweep(bucket, kept, goesOn);
      }
    } catch (DriverException e) {
      throw new StorageException("The past cannot be swept: " + e.getMessage(), e);
    }
  }

  private void sweep(Bytes bucket, long kept, BooleanSupplier goesOn) {
    var old = new ArrayList<com.datastax.oss.driver.api.core.cql.Row>();
    for (var row : read(bucket)) {
      if (row.getLong("until") < kept) {
        old.add(row);
      }
      if (old.size() == DELETED_AT_ONCE) {
        if (!goesOn.getAsBoolean()) {
          return;
        }
        delete(bucket, old);
        old.clear();
      }
    }
    delete(bucket, old);
  }

  private ResultSet read(Bytes bucket) {
    gate.enter();
    try {
      return session.execute(
          SimpleStatement.newInstance(
                  "SELECT key, ended_by, WRITETIME(noted) AS until FROM "
                      + table
                      + " WHERE bucket = ?",
                  bucket.buffer())
              .setIdempotent(true));
    } finally {
      gate.exit();
    }
  }

  private void delete(Bytes bucket, List<com.datastax.oss.driver.api.core.cql.Row> old) {
    if (old.isEmpty()) {
      return;
    }
    var text = new StringBuilder("BEGIN TRANSACTION ");
    var values = new ArrayList<Object>();
    for (var row : old) {
      text.append("DELETE FROM " + table + " WHERE bucket = ? AND key = ? AND ended_by = ?; ");
      values.add(bucket.buffer());
      for (String column : List.of("key", "ended_by")) {
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
