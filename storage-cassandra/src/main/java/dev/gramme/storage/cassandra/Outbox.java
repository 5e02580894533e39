package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.StorageException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that derived rows are written, whoever ends when: a transactional outbox. The
 * transaction that writes sources puts what is derived from them into the outbox of their bucket;
 * so it has no other partitions, in which many transactions would meet. Then the rows are written,
 * then the transaction is acknowledged; some time later, entries of the outbox are removed
 * together. If a store ends before that, another one does its work ({@link OutboxSweep}). Twice
 * does no harm: a row is written with the stamp that its source's bucket had, which grows with each
 * such transaction.
 *
 * <p>Stamps are microseconds, about: a bucket's begins with the time, goes up by one with each
 * transaction, and is brought up to the time now and then, so that Cassandra finds tombstones older
 * than what is written later, and forgets them. All that is relied on is that they grow.
 */
final class Outbox {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  /** Entries are removed when so many were delivered, with so many bytes, or at such a tick. */
  private static final int MOST_DELIVERED = 64;

  private static final int MOST_DELIVERED_BYTES = 1 << 20;
  private static final int TICKS_BETWEEN_REMOVALS = 6;
  private static final long TICK_MILLIS = 10_000;
  private static final long PAUSE_MILLIS = 500;
  private static final long LONGEST_PAUSE_MILLIS = 30_000;

  /** When so many transactions wait for what they derive, no more are begun. */
  private static final int MOST_WAITING = 1000;

  /** Stamps may be so far behind the time. */
  private static final Duration BEHIND = Duration.ofMinutes(10);

  private final CqlSession session;
  private final Gate gate;
  private final Rows reader;
  private final Derived derived;
  private final Senders senders;
  private final Executor executor;
  private final InstantSource clock;
  private final String rows;
  private final Map<Bytes, Mine> mine = new ConcurrentHashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicBoolean removing = new AtomicBoolean();
  private final AtomicInteger waiting = new AtomicInteger();
  private boolean ticking;

  Outbox(
      CqlSession session,
      CassandraStoreOptions options,
      Gate gate,
      Rows reader,
      Derived derived,
      Senders senders,
      Executor executor) {
    this.session = session;
    this.gate = gate;
    this.reader = reader;
    this.derived = derived;
    this.senders = senders;
    this.executor = executor;
    this.clock = options.clock();
    this.rows = options.keyspace() + ".rows";
  }

  /** What this store has in the outbox of a bucket; entries have numbers. */
  private static final class Mine {
    private final TreeSet<Long> open = new TreeSet<>();
    private long last;
    private long removed;
    private int delivered;
    private long bytes;
    private long stamp;
    private boolean removing;
  }

  /**
   * Begins entries for a transaction that is about to be executed. One of {@link #deliver}, {@link
   * #recover} and {@link #withdraw} has to follow, in the end.
   *
   * @param sources the buckets of the sources
   * @return the keys of the entries, by bucket
   * @throws OverloadedException if too much waits to be delivered
   */
  Map<Bytes, Bytes> begin(Set<Bytes> sources) {
    if (sources.isEmpty()) {
      return Map.of();
    }
    if (waiting.get() >= MOST_WAITING) {
      throw new OverloadedException("Cassandra takes no derived rows.");
    }
    if (senders.isUnheard()) {
      sayFirst();
    }
    var keys = new LinkedHashMap<Bytes, Bytes>();
    for (Bytes bucket : sources) {
      Mine here = mine.computeIfAbsent(bucket, _ -> new Mine());
      synchronized (here) {
        here.last++;
        here.open.add(here.last);
        keys.put(bucket, key(here.last));
      }
    }
    return keys;
  }

  /** Before anything is in an outbox, others know whose it would be. */
  private synchronized void sayFirst() {
    if (senders.isUnheard()) {
      senders.say();
      if (!ticking) {
        executor.execute(this::tick);
        ticking = true;
      }
    }
  }

  private Bytes key(long number) {
    return new Bytes(
        ByteBuffer.allocate(senders.own().length() + Long.BYTES)
            .put(senders.own().buffer())
            .putLong(number)
            .array());
  }

  private long number(Bytes key) {
    return ByteBuffer.wrap(key.array()).getLong(senders.own().length());
  }

  /**
   * A transaction was executed: writes what is derived. What cannot be written now is tried again
   * until the store is closed.
   *
   * @param stamps what the buckets of the sources had before
   */
  void deliver(
      Map<Bytes, Bytes> keys,
      Map<Bytes, SequencedMap<Bytes, Overlay.Write>> writes,
      Map<Bytes, Long> stamps) {
    var entries = new LinkedHashMap<Bytes, OutboxEntry>();
    var writing = new ArrayList<CompletableFuture<?>>();
    keys.keySet()
        .forEach(bucket -> {
          var entry =
              new OutboxEntry(
                  Objects.requireNonNull(writes.get(bucket)),
                  Objects.requireNonNull(stamps.get(bucket)));
          entries.put(bucket, entry);
          writing.add(derived.begin(entry));
        });
    boolean done = isDone(writing);
    entries.forEach((bucket, entry) -> {
      Bytes key = Objects.requireNonNull(keys.get(bucket));
      if (done) {
        delivered(bucket, key, entry);
      } else {
        later(() -> isDelivered(bucket, key, entry));
      }
    });
  }

  private static boolean isDone(List<CompletableFuture<?>> writing) {
    try {
      writing.forEach(CompletableFuture::join);
      return true;
    } catch (CompletionException e) {
      LOG.warn("derived rows are not written yet: {}", String.valueOf(e.getCause()));
      return false;
    }
  }

  /**
   * A transaction was executed, but its answer was lost: writes what is derived, as the outbox has
   * it. What cannot be written now is tried again until the store is closed.
   */
  void recover(Map<Bytes, Bytes> keys) {
    keys.forEach((bucket, key) -> {
      if (!isDelivered(bucket, key, null)) {
        LOG.warn("derived rows are not written yet: they cannot be read");
        later(() -> isDelivered(bucket, key, null));
      }
    });
  }

  /**
   * Does something again and again, less and less often, until it is done, or the store is closed.
   */
  void later(BooleanSupplier isDone) {
    waiting.incrementAndGet();
    executor.execute(() -> {
      try {
        long pause = PAUSE_MILLIS;
        while (!isClosingAfter(pause) && !isDone.getAsBoolean()) {
          pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
      } finally {
        waiting.decrementAndGet();
      }
    });
  }

  /**
   * Whether an entry has been delivered now, or by another store.
   *
   * @param known what it is, null if it has to be read
   */
  private boolean isDelivered(Bytes bucket, Bytes key, @Nullable OutboxEntry known) {
    try {
      OutboxEntry entry = known == null ? reader.due(bucket, key) : known;
      if (entry != null) {
        derived.write(entry);
      }
      delivered(bucket, key, entry);
      return true;
    } catch (RuntimeException e) {
      LOG.debug("derived rows are not written yet", e);
      return false;
    }
  }

  private void delivered(Bytes bucket, Bytes key, @Nullable OutboxEntry entry) {
    Mine here = mine(bucket);
    boolean many;
    synchronized (here) {
      here.open.remove(number(key));
      if (entry != null) {
        here.delivered++;
        here.bytes += entry.bytes();
        here.stamp = Math.max(here.stamp, entry.before());
      }
      many = here.delivered >= MOST_DELIVERED || here.bytes >= MOST_DELIVERED_BYTES;
    }
    if (many) {
      executor.execute(() -> remove(bucket, here));
    }
  }

  private Mine mine(Bytes bucket) {
    return Objects.requireNonNull(mine.get(bucket));
  }

  /** A transaction was not executed and never will be. */
  void withdraw(Map<Bytes, Bytes> keys) {
    keys.forEach((bucket, key) -> {
      Mine here = mine(bucket);
      synchronized (here) {
        here.open.remove(number(key));
      }
    });
  }

  private boolean isClosingAfter(long millis) {
    try {
      return closing.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private void tick() {
    for (int ticks = 1; !isClosingAfter(TICK_MILLIS); ticks++) {
      try {
        senders.say();
      } catch (RuntimeException e) {
        LOG.warn("Cassandra cannot be told that this server is there: {}", e.toString());
      }
      if (ticks % TICKS_BETWEEN_REMOVALS == 0 && removing.compareAndSet(false, true)) {
        executor.execute(() -> {
          try {
            mine.forEach(this::remove);
          } finally {
            removing.set(false);
          }
        });
      }
    }
  }

  /**
   * Removes the entries of a bucket that were delivered, up to the first one that was not. Always
   * from the first number on, so that no more than one tombstone is needed.
   */
  private void remove(Bytes bucket, Mine here) {
    long to;
    long stamp;
    synchronized (here) {
      to = here.open.isEmpty() ? here.last : here.open.first() - 1;
      if (here.removing || to <= here.removed) {
        return;
      }
      here.removing = true;
      here.delivered = 0;
      here.bytes = 0;
      stamp = here.stamp;
    }
    boolean done = false;
    try {
      gate.enter();
      try {
        remove(bucket, senders.own(), key(to).next());
        catchUp(bucket, stamp);
        done = true;
      } finally {
        gate.exit();
      }
    } catch (DriverException | StorageException e) {
      LOG.warn("entries of an outbox are not removed yet: {}", e.toString());
    } finally {
      synchronized (here) {
        here.removing = false;
        if (done) {
          here.removed = to;
        }
        here.notifyAll();
      }
    }
  }

  private void remove(Bytes bucket, Bytes from, Bytes to) {
    session.execute(
        new Cql(3)
            .add("BEGIN TRANSACTION DELETE FROM " + rows + " WHERE bucket = ")
            .value(bucket)
            .add(" AND era = " + Eras.OUTBOX + " AND key >= ")
            .value(from)
            .add(" AND key < ")
            .value(to)
            .add("; COMMIT TRANSACTION")
            .statement());
  }

  /** Brings the stamp of a bucket up to the time if it is far behind. */
  private void catchUp(Bytes bucket, long stamp) {
    long now = AsOf.micros(clock.millis());
    if (stamp == 0 || now - stamp < AsOf.micros(BEHIND.toMillis())) {
      return;
    }
    session.execute(
        new Cql(2)
            .add("BEGIN TRANSACTION LET b = (SELECT stamp FROM " + rows + " WHERE bucket = ")
            .value(bucket)
            .add(Buckets.FIRST_ROW + "); SELECT b.stamp; IF b.stamp < ")
            .number(now)
            .add(" THEN UPDATE " + rows + " SET stamp = ")
            .number(now)
            .add(" WHERE bucket = ")
            .value(bucket)
            .add(Buckets.FIRST_ROW + "; END IF COMMIT TRANSACTION")
            .statement());
  }

  /**
   * Removes what is left, as far as Cassandra does it; the rest is for others. To be called when no
   * transaction runs.
   */
  void close() {
    if (closing.getCount() == 0) {
      return;
    }
    closing.countDown();
    var removals =
        mine.entrySet().stream()
            .map(each ->
                CompletableFuture.supplyAsync(
                    () -> isRemoved(each.getKey(), each.getValue()), executor))
            .toList();
    boolean all =
        removals.stream().map(CompletableFuture::join).toList().stream().allMatch(one -> one);
    if (all && !mine.isEmpty()) {
      try {
        senders.forget(senders.own());
      } catch (StorageException e) {
        LOG.warn("Cassandra cannot be told that this server ends: {}", e.toString());
      }
    }
  }

  /** Whether nothing is left in a bucket. */
  private boolean isRemoved(Bytes bucket, Mine here) {
    synchronized (here) {
      while (here.removing) {
        try {
          here.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
    }
    remove(bucket, here);
    synchronized (here) {
      return here.open.isEmpty() && here.removed == here.last;
    }
  }
}
