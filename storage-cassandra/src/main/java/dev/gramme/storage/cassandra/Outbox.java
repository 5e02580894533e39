package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that derived rows are written, whoever ends when: a transactional outbox. The
 * transaction that writes sources puts what is derived from them into the outbox of their bucket;
 * so it has no other partitions, in which many transactions would meet. Then the rows are written,
 * then the transaction is acknowledged; some time later, entries of the outbox are removed
 * together. If a store ends before that, another one does its work ({@link #sweep}). Twice does no
 * harm: a row is written with the stamp that its source's bucket had, which grows with each such
 * transaction.
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

  /** Who was not heard of for so long has ended, or stands still. */
  private static final Duration SILENT = Duration.ofSeconds(45);

  /** What it had begun has come to an end after this time. */
  private static final Duration GONE = Duration.ofHours(1);

  /** Stamps may be so far behind the time. */
  private static final Duration BEHIND = Duration.ofMinutes(10);

  /** So many derived rows are written at a time. */
  private static final int MOST_WRITING = 256;

  private static final int PAGE = 32;

  private final CqlSession session;
  private final Gate gate;
  private final Derived derived;
  private final Buckets buckets;
  private final Executor executor;
  private final InstantSource clock;
  private final String rows;
  private final String senders;
  private final Bytes sender;
  private final Rows reader;
  private final PreparedStatement page;
  private final Map<Bytes, Mine> mine = new ConcurrentHashMap<>();
  private final Map<Bytes, Heard> heard = new HashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicBoolean removing = new AtomicBoolean();
  private boolean ticking;
  private volatile long seenMillis;

  /**
   * An outbox.
   *
   * @param sender the id of this store
   */
  Outbox(
      CqlSession session,
      CassandraStoreOptions options,
      Gate gate,
      Rows reader,
      Derived derived,
      Buckets buckets,
      Executor executor,
      Bytes sender) {
    this.session = session;
    this.gate = gate;
    this.reader = reader;
    this.derived = derived;
    this.buckets = buckets;
    this.executor = executor;
    this.clock = options.clock();
    this.rows = options.keyspace() + ".rows";
    this.senders = options.keyspace() + ".senders";
    this.sender = sender;
    this.page =
        session.prepare(
            "SELECT key, value, stamp FROM %s WHERE bucket = ? AND era = %d AND key >= ? AND key < ? LIMIT %d"
                .formatted(rows, Eras.OUTBOX, PAGE));
  }

  /** The id of this store. */
  Bytes sender() {
    return sender;
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
   * What was heard of another store.
   *
   * @param sinceMillis when it was heard first
   * @param swept whether its work has been done since
   */
  private record Heard(long beat, long sinceMillis, boolean swept) {}

  /**
   * What is derived from the sources of one bucket by one transaction.
   *
   * @param before the stamp that the bucket had before
   */
  private record Entry(SequencedMap<Bytes, Overlay.Write> writes, long before) {
    long bytes() {
      long bytes = 0;
      for (var write : writes.values()) {
        Bytes value = write.value();
        bytes += value == null ? 0 : value.length();
      }
      return bytes;
    }
  }

  /**
   * Begins entries for a transaction that is about to be executed. One of {@link #deliver}, {@link
   * #recover} and {@link #withdraw} has to follow, in the end.
   *
   * @param sources the buckets of the sources
   * @return the keys of the entries, by bucket
   */
  Map<Bytes, Bytes> begin(Set<Bytes> sources) {
    if (sources.isEmpty()) {
      return Map.of();
    }
    if (clock.millis() - seenMillis > SILENT.toMillis() / 2) {
      beSeenFirst();
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
  private synchronized void beSeenFirst() {
    if (clock.millis() - seenMillis > SILENT.toMillis() / 2) {
      try {
        beSeen();
      } catch (DriverException e) {
        throw new StorageException("Cassandra cannot be written: " + e.getMessage(), e);
      }
      if (!ticking) {
        executor.execute(this::tick);
        ticking = true;
      }
    }
  }

  private void beSeen() {
    long now = clock.millis();
    session.execute(
        SimpleStatement.newInstance(
                "INSERT INTO " + senders + " (id, beat) VALUES (?, ?)", sender.buffer(), now)
            .setIdempotent(true));
    seenMillis = now;
  }

  private Bytes key(long number) {
    return new Bytes(
        ByteBuffer.allocate(sender.length() + Long.BYTES)
            .put(sender.buffer())
            .putLong(number)
            .array());
  }

  private long number(Bytes key) {
    return ByteBuffer.wrap(key.array()).getLong(sender.length());
  }

  /** What an entry holds. */
  static Bytes encode(SequencedMap<Bytes, Overlay.Write> writes) {
    int length = 0;
    for (var write : writes.entrySet()) {
      Bytes value = write.getValue().value();
      length += 2 * Integer.BYTES + write.getKey().length() + (value == null ? 0 : value.length());
    }
    var out = ByteBuffer.allocate(length);
    writes.forEach((key, write) -> {
      Bytes value = write.value();
      out.putInt(key.length()).put(key.buffer()).putInt(value == null ? -1 : value.length());
      if (value != null) {
        out.put(value.buffer());
      }
    });
    return new Bytes(out.array());
  }

  /** What an entry holds. */
  static SequencedMap<Bytes, Overlay.Write> decode(ByteBuffer entry) {
    var writes = new LinkedHashMap<Bytes, Overlay.Write>();
    var in = entry.duplicate();
    while (in.hasRemaining()) {
      Bytes key = take(in, in.getInt());
      int length = in.getInt();
      writes.put(key, new Overlay.Write(length < 0 ? null : take(in, length)));
    }
    return writes;
  }

  private static Bytes take(ByteBuffer in, int length) {
    byte[] array = new byte[length];
    in.get(array);
    return new Bytes(array);
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
    keys.forEach((bucket, key) ->
        orLater(
            bucket,
            key,
            new Entry(
                Objects.requireNonNull(writes.get(bucket)),
                Objects.requireNonNull(stamps.get(bucket)))));
  }

  /**
   * A transaction was executed, but its answer was lost: writes what is derived, as the outbox has
   * it. What cannot be written now is tried again until the store is closed.
   */
  void recover(Map<Bytes, Bytes> keys) {
    keys.forEach((bucket, key) -> orLater(bucket, key, null));
  }

  private void orLater(Bytes bucket, Bytes key, @Nullable Entry entry) {
    if (!isDelivered(bucket, key, entry)) {
      later(() -> isDelivered(bucket, key, entry));
    }
  }

  /** Does something again and again until it is done, or the store is closed. */
  void later(BooleanSupplier isDone) {
    executor.execute(() -> {
      boolean goesOn = true;
      while (goesOn) {
        goesOn = !isClosingAfter(PAUSE_MILLIS) && !isDone.getAsBoolean();
      }
    });
  }

  /** Whether an entry has been delivered now, or by another store. */
  private boolean isDelivered(Bytes bucket, Bytes key, @Nullable Entry known) {
    try {
      Entry entry = known == null ? entry(bucket, key) : known;
      if (entry != null) {
        write(entry);
      }
      delivered(bucket, key, entry);
      return true;
    } catch (RuntimeException e) {
      LOG.warn("derived rows are not written yet: {}", e.toString());
      return false;
    }
  }

  private @Nullable Entry entry(Bytes bucket, Bytes key) {
    var found = reader.due(bucket, key);
    return found == null ? null : new Entry(decode(found.value().buffer()), found.stamp());
  }

  private void write(Entry entry) {
    gate.enter();
    try {
      var writing = new ArrayList<CompletableFuture<AsyncResultSet>>();
      for (var write : entry.writes.entrySet()) {
        Bytes key = write.getKey();
        writing.add(
            derived
                .write(buckets.of(key), key, write.getValue().value(), entry.before + 1)
                .toCompletableFuture());
        if (writing.size() == MOST_WRITING) {
          writing.forEach(CompletableFuture::join);
          writing.clear();
        }
      }
      writing.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw new StorageException("Cassandra cannot be written: " + e.getCause(), e);
    } finally {
      gate.exit();
    }
  }

  private void delivered(Bytes bucket, Bytes key, @Nullable Entry entry) {
    Mine here = mine(bucket);
    boolean many;
    synchronized (here) {
      here.open.remove(number(key));
      if (entry != null) {
        here.delivered++;
        here.bytes += entry.bytes();
        here.stamp = Math.max(here.stamp, entry.before);
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
        gate.enter();
        try {
          beSeen();
        } finally {
          gate.exit();
        }
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
        remove(bucket, sender, key(to).next());
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
   * Does what stores had begun that have ended, or stand still: those that were not heard of since
   * an earlier call. No times of different clocks are compared.
   */
  void sweep(BooleanSupplier goesOn) {
    synchronized (heard) {
      sweepSilent(goesOn);
    }
  }

  private void sweepSilent(BooleanSupplier goesOn) {
    try {
      var there = senders();
      heard.keySet().retainAll(there.keySet());
      for (var each : there.entrySet()) {
        Bytes id = each.getKey();
        Heard before = heard.get(id);
        if (before == null || before.beat != each.getValue()) {
          heard.put(id, new Heard(each.getValue(), clock.millis(), false));
          continue;
        }
        Duration silence = Duration.ofMillis(clock.millis() - before.sinceMillis);
        boolean gone = silence.compareTo(GONE) > 0;
        if (gone || (silence.compareTo(SILENT) > 0 && !before.swept)) {
          if (!sweep(id, goesOn)) {
            continue;
          }
          heard.put(id, new Heard(before.beat, before.sinceMillis, true));
          if (gone) {
            forget(id);
          }
        }
      }
    } catch (DriverException e) {
      throw new StorageException("The outboxes cannot be swept: " + e.getMessage(), e);
    }
  }

  /** All stores that may have something in an outbox, with what they have said last. */
  private Map<Bytes, Long> senders() {
    var there = new LinkedHashMap<Bytes, Long>();
    gate.enter();
    try {
      session
          .execute(
              SimpleStatement.newInstance("SELECT id, beat FROM " + senders).setIdempotent(true))
          .forEach(row ->
              there.put(
                  Bytes.of(Objects.requireNonNull(row.getByteBuffer("id"))), row.getLong("beat")));
    } finally {
      gate.exit();
    }
    there.remove(sender);
    return there;
  }

  private void forget(Bytes id) {
    gate.enter();
    try {
      session.execute(
          SimpleStatement.newInstance("DELETE FROM " + senders + " WHERE id = ?", id.buffer())
              .setIdempotent(true));
    } finally {
      gate.exit();
    }
  }

  /** False if not all of it could be done. */
  private boolean sweep(Bytes id, BooleanSupplier goesOn) {
    byte[] end = Arrays.copyOf(id.array(), id.length() + Long.BYTES);
    Arrays.fill(end, id.length(), end.length, (byte) 0xff);
    int completed = 0;
    boolean all = true;
    for (Bytes bucket : buckets.all()) {
      if (!goesOn.getAsBoolean()) {
        return false;
      }
      try {
        completed += buckets.isDerived(bucket) ? 0 : sweep(bucket, id, new Bytes(end));
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
   * one: an earlier one may come late.
   */
  private int sweep(Bytes bucket, Bytes id, Bytes end) {
    int completed = 0;
    Bytes from = id;
    while (true) {
      List<com.datastax.oss.driver.api.core.cql.Row> found;
      gate.enter();
      try {
        found =
            session
                .execute(
                    page.bind(bucket.buffer(), from.buffer(), end.buffer()).setIdempotent(true))
                .all();
      } finally {
        gate.exit();
      }
      var keys = new ArrayList<Bytes>();
      for (var each : found) {
        var writes = decode(Objects.requireNonNull(each.getByteBuffer("value")));
        write(new Entry(writes, each.getLong("stamp")));
        keys.add(Bytes.of(Objects.requireNonNull(each.getByteBuffer("key"))));
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
      cql.add("DELETE FROM " + rows + " WHERE bucket = ")
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
        forget(sender);
      } catch (DriverException | StorageException e) {
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
