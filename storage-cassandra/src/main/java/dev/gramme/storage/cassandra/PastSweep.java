package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import java.util.function.BooleanSupplier;

/**
 * Removes what no snapshot can see any more: of each bucket, the part of the past that is not
 * written at the moment ({@link Eras}), if the last that came there is old enough. Who is so late
 * that it still writes there meanwhile keeps it from being removed. (Cassandra's own time to live
 * is of no use here: what 6.0-alpha2 writes in a transaction with one is gone at once.)
 */
final class PastSweep {
  private final CqlSession session;
  private final Eras eras;
  private final Gate gate;
  private final Buckets buckets;
  private final String table;
  private long sweptIn = -1;

  PastSweep(CqlSession session, CassandraStoreOptions options, Gate gate, Buckets buckets) {
    this.session = session;
    this.eras = new Eras(options);
    this.gate = gate;
    this.buckets = buckets;
    this.table = options.keyspace() + ".rows";
  }

  /**
   * Removes it as long as it is told to go on, and the store is open. When all is removed, nothing
   * is looked at again until the parts change.
   */
  synchronized void run(BooleanSupplier goesOn) {
    long number = eras.number();
    int era = eras.ended();
    long kept = eras.keptSince();
    boolean all = true;
    if (number == sweptIn) {
      return;
    }
    try {
      for (Bytes bucket : buckets.all()) {
        if (!goesOn.getAsBoolean()) {
          return;
        }
        all &= buckets.isDerived(bucket) || sweep(bucket, era, kept);
      }
      if (all) {
        sweptIn = number;
      }
    } catch (DriverException e) {
      throw new StorageException("The past cannot be swept: " + e.getMessage(), e);
    }
  }

  /** Whether nothing is left there. */
  private boolean sweep(Bytes bucket, int era, long kept) {
    String column = Eras.column(era);
    gate.enter();
    try {
      var found =
          session
              .execute(
                  SimpleStatement.newInstance(
                          "SELECT key, %s AS id, WRITETIME(%s) AS last FROM %s WHERE bucket = ? AND era = %d LIMIT 1"
                              .formatted(column, column, table, era),
                          bucket.buffer())
                      .setIdempotent(true))
              .one();
      var last = found == null ? null : found.getByteBuffer("id");
      if (found == null || last == null) {
        return true;
      }
      if (found.getLong("last") >= kept) {
        return false;
      }
      var deleted =
          session
              .execute(
                  new Cql(3)
                      .add("BEGIN TRANSACTION LET b = (SELECT " + column + " FROM " + table)
                      .add(" WHERE bucket = ")
                      .value(bucket)
                      .add(" LIMIT 1); SELECT b." + column + "; IF b." + column + " = ")
                      .value(Bytes.of(last))
                      .add(" THEN DELETE FROM " + table + " WHERE bucket = ")
                      .value(bucket)
                      .add(" AND era = " + era + "; END IF COMMIT TRANSACTION")
                      .statement())
              .one();
      return deleted != null && last.equals(deleted.getByteBuffer(0));
    } finally {
      gate.exit();
    }
  }
}
