package dev.gramme.engine.catalog;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.time.MovableClock;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clock of all servers on a shared store. How far it is ahead is a row in the store, which only
 * grows; each server reads it when it starts and again at intervals, and moves its own clock.
 *
 * <p>A server whose clock requests may move has a row with the offset for which it has done all due
 * work. The call that moves the clock waits for these rows. A server renews its row even if the
 * offset does not change: a row that stays unchanged for {@link #LIFE} is that of a dead server,
 * and the caller removes it.
 *
 * <p>Servers without such a row follow as well, within {@link #FOLLOW_INTERVAL}, but no call waits
 * for them.
 */
public final class SharedClock implements AutoCloseable {
  /** How often a server reads the offset if the clock can be moved through it. */
  private static final Duration INTERVAL = Duration.ofMillis(200);

  /** How often other servers read the offset. */
  private static final Duration FOLLOW_INTERVAL = Duration.ofSeconds(5);

  /** How often a server renews its row. */
  private static final Duration RENEWAL = Duration.ofSeconds(5);

  /** A server whose row is unchanged for this long is dead. */
  private static final Duration LIFE = Duration.ofSeconds(15);

  private static final Logger LOG = LoggerFactory.getLogger(SharedClock.class);
  private static final byte[] AHEAD = row(0).toByteArray();
  private static final byte[] SERVERS = row(2).toByteArray();

  private final Store store;
  private final Lifecycle lifecycle;
  private final byte @Nullable [] own;
  private final AtomicBoolean moving = new AtomicBoolean();
  private volatile Duration done;
  private @Nullable Duration confirmed;
  private long renewals;
  private long renewedNanos;

  private SharedClock(Store store, Lifecycle lifecycle, byte @Nullable [] own, Duration ahead) {
    this.store = store;
    this.lifecycle = lifecycle;
    this.own = own;
    this.done = ahead;
  }

  private static ByteWriter row(int kind) {
    return SystemKeys.start(SystemKeys.CLOCK).writeByte(kind);
  }

  /** Moves the clock to the offset in the store, before anything reads the clock. */
  public static void adopt(Store store, MovableClock clock) {
    clock.advanceTo(ahead(store));
  }

  /**
   * Follows the clock in the store.
   *
   * @param movable whether requests to this server may move the clock
   */
  public static SharedClock open(Store store, Lifecycle lifecycle, boolean movable) {
    byte[] own = movable ? BlockingTransactions.transact(store, SharedClock::newServer) : null;
    // Read after the own row exists: a call that moves the clock from now on waits for that row.
    Duration ahead = ahead(store);
    lifecycle.clock().advanceTo(ahead);
    var clock = new SharedClock(store, lifecycle, own, ahead);
    lifecycle.repeat(movable ? INTERVAL : FOLLOW_INTERVAL, "check of the clock", clock::check);
    return clock;
  }

  private static byte[] newServer(Transaction tx) {
    long number = ServerNumbers.next(tx);
    byte[] own = row(2).writeLong(number).toByteArray();
    tx.put(own, confirmation(ahead(tx), 0));
    return own;
  }

  private static Duration ahead(Reader reader) {
    byte[] row = reader.get(AHEAD);
    return row == null ? Duration.ZERO : duration(row);
  }

  private static Duration duration(byte[] row) {
    return Duration.ofNanos(new ByteReader(row).readLong());
  }

  private static byte[] confirmation(Duration ahead, long renewals) {
    return new ByteWriter(2 * Long.BYTES)
        .writeLong(ahead.toNanos())
        .writeLong(renewals)
        .toByteArray();
  }

  /** Moves the clock if another server has, and confirms that this server has done so. */
  private void check() {
    Duration target = ahead(store);
    if (target.compareTo(done) > 0 && moving.compareAndSet(false, true)) {
      // Not within this scheduled work: the move waits until no scheduled work runs.
      lifecycle.start(
          "move of the clock",
          "",
          () -> {
            try {
              moveTo(target);
            } finally {
              moving.set(false);
            }
          });
    }
    confirm();
  }

  private void moveTo(Duration target) {
    lifecycle.advanceTo(target);
    synchronized (this) {
      if (target.compareTo(done) > 0) {
        done = target;
      }
    }
  }

  /** Writes this server's row if the offset has changed or a renewal is due. */
  private synchronized void confirm() {
    byte[] row = own;
    boolean isDue = !done.equals(confirmed) || System.nanoTime() - renewedNanos > RENEWAL.toNanos();
    if (row == null || !isDue) {
      return;
    }
    Duration ahead = done;
    byte[] value = confirmation(ahead, ++renewals);
    BlockingTransactions.run(store, tx -> tx.put(row, value));
    confirmed = ahead;
    renewedNanos = System.nanoTime();
  }

  /**
   * Moves the clock of all servers. Returns when this server has done the work that was due by
   * then; if requests may move its clock, when all other servers of that kind have done so, too.
   *
   * @throws IllegalArgumentException if the duration is negative, or the offset would be too large
   */
  public void advance(Duration by) {
    Duration target =
        BlockingTransactions.transact(
            store,
            tx -> {
              Duration sum = new MovableClock.Offset(ahead(tx)).plus(by).ahead();
              tx.put(AHEAD, new ByteWriter(Long.BYTES).writeLong(sum.toNanos()).toByteArray());
              return sum;
            });
    moveTo(target);
    if (own != null) {
      awaitOthers(target);
    }
  }

  /** A row of another server, and the time since which it is unchanged. */
  @SuppressWarnings("ArrayRecordComponent") // private
  private record Seen(byte[] value, long sinceNanos) {
    boolean isDead() {
      return System.nanoTime() - sinceNanos > LIFE.toNanos();
    }
  }

  private void awaitOthers(Duration target) {
    var waiting = new TreeMap<byte[], Seen>(Arrays::compare);
    while (!lifecycle.isClosed()) {
      var behind = behind(target);
      waiting.keySet().retainAll(behind.keySet());
      behind.forEach((key, value) ->
          waiting.merge(
              key,
              new Seen(value, System.nanoTime()),
              (before, now) -> Arrays.equals(before.value, value) ? before : now));
      waiting.entrySet().removeIf(server -> server.getValue().isDead() && isRemoved(server));
      if (waiting.isEmpty()) {
        return;
      }
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
  }

  /** The rows of the other servers that have not confirmed the offset. */
  private Map<byte[], byte[]> behind(Duration target) {
    var behind = new TreeMap<byte[], byte[]>(Arrays::compare);
    try (Cursor rows = store.range(SERVERS, RowKeys.afterPrefix(SERVERS), Direction.ASCENDING)) {
      while (rows.next()) {
        if (!Arrays.equals(rows.key(), own) && duration(rows.value()).compareTo(target) < 0) {
          behind.put(rows.key(), rows.value());
        }
      }
    }
    return behind;
  }

  /** Removes the row of a dead server; a server that was only suspended writes it again. */
  private boolean isRemoved(Map.Entry<byte[], Seen> server) {
    return BlockingTransactions.transact(
        store,
        tx -> {
          byte[] key = server.getKey();
          boolean unchanged = Arrays.equals(tx.get(key), server.getValue().value);
          if (unchanged) {
            tx.delete(key);
          }
          return unchanged;
        });
  }

  /** Removes this server's row. Call this when no scheduled work runs any more. */
  @Override
  public void close() {
    byte[] row = own;
    if (row != null) {
      try {
        BlockingTransactions.run(store, tx -> tx.delete(row));
      } catch (StorageException e) {
        LOG.info("this server still seems to follow the clock: {}", e.getMessage());
      }
    }
  }
}
