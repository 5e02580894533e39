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
 * The right of one of the servers that share a store to do what is to be done once. A row says who
 * has it and how often it was renewed; both are written only if the row is as it was read.
 *
 * <p>No times of different clocks are compared. Who has it counts its life from before it was
 * renewed; the others take it when they have seen the row unchanged for that long. So two have it
 * at a time only if their clocks go at different speeds, or one is moved ahead; and then nothing is
 * done wrong either, but twice.
 *
 * <p>A store that nobody shares has no row: there it is always held.
 */
final class Lease {
  /** How long it is held without being renewed; a server that dies is followed after this time. */
  static final Duration LIFE = Duration.ofSeconds(15);

  /** After so long it is renewed, or looked at again by those who do not have it. */
  static final Duration INTERVAL = LIFE.dividedBy(3);

  private static final byte[] HOLDERS = Utf8.bytes("lease holders");
  private static final int ROW_BYTES = 2 * Long.BYTES;

  private final Store store;
  private final InstantSource clock;
  private final byte[] key;
  private long holder;
  private byte @Nullable [] seen;
  private Instant seenSince = Instant.MIN;
  private Instant lookedAt = Instant.MIN;
  private Instant heldUntil = Instant.MIN;

  /**
   * A lease that is not held yet.
   *
   * @param name of the work
   */
  Lease(Store store, InstantSource clock, String name) {
    this.store = store;
    this.clock = clock;
    this.key = SystemKeys.named(SystemKeys.LEASES, Utf8.bytes(name));
  }

  /** Whether this server has it; it is taken or renewed if that can and must be done. */
  synchronized boolean isHeld() {
    if (!store.isShared()) {
      return true;
    }
    Instant now = clock.instant();
    if (now.isBefore(lookedAt.plus(INTERVAL))) {
      return now.isBefore(heldUntil);
    }
    look(now);
    return clock.instant().isBefore(heldUntil);
  }

  private void look(Instant now) {
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
    lookedAt = now;
  }

  /** Writes the row if it is still as it was read. */
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

  /** Gives it back, so that the next server need not wait. */
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
