package dev.gramme.engine.catalog;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;

/**
 * Numbers for the rows that each server on a shared store writes for the others.
 *
 * <p>Versions before 28 November 2026 had counters of their own for throughput, transactions and
 * insights, which began with 1. The numbers here begin with {@link #FIRST}, so that during a
 * rolling upgrade no old and new server have the same number.
 */
public final class ServerNumbers {
  private static final byte[] COUNTER =
      SystemKeys.named(SystemKeys.COUNTERS, Utf8.bytes("servers"));

  /** The lowest number. */
  static final long FIRST = 1L << 32;

  private ServerNumbers() {}

  /** A number that no server has had. */
  public static long next(Store store) {
    return BlockingTransactions.transact(store, ServerNumbers::next);
  }

  /** The same within a transaction. */
  static long next(Transaction tx) {
    byte[] last = tx.get(COUNTER);
    long next = last == null ? FIRST : Math.max(FIRST, new ByteReader(last).readLong() + 1);
    tx.put(COUNTER, new ByteWriter(Long.BYTES).writeLong(next).toByteArray());
    return next;
  }
}
