package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.gramme.storage.StorageException;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what is derived for stores that have ended, or stand still: see {@link Outbox}. */
final class OutboxSweep {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxSweep.class);
  private static final int PAGE = 32;

  private final CqlSession session;
  private final Gate gate;
  private final Senders senders;
  private final Derived derived;
  private final Buckets buckets;
  private final Rows rows;
  private final String table;

  OutboxSweep(
      CqlSession session,
      CassandraStoreOptions options,
      Gate gate,
      Rows rows,
      Senders senders,
      Derived derived,
      Buckets buckets) {
    this.session = session;
    this.gate = gate;
    this.senders = senders;
    this.derived = derived;
    this.buckets = buckets;
    this.rows = rows;
    this.table = options.keyspace() + ".rows";
  }

  /** Does it for those that were not heard of since an earlier call, as long as it may. */
  synchronized void run(BooleanSupplier goesOn) {
    for (var silent : senders.silent()) {
      if (isSwept(silent.id(), goesOn)) {
        senders.swept(silent);
      }
    }
  }

  /** False if not all of it could be done. */
  private boolean isSwept(Bytes id, BooleanSupplier goesOn) {
    int completed = 0;
    boolean all = true;
    for (Bytes bucket : buckets.all()) {
      if (!goesOn.getAsBoolean()) {
        return false;
      }
      try {
        completed += buckets.isDerived(bucket) ? 0 : sweep(bucket, id);
      } catch (DriverException | StorageException e) {
        LOG.warn("an outbox cannot be swept yet: {}", e.toString());
        all = false;
      }
    }
    if (completed > 0) {
      LOG.info("of a server that is silent, {} transactions were completed", completed);
    }
    return all;
  }

  /**
   * How many entries of a store there were in a bucket. Only what was written is removed, one by
   * one: an earlier one may come late. Entries are read by themselves, since each may be as large
   * as a transaction.
   */
  int sweep(Bytes bucket, Bytes id) {
    byte[] end = Arrays.copyOf(id.array(), id.length() + Long.BYTES);
    Arrays.fill(end, id.length(), end.length, (byte) 0xff);
    int completed = 0;
    Bytes from = id;
    while (true) {
      var keys = rows.due(bucket, from, new Bytes(end), PAGE);
      for (Bytes key : keys) {
        OutboxEntry entry = rows.due(bucket, key);
        if (entry != null) {
          derived.write(entry);
        }
      }
      if (!keys.isEmpty()) {
        remove(bucket, keys);
        from = keys.getLast().next();
        completed += keys.size();
      }
      if (keys.size() < PAGE) {
        return completed;
      }
    }
  }

  private void remove(Bytes bucket, List<Bytes> keys) {
    var cql = new Cql(2 * keys.size()).add("BEGIN TRANSACTION ");
    for (Bytes key : keys) {
      cql.add("DELETE FROM " + table + " WHERE bucket = ")
          .value(bucket)
          .add(" AND era = " + Eras.OUTBOX + " AND key = ")
          .value(key)
          .add(" AND ended_by = 0x; ");
    }
    gate.enter();
    try {
      session.execute(cql.add("COMMIT TRANSACTION").statement());
    } finally {
      gate.exit();
    }
  }
}
