package dev.gramme.engine.ttl;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.ByteReader;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.storage.Transaction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The index of expiry times: one row for each item whose expiry attribute is a number, ordered by
 * second. The sweep finds expired items without reading the others. While TTL is off, the rows are
 * not maintained; a row that has become wrong in the meantime is removed when its time has come and
 * TTL is on again.
 *
 * <pre>table number (4) | second (8) | row of the item without the table number</pre>
 */
public final class ExpiryRows {
  private static final byte[] NOTHING = {};
  private static final int PREFIX_BYTES = 5;
  private static final int SECOND_POSITION = PREFIX_BYTES + Integer.BYTES;
  private static final int ROW_POSITION = SECOND_POSITION + Long.BYTES;

  /**
   * An item whose expiry lies further in the past is never deleted: the service assumes a mistake.
   */
  private static final Duration LONGEST_PAST = Duration.ofDays(5 * 365);

  private static final BigDecimal LAST_SECOND = BigDecimal.valueOf(Long.MAX_VALUE);

  private ExpiryRows() {}

  /** Updates the expiry row of an item when the item changes. */
  public static void change(
      Transaction tx,
      TableDefinition table,
      byte[] row,
      @Nullable Item before,
      @Nullable Item after) {
    TimeToLive timeToLive = table.features().timeToLive();
    if (timeToLive == null || !timeToLive.isOn()) {
      return;
    }
    OptionalLong old = second(timeToLive, before);
    OptionalLong fresh = second(timeToLive, after);
    if (!old.equals(fresh)) {
      old.ifPresent(second -> tx.derive(row, key(table.number(), second, row), null));
      fresh.ifPresent(second -> tx.derive(row, key(table.number(), second, row), NOTHING));
    }
  }

  /** The expiry row of an item; empty if the item never expires. */
  public static Optional<byte[]> row(TableDefinition table, byte[] row, Item item) {
    TimeToLive timeToLive = table.features().timeToLive();
    OptionalLong second =
        timeToLive == null || !timeToLive.isOn() ? OptionalLong.empty() : second(timeToLive, item);
    return second.isEmpty()
        ? Optional.empty()
        : Optional.of(key(table.number(), second.getAsLong(), row));
  }

  /** Adds the row of an item that existed before TTL was enabled. */
  public static void add(Transaction tx, TableDefinition table, byte[] row, Item item) {
    change(tx, table, row, null, item);
  }

  /**
   * Resets the position of the expiry backfill when TTL is enabled or its attribute changes, so
   * that the backfill starts at the first item. An earlier backfill may not have reached its end
   * when TTL was disabled.
   */
  public static void resetBackfillIfEnabled(
      Transaction tx, TableDefinition before, @Nullable TableDefinition after) {
    TimeToLive timeToLive = after == null ? null : after.features().timeToLive();
    if (timeToLive != null
        && timeToLive.status() == TimeToLive.Status.ENABLING
        && !timeToLive.equals(before.features().timeToLive())) {
      tx.delete(SystemKeys.numbered(SystemKeys.BACKFILLS, before.number()));
    }
  }

  /** Whether the item expires at the time in the row, according to the table's setting. */
  public static boolean isOf(TableDefinition table, Item item, byte[] key) {
    TimeToLive timeToLive = table.features().timeToLive();
    return timeToLive != null
        && timeToLive.isOn()
        && second(timeToLive, item).equals(OptionalLong.of(secondOf(key)));
  }

  /** Removes a row unless its item expires at the time in the row. */
  public static void drop(Transaction tx, TableDefinition table, byte[] key) {
    byte[] row = itemRow(key);
    byte[] stored = tx.get(row);
    if (stored == null || !isOf(table, ItemCodec.decode(stored), key)) {
      tx.derive(row, key, null);
    }
  }

  /** Whether an item has expired at a moment, according to the table's setting. */
  public static boolean isExpired(TimeToLive timeToLive, Item item, Instant now) {
    if (!timeToLive.isOn() || !(item.get(timeToLive.attribute()) instanceof N(var value))) {
      return false;
    }
    return value.compareTo(BigDecimal.valueOf(now.getEpochSecond())) < 0
        && value.compareTo(BigDecimal.valueOf(earliest(now))) >= 0;
  }

  /** The earliest expiry, in epoch seconds, that still leads to a deletion. */
  public static long earliest(Instant now) {
    return now.minus(LONGEST_PAST).getEpochSecond();
  }

  /** The first possible row of a table from a second on. */
  public static byte[] from(int table, long second) {
    return SystemKeys.start(SystemKeys.EXPIRIES)
        .writeInt(table)
        .writeLong(Math.max(0, second))
        .toByteArray();
  }

  /** The row of the item to which a row of the index belongs. */
  public static byte[] itemRow(byte[] key) {
    byte[] row = Arrays.copyOfRange(key, ROW_POSITION - Integer.BYTES, key.length);
    System.arraycopy(key, PREFIX_BYTES, row, 0, Integer.BYTES);
    return row;
  }

  /** The second of a row of the index. */
  public static long secondOf(byte[] key) {
    return new ByteReader(key, SECOND_POSITION, key.length).readLong();
  }

  private static byte[] key(int table, long second, byte[] row) {
    return SystemKeys.start(SystemKeys.EXPIRIES)
        .writeInt(table)
        .writeLong(second)
        .write(row, Integer.BYTES, row.length - Integer.BYTES)
        .toByteArray();
  }

  /**
   * The second in which an item expires; empty if the attribute is absent, negative, too large or
   * no number.
   */
  static OptionalLong second(TimeToLive timeToLive, @Nullable Item item) {
    if (item == null || !(item.get(timeToLive.attribute()) instanceof N(var value))) {
      return OptionalLong.empty();
    }
    return value.signum() < 0 || value.compareTo(LAST_SECOND) > 0
        ? OptionalLong.empty()
        : OptionalLong.of(value.setScale(0, RoundingMode.FLOOR).longValueExact());
  }
}
