package dev.gramme.engine.catalog;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.Instant;

/**
 * A token bucket for requests of the account: it gains one token per interval, up to its capacity.
 * On a shared store, it counts the requests to all servers, with one transaction for each.
 */
public final class RequestRate {
  private final Store store;
  private final byte[] row;
  private final Duration interval;
  private final Duration capacity;

  /** When the bucket is full again, on a store of this process. */
  private Instant full = Instant.MIN;

  RequestRate(Store store, String name, Duration interval, int size) {
    this.store = store;
    this.row = SystemKeys.named(SystemKeys.REQUEST_RATES, Utf8.bytes(name));
    this.interval = interval;
    this.capacity = interval.multipliedBy(size);
  }

  /** Takes a token; false if there is none. May wait for a shared store. */
  public boolean take(Instant now) {
    if (store.isShared()) {
      return BlockingTransactions.transact(store, tx -> take(tx, now));
    }
    synchronized (this) {
      Instant after = withoutToken(full, now);
      if (after.isAfter(now.plus(capacity))) {
        return false;
      }
      full = after;
      return true;
    }
  }

  private boolean take(Transaction tx, Instant now) {
    byte[] stored = tx.get(row);
    Instant after = withoutToken(stored == null ? Instant.MIN : time(stored), now);
    if (after.isAfter(now.plus(capacity))) {
      return false;
    }
    tx.put(
        row,
        new ByteWriter(Long.BYTES + Integer.BYTES)
            .writeLong(after.getEpochSecond())
            .writeInt(after.getNano())
            .toByteArray());
    return true;
  }

  private static Instant time(byte[] stored) {
    var in = new ByteReader(stored);
    return Instant.ofEpochSecond(in.readLong(), in.readInt());
  }

  /** Taking a token delays the moment at which the bucket is full by one interval. */
  private Instant withoutToken(Instant fullBefore, Instant now) {
    return (fullBefore.isAfter(now) ? fullBefore : now).plus(interval);
  }
}
