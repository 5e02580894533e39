package dev.gramme.storage.cassandra.derived;

import com.datastax.oss.driver.api.core.DriverException;
import dev.gramme.storage.BackOff;
import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Write;
import dev.gramme.storage.cassandra.session.InFlightGate;
import java.nio.ByteBuffer;
import java.time.Duration;
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
 * The transactional outbox of this store. It guarantees that derived rows, such as index entries,
 * are written after the transaction that writes their sources (the items they are computed from),
 * even if the server or Cassandra fails after the commit.
 *
 * <ol>
 *   <li>The transaction that writes the sources puts the derived rows into the outbox of the
 *       sources' bucket. So it needs no partition of an index, in which many transactions would
 *       conflict.
 *   <li>This store writes the derived rows, then acknowledges the transaction.
 *   <li>Some time later, it removes the delivered entries of a bucket together.
 * </ol>
 *
 * <p>If this store dies before step 3, another store delivers the entries ({@link OutboxSweep}). A
 * second delivery is harmless: each row is written with the stamp of the sources' bucket as
 * Cassandra's write timestamp, so an older write never overwrites a newer one.
 *
 * <p>A bucket's stamp starts at the current time in microseconds, and each transaction adds 1. The
 * removal of delivered entries advances a stamp that is more than ten minutes behind to the current
 * time, so that compaction can remove tombstones. Correctness relies only on growing stamps.
 */
public final class Outbox {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  /** Delivered entries of a bucket are removed when there are this many. */
  private static final int MAX_DELIVERED = 64;

  /** Delivered entries are also removed when their values have this total size. */
  private static final int MAX_DELIVERED_BYTES = 1 << 20;

  /** All delivered entries are removed after this number of heartbeats. */
  private static final int HEARTBEATS_BETWEEN_REMOVALS = 6;

  private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(10);
  private static final BackOff BACK_OFF =
      new BackOff(Duration.ofMillis(500), Duration.ofSeconds(30));

  /** The maximum number of deliveries in retry; beyond it, the outbox refuses transactions. */
  private static final int MAX_RETRYING = 1000;

  private final InFlightGate gate;
  private final OutboxTable table;
  private final DerivedRows derived;
  private final OutboxOwners owners;
  private final Executor executor;
  private final Map<Bytes, BucketOutbox> outboxes = new ConcurrentHashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicBoolean removing = new AtomicBoolean();
  private final AtomicInteger retrying = new AtomicInteger();
  private boolean heartbeatStarted;

  /** An empty outbox. */
  public Outbox(
      InFlightGate gate,
      OutboxTable table,
      DerivedRows derived,
      OutboxOwners owners,
      Executor executor) {
    this.gate = gate;
    this.table = table;
    this.derived = derived;
    this.owners = owners;
    this.executor = executor;
  }

  /** The entries of this store in one bucket, which have consecutive numbers from 1. */
  private static final class BucketOutbox {
    private final TreeSet<Long> open = new TreeSet<>();
    private long lastNumber;
    private long removedTo;
    private int delivered;
    private long deliveredBytes;
    private long stamp;
    private boolean removing;
  }

  /**
   * Reserves one entry in each bucket for a transaction that is about to be executed. The caller
   * must finally call {@link #deliver}, {@link #recover} or {@link #discard}.
   *
   * @param sources the buckets of the sources
   * @return the keys of the entries, by bucket
   * @throws OverloadedException if too many deliveries wait for a retry
   */
  public Map<Bytes, Bytes> reserve(Set<Bytes> sources) {
    if (sources.isEmpty()) {
      return Map.of();
    }
    if (retrying.get() >= MAX_RETRYING) {
      throw new OverloadedException(
          "Too many transactions wait for their derived rows to be written to Cassandra.");
    }
    if (owners.needsHeartbeat()) {
      startHeartbeat();
    }
    var keys = new LinkedHashMap<Bytes, Bytes>();
    for (Bytes bucket : sources) {
      BucketOutbox outbox = outboxes.computeIfAbsent(bucket, _ -> new BucketOutbox());
      synchronized (outbox) {
        outbox.lastNumber++;
        outbox.open.add(outbox.lastNumber);
        keys.put(bucket, key(outbox.lastNumber));
      }
    }
    return keys;
  }

  /**
   * Writes a heartbeat, and starts the heartbeat task if it does not run yet. Other stores must
   * know the owner of an entry before the entry exists.
   */
  private synchronized void startHeartbeat() {
    if (owners.needsHeartbeat()) {
      owners.beat();
      if (!heartbeatStarted) {
        executor.execute(this::beatUntilClosed);
        heartbeatStarted = true;
      }
    }
  }

  private Bytes key(long number) {
    return new Bytes(
        ByteBuffer.allocate(owners.own().length() + Long.BYTES)
            .put(owners.own().buffer())
            .putLong(number)
            .array());
  }

  private long number(Bytes key) {
    return ByteBuffer.wrap(key.array()).getLong(owners.own().length());
  }

  /**
   * Delivers the entries of a transaction that was executed. If a write fails, it is retried in the
   * background until the store is closed.
   *
   * @param writes the derived rows, by the bucket of their sources
   * @param previousStamps the stamps of these buckets before the transaction
   */
  public void deliver(
      Map<Bytes, Bytes> keys,
      Map<Bytes, SequencedMap<Bytes, Write>> writes,
      Map<Bytes, Long> previousStamps) {
    var entries = new LinkedHashMap<Bytes, OutboxEntry>();
    var writing = new ArrayList<CompletableFuture<?>>();
    keys.keySet()
        .forEach(bucket -> {
          var entry =
              new OutboxEntry(
                  Objects.requireNonNull(writes.get(bucket)),
                  Objects.requireNonNull(previousStamps.get(bucket)));
          entries.put(bucket, entry);
          writing.add(derived.writeAsync(entry));
        });
    boolean done = await(writing);
    entries.forEach((bucket, entry) -> {
      Bytes key = Objects.requireNonNull(keys.get(bucket));
      if (done) {
        markDelivered(bucket, key, entry);
      } else {
        retryLater(() -> deliver(bucket, key, entry));
      }
    });
  }

  private static boolean await(List<CompletableFuture<?>> writing) {
    try {
      writing.forEach(CompletableFuture::join);
      return true;
    } catch (CompletionException e) {
      LOG.warn("cannot write derived rows; retrying: {}", String.valueOf(e.getCause()));
      return false;
    }
  }

  /**
   * Delivers the entries of an in-doubt transaction that turned out to be committed. Its response
   * was lost, so the entries are read from Cassandra first. Failures are retried as in {@link
   * #deliver}.
   */
  public void recover(Map<Bytes, Bytes> keys) {
    keys.forEach((bucket, key) -> {
      if (!deliver(bucket, key, null)) {
        LOG.warn("cannot deliver an outbox entry of bucket {}; retrying", bucket);
        retryLater(() -> deliver(bucket, key, null));
      }
    });
  }

  /**
   * Retries an action in the background with growing pauses, until it succeeds or the store is
   * closed.
   *
   * @param action returns whether it succeeded
   */
  public void retryLater(BooleanSupplier action) {
    retrying.incrementAndGet();
    executor.execute(() -> {
      try {
        int failures = 1;
        while (!isClosingAfter(BACK_OFF.pause(failures)) && !action.getAsBoolean()) {
          failures++;
        }
      } finally {
        retrying.decrementAndGet();
      }
    });
  }

  /**
   * Delivers an entry, unless another store has done so. Returns whether it is delivered.
   *
   * @param known the entry, null if it must be read
   */
  private boolean deliver(Bytes bucket, Bytes key, @Nullable OutboxEntry known) {
    try {
      OutboxEntry entry = known == null ? table.entry(bucket, key) : known;
      if (entry != null) {
        derived.write(entry);
      }
      markDelivered(bucket, key, entry);
      return true;
    } catch (RuntimeException e) {
      LOG.debug("delivering an outbox entry failed", e);
      return false;
    }
  }

  private void markDelivered(Bytes bucket, Bytes key, @Nullable OutboxEntry entry) {
    BucketOutbox outbox = outbox(bucket);
    boolean removalDue;
    synchronized (outbox) {
      outbox.open.remove(number(key));
      if (entry != null) {
        outbox.delivered++;
        outbox.deliveredBytes += entry.bytes();
        outbox.stamp = Math.max(outbox.stamp, entry.previousStamp());
      }
      removalDue =
          outbox.delivered >= MAX_DELIVERED || outbox.deliveredBytes >= MAX_DELIVERED_BYTES;
    }
    if (removalDue) {
      executor.execute(() -> removeDelivered(bucket, outbox));
    }
  }

  private BucketOutbox outbox(Bytes bucket) {
    return Objects.requireNonNull(outboxes.get(bucket));
  }

  /** Discards the entries of a transaction that was not executed and never will be. */
  public void discard(Map<Bytes, Bytes> keys) {
    keys.forEach((bucket, key) -> {
      BucketOutbox outbox = outbox(bucket);
      synchronized (outbox) {
        outbox.open.remove(number(key));
      }
    });
  }

  private boolean isClosingAfter(Duration pause) {
    try {
      return closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private void beatUntilClosed() {
    for (int beats = 1; !isClosingAfter(HEARTBEAT_INTERVAL); beats++) {
      try {
        owners.beat();
      } catch (RuntimeException e) {
        LOG.warn("this server's heartbeat cannot be written to Cassandra: {}", e.toString());
      }
      if (beats % HEARTBEATS_BETWEEN_REMOVALS == 0 && removing.compareAndSet(false, true)) {
        executor.execute(() -> {
          try {
            outboxes.forEach(this::removeDelivered);
          } finally {
            removing.set(false);
          }
        });
      }
    }
  }

  /**
   * Removes the delivered entries of a bucket up to the first that is not delivered. The removed
   * range always begins at the first number, so that each range tombstone covers the earlier ones.
   */
  private void removeDelivered(Bytes bucket, BucketOutbox outbox) {
    long to;
    long stamp;
    synchronized (outbox) {
      to = outbox.open.isEmpty() ? outbox.lastNumber : outbox.open.first() - 1;
      if (outbox.removing || to <= outbox.removedTo) {
        return;
      }
      outbox.removing = true;
      outbox.delivered = 0;
      outbox.deliveredBytes = 0;
      stamp = outbox.stamp;
    }
    boolean done = false;
    try {
      gate.enter();
      try {
        table.removeRange(bucket, owners.own(), key(to).successor());
        table.advanceStamp(bucket, stamp);
        done = true;
      } finally {
        gate.exit();
      }
    } catch (DriverException | StorageException e) {
      LOG.warn("removing outbox entries failed and will be retried: {}", e.toString());
    } finally {
      synchronized (outbox) {
        outbox.removing = false;
        if (done) {
          outbox.removedTo = to;
        }
        outbox.notifyAll();
      }
    }
  }

  /**
   * Removes all delivered entries if Cassandra is available; other stores deliver what remains. No
   * transaction may be running. Idempotent.
   */
  public void close() {
    if (closing.getCount() == 0) {
      return;
    }
    closing.countDown();
    var removals =
        outboxes.entrySet().stream()
            .map(each ->
                CompletableFuture.supplyAsync(
                    () -> removeAllDelivered(each.getKey(), each.getValue()), executor))
            .toList();
    boolean all =
        removals.stream().map(CompletableFuture::join).toList().stream().allMatch(one -> one);
    if (all && !outboxes.isEmpty()) {
      try {
        owners.forget(owners.own());
      } catch (StorageException e) {
        LOG.warn("this server's heartbeat cannot be removed from Cassandra: {}", e.toString());
      }
    }
  }

  /** Removes the delivered entries of a bucket and returns whether none remain. */
  private boolean removeAllDelivered(Bytes bucket, BucketOutbox outbox) {
    synchronized (outbox) {
      while (outbox.removing) {
        try {
          outbox.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
    }
    removeDelivered(bucket, outbox);
    synchronized (outbox) {
      return outbox.open.isEmpty() && outbox.removedTo == outbox.lastNumber;
    }
  }
}
