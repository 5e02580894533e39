package dev.gramme.engine.catalog;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right of one of the servers on a shared store to do work that only one of them should do. A
 * row holds the holder and the number of renewals; it is written only if it is unchanged since it
 * was read.
 *
 * <p>Times of different clocks are never compared. The holder counts the lease's life from before
 * the renewal; the other servers take the lease when they have seen the row unchanged for that
 * long. If clocks run at different speeds, or one is moved ahead, or a server is suspended, two
 * servers can believe that they hold it. Work that must not be done twice therefore checks its
 * {@link Term} in each of its transactions: every term has its own holder number, so a transaction
 * of an earlier term fails.
 *
 * <p>On a store that is not shared, the lease has no row and is always held.
 */
public final class Lease {
  /**
   * How long the lease is held without a renewal; after this time another server takes over from a
   * server that died.
   */
  public static final Duration LIFE = Duration.ofSeconds(15);

  /** The interval at which the holder renews it and other servers check it. */
  public static final Duration INTERVAL = LIFE.dividedBy(3);

  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
  private static final byte[] HOLDERS = Utf8.bytes("lease holders");
  private static final int ROW_BYTES = 2 * Long.BYTES;

  private final Store store;
  private final InstantSource clock;
  private final String name;
  private final byte[] key;
  private @Nullable Term term;
  private byte @Nullable [] seen;
  private Instant seenSince = Instant.MIN;
  private Instant checkedAt = Instant.MIN;
  private Instant heldUntil = Instant.MIN;

  /**
   * A lease that is not held yet.
   *
   * @param name the name of the work
   */
  public Lease(Store store, InstantSource clock, String name) {
    this.store = store;
    this.clock = clock;
    this.name = name;
    this.key = SystemKeys.named(SystemKeys.LEASES, Utf8.bytes(name));
    if (!store.isShared()) {
      this.term = new Term(0);
    }
  }

  /**
   * The names that begin with a prefix, of leases that some server holds, or held until it died.
   */
  public static List<String> names(Reader store, String prefix) {
    byte[] encoded = Utf8.bytes(prefix);
    byte[] from = SystemKeys.named(SystemKeys.LEASES, encoded);
    int start = from.length - encoded.length;
    var names = new ArrayList<String>();
    try (Cursor rows = store.range(from, RowKeys.afterPrefix(from), Direction.ASCENDING)) {
      while (rows.next()) {
        byte[] key = rows.key();
        names.add(new String(key, start, key.length - start, StandardCharsets.UTF_8));
      }
    }
    return names;
  }

  /** The time from taking the lease until its release or its loss to another server. */
  public final class Term {
    private final long holder;

    private Term(long holder) {
      this.holder = holder;
    }

    /** Whether the term lasts; renews the lease if that is due. Once false, it remains false. */
    public boolean isHeld() {
      return lasts(this);
    }

    /**
     * Checks the term before work that has no transaction.
     *
     * @throws LeaseLostException if the term is over
     */
    public void require() {
      if (!isHeld()) {
        throw new LeaseLostException(name);
      }
    }

    /**
     * Makes a transaction fail if the term is over. A transaction that this call admits commits
     * only if no other server has taken the lease before.
     *
     * @throws LeaseLostException if the term is over
     */
    public void require(Transaction tx) {
      if (store.isShared() && !isHolder(tx.get(key))) {
        throw new LeaseLostException(name);
      }
    }

    private boolean isHolder(byte @Nullable [] row) {
      return row != null && new ByteReader(row).readLong() == holder;
    }
  }

  /** Whether this server holds the lease; takes or renews it if possible and due. */
  public boolean isHeld() {
    return acquire().isPresent();
  }

  /** The current term of this server; takes or renews the lease if possible and due. */
  public synchronized Optional<Term> acquire() {
    if (!store.isShared()) {
      return Optional.ofNullable(term);
    }
    if (isCheckDue()) {
      check(true);
    }
    return clock.instant().isBefore(heldUntil) ? Optional.ofNullable(term) : Optional.empty();
  }

  /**
   * Notes whether another server renews the lease, so that this server can take it as soon as it
   * expires. Renews it if this server holds it.
   */
  public synchronized void watch() {
    if (store.isShared() && isCheckDue()) {
      check(false);
    }
  }

  /** Renews the lease if this server holds it and a renewal is due. */
  public synchronized void renew() {
    if (term != null && store.isShared() && isCheckDue()) {
      check(false);
    }
  }

  private synchronized boolean lasts(Term asked) {
    if (term == asked) {
      renew();
    }
    return term == asked;
  }

  /**
   * Whether an interval has passed since the last check. A clock that was set back ends it, too.
   */
  private boolean isCheckDue() {
    Instant now = clock.instant();
    return now.isBefore(checkedAt) || !now.isBefore(checkedAt.plus(INTERVAL));
  }

  /** Reads the row, and renews the lease or takes it. */
  private void check(boolean mayTake) {
    Instant now = clock.instant();
    byte[] row = store.get(key);
    if (!Arrays.equals(row, seen) || now.isBefore(seenSince)) {
      seen = row;
      // Not the time before the read: that may have waited, and the row may be new.
      seenSince = clock.instant();
    }
    Term own = term;
    if (own != null && own.isHolder(row)) {
      hold(row, own, now);
    } else {
      end();
      if (mayTake && (row == null || !now.isBefore(seenSince.plus(LIFE)))) {
        hold(row, new Term(BlockingTransactions.transact(store, Lease::newHolder)), now);
      }
    }
    checkedAt = now;
  }

  /** Writes the row if it is unchanged since it was read. */
  private void hold(byte @Nullable [] row, Term holding, Instant now) {
    long count = row == null ? 0 : new ByteReader(row, Long.BYTES, ROW_BYTES).readLong();
    byte[] own =
        new ByteWriter(ROW_BYTES).writeLong(holding.holder).writeLong(count + 1).toByteArray();
    boolean written =
        BlockingTransactions.transact(
            store,
            tx -> {
              if (!Arrays.equals(tx.get(key), row)) {
                return false;
              }
              tx.put(key, own);
              return true;
            });
    if (written) {
      seen = own;
      seenSince = now;
      term = holding;
      heldUntil = now.plus(LIFE);
    } else {
      end();
    }
  }

  private void end() {
    term = null;
    heldUntil = Instant.MIN;
  }

  private static long newHolder(Transaction tx) {
    byte[] counter = SystemKeys.named(SystemKeys.COUNTERS, HOLDERS);
    byte[] last = tx.get(counter);
    long next = last == null ? 1 : new ByteReader(last).readLong() + 1;
    tx.put(counter, new ByteWriter(Long.BYTES).writeLong(next).toByteArray());
    return next;
  }

  /**
   * Releases the lease, so that the next server need not wait. If the store fails, the lease
   * expires by itself.
   */
  public synchronized void release() {
    Term own = term;
    if (own == null || !store.isShared()) {
      return;
    }
    end();
    try {
      BlockingTransactions.run(
          store,
          tx -> {
            if (own.isHolder(tx.get(key))) {
              tx.delete(key);
            }
          });
    } catch (StorageException e) {
      LOG.info("the lease \"{}\" was not released and expires by itself: {}", name, e.getMessage());
    }
  }
}
