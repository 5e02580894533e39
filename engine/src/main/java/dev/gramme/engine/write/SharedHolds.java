package dev.gramme.engine.write;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.ServerNumbers;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The items and tokens of running transactions of all servers on a shared store. A transaction
 * writes a row for each of its items before it runs, and removes these rows before it is
 * acknowledged. Requests of other servers read them.
 *
 * <p>The rows only decide which requests are refused: transactions are serializable without them. A
 * row counts for {@link #LIFE}, so that a server that died holds no items for longer. If clocks
 * differ, or a transaction takes longer, requests wait for the transaction instead of being
 * refused.
 */
final class SharedHolds {
  /** How long a row counts. */
  static final Duration LIFE = Duration.ofSeconds(20);

  private static final int ITEM = 1;
  private static final int TOKEN = 2;

  /** The maximum number of rows of dead servers that one transaction removes. */
  private static final int SWEPT_AT_ONCE = 16;

  private final Store store;
  private final InstantSource clock;
  private final long server;

  SharedHolds(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.server = ServerNumbers.next(store);
  }

  private static byte[] item(byte[] itemRow) {
    return SystemKeys.start(SystemKeys.HOLDS).writeByte(ITEM).write(itemRow).toByteArray();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static byte[] token(String token) {
    return SystemKeys.start(SystemKeys.HOLDS)
        .writeByte(TOKEN)
        .write(Utf8.bytes(token))
        .toByteArray();
  }

  /** What a transaction holds, or who prevents it. */
  sealed interface Outcome {
    /** The transaction holds its items; these rows must be removed when it has ended. */
    @SuppressWarnings("ArrayRecordComponent") // within this package
    record Held(List<byte[]> rows, byte[] value) implements Outcome {}

    /** Another transaction has the same token. */
    record TokenTaken() implements Outcome {}

    /** Other transactions hold some of the items. */
    record ItemsTaken(Set<ByteBuffer> items) implements Outcome {}
  }

  /** Holds items and a token, or nothing if another server holds any of them. */
  CompletableFuture<Outcome> hold(Set<ByteBuffer> items, @Nullable String token) {
    return store.transact(tx -> {
      Instant now = clock.instant();
      List<ByteBuffer> wanted = List.copyOf(items);
      List<byte[]> rows = rows(wanted);
      if (token != null) {
        rows.add(token(token));
      }
      List<byte @Nullable []> values = tx.getAll(rows);
      if (token != null && isHeld(values.getLast(), now)) {
        return new Outcome.TokenTaken();
      }
      Set<ByteBuffer> taken = held(wanted, values, now);
      if (!taken.isEmpty()) {
        return new Outcome.ItemsTaken(taken);
      }
      byte[] value =
          new ByteWriter(2 * Long.BYTES)
              .writeLong(now.plus(LIFE).toEpochMilli())
              .writeLong(server)
              .toByteArray();
      rows.forEach(row -> tx.put(row, value));
      return new Outcome.Held(rows, value);
    });
  }

  /** Releases what a transaction holds, unless another one holds it since its time was over. */
  CompletableFuture<Boolean> release(Outcome.Held held) {
    return store.transact(tx -> {
      List<byte @Nullable []> values = tx.getAll(held.rows());
      for (int i = 0; i < values.size(); i++) {
        if (Arrays.equals(values.get(i), held.value())) {
          tx.delete(held.rows().get(i));
        }
      }
      return true;
    });
  }

  /** Those of the items that transactions of other servers hold now. */
  Set<ByteBuffer> held(Set<ByteBuffer> items) {
    List<ByteBuffer> wanted = List.copyOf(items);
    return held(wanted, store.getAll(rows(wanted)), clock.instant());
  }

  private static List<byte[]> rows(List<ByteBuffer> items) {
    var rows = new ArrayList<byte[]>(items.size() + 1);
    items.forEach(item -> rows.add(item(bytes(item))));
    return rows;
  }

  /**
   * Those of the items that transactions of other servers hold.
   *
   * @param values of the rows of the items
   */
  private Set<ByteBuffer> held(
      List<ByteBuffer> items, List<byte @Nullable []> values, Instant now) {
    var held = new HashSet<ByteBuffer>();
    for (int i = 0; i < items.size(); i++) {
      if (isHeld(values.get(i), now)) {
        held.add(items.get(i));
      }
    }
    return held;
  }

  private boolean isHeld(byte @Nullable [] value, Instant now) {
    if (value == null) {
      return false;
    }
    var in = new ByteReader(value);
    // The transactions of this server know one another in memory.
    return in.readLong() > now.toEpochMilli() && in.readLong() != server;
  }

  /**
   * Removes the rows of dead servers.
   *
   * @param mayContinue checked repeatedly; the removal stops if it returns false
   */
  void sweep(BooleanSupplier mayContinue) {
    // Long enough for every server to have seen the end of the row, if its clock is behind.
    long before = clock.instant().minus(LIFE).toEpochMilli();
    byte[] from = SystemKeys.start(SystemKeys.HOLDS).writeByte(ITEM).toByteArray();
    byte[] end = SystemKeys.spaceStart(SystemKeys.HOLDS + 1);
    var over = new ArrayList<byte[]>();
    try (Cursor rows = store.range(from, end, Direction.ASCENDING)) {
      while (rows.next() && mayContinue.getAsBoolean()) {
        if (new ByteReader(rows.value()).readLong() < before) {
          over.add(rows.key());
        }
      }
    }
    for (int i = 0; i < over.size() && mayContinue.getAsBoolean(); i += SWEPT_AT_ONCE) {
      List<byte[]> some = over.subList(i, Math.min(i + SWEPT_AT_ONCE, over.size()));
      BlockingTransactions.run(
          store,
          tx -> {
            for (byte[] row : some) {
              byte[] value = tx.get(row);
              if (value != null && new ByteReader(value).readLong() < before) {
                tx.delete(row);
              }
            }
          });
    }
  }
}
