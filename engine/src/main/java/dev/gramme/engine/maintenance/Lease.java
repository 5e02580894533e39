package dev.gramme.engine.maintenance;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The right of one of the servers on a shared store to do work that only one of them should do. A
 * row holds the holder and the number of renewals; it is written only if it is unchanged since it
 * was read.
 *
 * <p>Times of different clocks are never compared. The holder counts the lease's life from before
 * the renewal; the other servers take the lease when they have seen the row unchanged for that
 * long. Two servers can hold it at the same time only if their clocks run at different speeds, or
 * one is moved ahead. The work is then done twice, which does no harm.
 *
 * <p>On a store that is not shared, the lease has no row and is always held.
 */
final class Lease {
  /**
   * How long the lease is held without a renewal; after this time another server takes over from a
   * server that died.
   */
  static final Duration LIFE = Duration.ofSeconds(15);

  /** The interval at which the holder renews it and other servers check it. */
  static final Duration INTERVAL = LIFE.dividedBy(3);

  private static final byte[] HOLDERS = Utf8.bytes("lease holders");
  private static final int ROW_BYTES = 2 * Long.BYTES;

  private final Store store;
  private final InstantSource clock;
  private final byte[] key;
  private long holder;
  private byte @Nullable [] seen;
  private Instant seenSince = Instant.MIN;
  private Instant checkedAt = Instant.MIN;
  private Instant heldUntil = Instant.MIN;

  /**
   * A lease that is not held yet.
   *
   * @param name the name of the work
   */
  Lease(Store store, InstantSource clock, String name) {
    this.store = store;
    this.clock = clock;
    this.key = SystemKeys.named(SystemKeys.LEASES, Utf8.bytes(name));
  }

  /** Whether this server holds the lease; takes or renews it if possible and due. */
  synchronized boolean isHeld() {
    if (!store.isShared()) {
      return true;
    }
    Instant now = clock.instant();
    if (now.isBefore(checkedAt.plus(INTERVAL))) {
      return now.isBefore(heldUntil);
    }
    refresh(now);
    return clock.instant().isBefore(heldUntil);
  }

  private void refresh(Instant now) {
    byte[] row = store.get(key);
    boolean own = row != null && holder != 0 && new ByteReader(row).readLong() == holder;
    if (!own) {
      heldUntil = Instant.MIN;
    }
    if (!Arrays.equals(row, seen)) {
      seen = row;
      seenSince = now;
    }
    if ((own || row == null || !now.isBefore(seenSince.plus(LIFE))) && take(row)) {
      heldUntil = now.plus(LIFE);
    }
    checkedAt = now;
  }

  /** Writes the row if it is unchanged since it was read. */
  private boolean take(byte @Nullable [] row) {
    if (holder == 0) {
      holder = BlockingTransactions.transact(store, Lease::newHolder);
    }
    long count = row == null ? 0 : new ByteReader(row, Long.BYTES, ROW_BYTES).readLong();
    byte[] own = new ByteWriter(ROW_BYTES).writeLong(holder).writeLong(count + 1).toByteArray();
    boolean taken =
        BlockingTransactions.transact(
            store,
            tx -> {
              if (!Arrays.equals(tx.get(key), row)) {
                return false;
              }
              tx.put(key, own);
              return true;
            });
    if (taken) {
      seen = own;
    }
    return taken;
  }

  private static long newHolder(Transaction tx) {
    byte[] counter = SystemKeys.named(SystemKeys.COUNTERS, HOLDERS);
    byte[] last = tx.get(counter);
    long next = last == null ? 1 : new ByteReader(last).readLong() + 1;
    tx.put(counter, new ByteWriter(Long.BYTES).writeLong(next).toByteArray());
    return next;
  }

  /** Releases the lease, so that the next server need not wait. */
  synchronized void release() {
    if (heldUntil.equals(Instant.MIN)) {
      return;
    }
    heldUntil = Instant.MIN;
    byte[] own = seen;
    boolean _ =
        BlockingTransactions.transact(
            store,
            tx -> {
              if (!Arrays.equals(tx.get(key), own)) {
                return false;
              }
              tx.delete(key);
              return true;
            });
  }
}
