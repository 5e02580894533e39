package dev.gramme.storage.cassandra.derived;

import com.datastax.oss.driver.api.core.DriverException;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.session.InFlightGate;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the outbox entries of dead stores: those without a heartbeat, see {@link OutboxOwners}.
 */
public final class OutboxSweep {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxSweep.class);
  private static final int PAGE = 32;

  private final InFlightGate gate;
  private final OutboxTable table;
  private final OutboxOwners owners;
  private final DerivedRows derived;
  private final BucketDirectory buckets;

  /** A sweep of all buckets. */
  public OutboxSweep(
      InFlightGate gate,
      OutboxTable table,
      OutboxOwners owners,
      DerivedRows derived,
      BucketDirectory buckets) {
    this.gate = gate;
    this.table = table;
    this.owners = owners;
    this.derived = derived;
    this.buckets = buckets;
  }

  /**
   * Delivers the entries of dead stores. It must be called repeatedly: a store is dead if its
   * heartbeat has not changed for 45 s since this store saw it.
   *
   * @param mayContinue is called before each bucket; false stops the sweep
   */
  public synchronized void run(BooleanSupplier mayContinue) {
    for (var dead : owners.dead()) {
      if (sweep(dead.id(), mayContinue)) {
        owners.markSwept(dead);
      }
    }
  }

  /** Returns whether the outboxes of all buckets were swept. */
  private boolean sweep(Bytes owner, BooleanSupplier mayContinue) {
    int delivered = 0;
    boolean all = true;
    for (Bytes bucket : buckets.all()) {
      if (!mayContinue.getAsBoolean()) {
        return false;
      }
      try {
        delivered += buckets.isDerived(bucket) ? 0 : sweep(bucket, owner);
      } catch (DriverException | StorageException e) {
        LOG.warn("sweeping an outbox failed and will be retried: {}", e.toString());
        all = false;
      }
    }
    if (delivered > 0) {
      LOG.info("delivered {} outbox entries of a server without a heartbeat", delivered);
    }
    return all;
  }

  /**
   * Delivers the entries of an owner in one bucket and returns their number. It removes single
   * entries, not a range: a delayed transaction may still add an entry with a smaller key, which
   * must not be removed undelivered. It reads the entries one at a time, because each may be as
   * large as a transaction.
   */
  int sweep(Bytes bucket, Bytes owner) {
    byte[] end = Arrays.copyOf(owner.array(), owner.length() + Long.BYTES);
    Arrays.fill(end, owner.length(), end.length, (byte) 0xff);
    int delivered = 0;
    Bytes from = owner;
    while (true) {
      var keys = table.keys(bucket, from, new Bytes(end), PAGE);
      for (Bytes key : keys) {
        OutboxEntry entry = table.entry(bucket, key);
        if (entry != null) {
          derived.write(entry);
        }
      }
      if (!keys.isEmpty()) {
        gate.enter();
        try {
          table.remove(bucket, keys);
        } finally {
          gate.exit();
        }
        from = keys.getLast().successor();
        delivered += keys.size();
      }
      if (keys.size() < PAGE) {
        return delivered;
      }
    }
  }
}
