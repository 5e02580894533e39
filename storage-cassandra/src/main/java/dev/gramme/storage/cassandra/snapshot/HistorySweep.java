package dev.gramme.storage.cassandra.snapshot;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.session.Cql;
import dev.gramme.storage.cassandra.session.InFlightGate;
import java.util.function.BooleanSupplier;

/**
 * Deletes expired history: the idle generation of each bucket ({@link HistoryGenerations}), once
 * its newest value is old enough. The deletion is conditional, so a delayed transaction that adds
 * to the generation in the meantime prevents it. (Cassandra's time to live cannot be used: if a
 * transaction sets one, 6.0-alpha2 expires the value at once.)
 */
public final class HistorySweep {
  private final CqlSession session;
  private final HistoryGenerations generations;
  private final InFlightGate gate;
  private final BucketDirectory buckets;
  private final String table;
  private long sweptCount = -1;

  /** A sweep of all buckets of a store. */
  public HistorySweep(
      CqlSession session,
      CassandraStoreOptions options,
      InFlightGate gate,
      BucketDirectory buckets) {
    this.session = session;
    this.generations = new HistoryGenerations(options);
    this.gate = gate;
    this.buckets = buckets;
    this.table = options.keyspace() + ".rows";
  }

  /**
   * Deletes expired history until all is deleted, the caller stops it, or the store is closed. Once
   * all is deleted, further calls do nothing until the next generation begins.
   *
   * @param mayContinue is called before each bucket; false stops the sweep
   * @throws StorageException if Cassandra does not answer
   */
  public synchronized void run(BooleanSupplier mayContinue) {
    long count = generations.count();
    int generation = generations.idle();
    long keptSinceMicros = generations.keptSinceMicros();
    boolean allSwept = true;
    if (count == sweptCount) {
      return;
    }
    try {
      for (Bytes bucket : buckets.all()) {
        if (!mayContinue.getAsBoolean()) {
          return;
        }
        allSwept &= buckets.isDerived(bucket) || sweep(bucket, generation, keptSinceMicros);
      }
      if (allSwept) {
        sweptCount = count;
      }
    } catch (DriverException e) {
      throw new StorageException("Expired history cannot be deleted: " + e.getMessage(), e);
    }
  }

  /** Returns whether the generation is empty afterwards. */
  private boolean sweep(Bytes bucket, int generation, long keptSinceMicros) {
    String column = HistoryGenerations.lastAddedColumn(generation);
    gate.enter();
    try {
      var found =
          session
              .execute(
                  SimpleStatement.newInstance(
                          "SELECT key, %s AS id, WRITETIME(%s) AS last FROM %s WHERE bucket = ? AND era = %d LIMIT 1"
                              .formatted(column, column, table, generation),
                          bucket.buffer())
                      .setIdempotent(true))
              .one();
      var lastId = found == null ? null : found.getByteBuffer("id");
      if (found == null || lastId == null) {
        return true;
      }
      if (found.getLong("last") >= keptSinceMicros) {
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
                      .value(Bytes.of(lastId))
                      .add(" THEN DELETE FROM " + table + " WHERE bucket = ")
                      .value(bucket)
                      .add(" AND era = " + generation + "; END IF COMMIT TRANSACTION")
                      .statement())
              .one();
      return deleted != null && lastId.equals(deleted.getByteBuffer(0));
    } finally {
      gate.exit();
    }
  }
}
