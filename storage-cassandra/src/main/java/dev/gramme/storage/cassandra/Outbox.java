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
import java.util.function.BooleanSupplier;
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
 * transaction, and is brought up to the time when entries are removed, so that Cassandra finds
 * tombstones older than what is written later, and forgets them. All that is relied on is that they
 * grow: each of several servers may bring one ahead of the time by the minute that lies between two
 * removals.
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
  private final PreparedStatement entry;
  private final PreparedStatement page;
  private final Map<Bytes, Mine> mine = new ConcurrentHashMap<>();
  private final Map<Bytes, Heard> heard = new HashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile boolean seen;
  private volatile boolean left;

  /**
   * An outbox.
   *
   * @param sender the id of this store
   */
  Outbox(
      CqlSession session,
      CassandraStoreOptions options,
      Gate gate,
      Derived derived,
      Buckets buckets,
      Executor executor,
      Bytes sender) {
    this.session = session;
    this.gate = gate;
    this.derived = derived;
    this.buckets = buckets;
    this.executor = executor;
    this.clock = options.clock();
    this.rows = options.keyspace() + ".rows";
    this.senders = options.keyspace() + ".senders";
    this.sender = sender;
    String entries =
        "SELECT key, value, stamp FROM %s WHERE bucket = ? AND era = %d"
            .formatted(rows, Eras.OUTBOX);
    this.entry = session.prepare(entries + " AND key = ? AND ended_by = 0x");
    this.page = session.prepare(entries + " AND key >= ? AND key < ? LIMIT " + PAGE);
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

  /** What is derived from the sources of one bucket by one transaction. */
  private record Entry(Bytes bucket, Bytes key, SequencedMap<Bytes, Overlay.Write> writes) {}

  /**
   * Begins entries for a transaction that is about to be executed. One of {@link #deliver}, {@link
   * #recover}, {@link #withdraw} and {@link #abandon} has to follow.
   *
   * @param sources the buckets of the sources
   * @return the keys of the entries, by bucket
   */
  Map<Bytes, Bytes> begin(Set<Bytes> sources) {
    if (sources.isEmpty()) {
      return Map.of();
    }
    beSeenFirst();
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
  private void beSeenFirst() {
    if (!seen) {
      synchronized (this) {
        if (!seen) {
          try {
            beSeen();
          } catch (DriverException e) {
            throw new StorageException("Cassandra cannot be written: " + e.getMessage(), e);
          }
          executor.execute(this::tick);
          seen = true;
        }
      }
    }
  }

  private void beSeen() {
    session.execute(
        SimpleStatement.newInstance(
                "INSERT INTO " + senders + " (id, beat) VALUES (?, ?)",
                sender.buffer(),
                clock.millis())
            .setIdempotent(true));
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
    var entries = new LinkedHashMap<Entry, List<CompletableFuture<AsyncResultSet>>>();
    keys.forEach((bucket, key) -> {
      var entry = new Entry(bucket, key, Objects.requireNonNull(writes.get(bucket)));
      entries.put(entry, write(entry.writes, Objects.requireNonNull(stamps.get(bucket))));
    });
    entries.forEach((entry, writing) -> {
      try {
        await(writing);
        delivered(entry, Objects.requireNonNull(stamps.get(entry.bucket)));
      } catch (StorageException e) {
        LOG.warn("derived rows are not written yet: {}", e.toString());
        recoverLater(entry.bucket, entry.key);
      }
    });
  }

  private List<CompletableFuture<AsyncResultSet>> write(
      SequencedMap<Bytes, Overlay.Write> writes, long before) {
    var writing = new ArrayList<CompletableFuture<AsyncResultSet>>();
    writes.forEach((key, write) ->
        writing.add(
            derived.write(buckets.of(key), key, write.value(), before + 1).toCompletableFuture()));
    return writing;
  }

  private static void await(List<CompletableFuture<AsyncResultSet>> writing) {
    try {
      writing.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw new StorageException("Cassandra cannot be written: " + e.getCause(), e);
    }
  }

  private void delivered(Entry entry, long stamp) {
    long bytes = 0;
    for (var write : entry.writes.values()) {
      Bytes value = write.value();
      bytes += value == null ? 0 : value.length();
    }
    Mine here = mine(entry.bucket);
    boolean many;
    synchronized (here) {
      here.open.remove(number(entry.key));
      here.delivered++;
      here.bytes += bytes;
      here.stamp = Math.max(here.stamp, stamp);
      many = here.delivered >= MOST_DELIVERED || here.bytes >= MOST_DELIVERED_BYTES;
    }
    if (many) {
      executor.execute(() -> remove(entry.bucket, here));
    }
  }

  private Mine mine(Bytes bucket) {
    return Objects.requireNonNull(mine.get(bucket));
  }

  /**
   * A transaction was executed, but its answer was lost: writes what is derived, as the outbox has
   * it. What cannot be written now is tried again until the store is closed.
   */
  void recover(Map<Bytes, Bytes> keys) {
    keys.forEach((bucket, key) -> {
      if (!isRecovered(bucket, key)) {
        recoverLater(bucket, key);
      }
    });
  }

  private void recoverLater(Bytes bucket, Bytes key) {
    executor.execute(() -> {
      do {
        if (isClosingAfter(PAUSE_MILLIS)) {
          return;
        }
      } while (!isRecovered(bucket, key));
    });
  }

  private boolean isRecovered(Bytes bucket, Bytes key) {
    try {
      gate.enter();
      try {
        var found =
            session.execute(entry.bind(bucket.buffer(), key.buffer()).setIdempotent(true)).one();
        if (found == null) {
          throw new StorageException("An entry of an outbox is missing.");
        }
        var writes = writes(found);
        await(write(writes, found.getLong("stamp")));
        delivered(new Entry(bucket, key, writes), found.getLong("stamp"));
        return true;
      } finally {
        gate.exit();
      }
    } catch (DriverException | StorageException e) {
      LOG.warn("derived rows are not written yet: {}", e.toString());
      return false;
    }
  }

  private static SequencedMap<Bytes, Overlay.Write> writes(
      com.datastax.oss.driver.api.core.cql.Row found) {
    return decode(Objects.requireNonNull(found.getByteBuffer("value")));
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

  /**
   * Whether a transaction was executed is not known: others will see, when this store has ended.
   */
  void abandon(Map<Bytes, Bytes> keys) {
    left = true;
    keys.forEach((bucket, key) -> {
      Mine here = mine(bucket);
      synchronized (here) {
        here.open.remove(number(key));
        here.removed = Math.max(here.removed, number(key));
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
        if (ticks % TICKS_BETWEEN_REMOVALS == 0) {
          mine.forEach(this::remove);
        }
      } catch (DriverException | StorageException e) {
        LOG.warn("Cassandra cannot be told that this server is there: {}", e.toString());
      }
    }
  }

  /** Removes the entries of a bucket that were delivered. False if Cassandra does not do it. */
  private boolean remove(Bytes bucket, Mine here) {
    long from;
    long to;
    long ahead;
    synchronized (here) {
      from = here.removed;
      to = here.open.isEmpty() ? here.last : here.open.first() - 1;
      if (here.delivered == 0 || here.removing || to <= from) {
        return true;
      }
      here.removing = true;
      here.delivered = 0;
      here.bytes = 0;
      ahead = AsOf.micros(clock.millis()) - here.stamp;
      here.stamp += Math.max(0, ahead);
    }
    boolean done = false;
    try {
      gate.enter();
      try {
        remove(bucket, key(from).next(), key(to).next(), ahead);
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
          here.removed = Math.max(here.removed, to);
        } else {
          here.delivered++;
        }
      }
    }
    return done;
  }

  private void remove(Bytes bucket, Bytes from, Bytes to, long ahead) {
    var cql =
        new Cql(4)
            .add("BEGIN TRANSACTION DELETE FROM " + rows + " WHERE bucket = ")
            .value(bucket)
            .add(" AND era = " + Eras.OUTBOX + " AND key >= ")
            .value(from)
            .add(" AND key < ")
            .value(to)
            .add("; ");
    if (ahead > 0) {
      cql.add("UPDATE " + rows + " SET stamp += ")
          .number(ahead)
          .add(" WHERE bucket = ")
          .value(bucket)
          .add(Buckets.FIRST_ROW + "; ");
    }
    session.execute(cql.add("COMMIT TRANSACTION").statement());
  }

  /**
   * Does what stores had begun that have ended, or stand still: those that were not heard of since
   * an earlier call. No times of different clocks are compared.
   */
  synchronized void sweep(BooleanSupplier goesOn) {
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
            return;
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

  /** False if it was stopped before all buckets were looked at. */
  private boolean sweep(Bytes id, BooleanSupplier goesOn) {
    byte[] end = Arrays.copyOf(id.array(), id.length() + Long.BYTES);
    Arrays.fill(end, id.length(), end.length, (byte) 0xff);
    for (Bytes bucket : buckets.all()) {
      if (!goesOn.getAsBoolean()) {
        return false;
      }
      if (!buckets.isDerived(bucket)) {
        sweep(bucket, id, new Bytes(end));
      }
    }
    return true;
  }

  private void sweep(Bytes bucket, Bytes from, Bytes to) {
    gate.enter();
    try {
      while (true) {
        var found =
            session
                .execute(page.bind(bucket.buffer(), from.buffer(), to.buffer()).setIdempotent(true))
                .all();
        for (var each : found) {
          await(write(writes(each), each.getLong("stamp")));
        }
        if (!found.isEmpty()) {
          Bytes last = Bytes.of(Objects.requireNonNull(found.getLast().getByteBuffer("key")));
          LOG.info("{} transactions of a server that has ended are completed", found.size());
          remove(bucket, from, last.next(), 0);
        }
        if (found.size() < PAGE) {
          return;
        }
      }
    } finally {
      gate.exit();
    }
  }

  /** Removes what is left, as far as Cassandra does it. To be called when no transaction runs. */
  void close() {
    closing.countDown();
    if (!seen) {
      return;
    }
    for (var each : mine.entrySet()) {
      if (!remove(each.getKey(), each.getValue())) {
        return;
      }
      synchronized (each.getValue()) {
        left |= !each.getValue().open.isEmpty();
      }
    }
    if (!left) {
      try {
        forget(sender);
      } catch (DriverException e) {
        LOG.warn("Cassandra cannot be told that this server ends: {}", e.toString());
      }
    }
  }
}
