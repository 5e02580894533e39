package dev.gramme.engine.catalog;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;

/** Numbers for the rows that each server on a shared store writes for the others. */
public final class ServerNumbers {
  private static final byte[] COUNTER =
      SystemKeys.named(SystemKeys.COUNTERS, Utf8.bytes("servers"));

  private ServerNumbers() {}

  /** A number that no server has had, from 1. */
  public static long next(Store store) {
    return BlockingTransactions.transact(store, ServerNumbers::next);
  }

  /** The same within a transaction. */
  static long next(Transaction tx) {
    byte[] last = tx.get(COUNTER);
    long next = last == null ? 1 : new ByteReader(last).readLong() + 1;
    tx.put(COUNTER, new ByteWriter(Long.BYTES).writeLong(next).toByteArray());
    return next;
  }
}
