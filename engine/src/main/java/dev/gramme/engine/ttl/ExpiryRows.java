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
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The index of when items expire: a row for each item whose attribute is a number, in the order of
 * the seconds, derived from the item. So expired items are found without a look at the others. As
 * long as the setting is off, rows stay as they were: those that are no longer right are removed
 * when their time has come and it is on again.
 *
 * <pre>table number (4) | second (8) | row of the item without the table number</pre>
 */
public final class ExpiryRows {
  private static final byte[] NOTHING = {};
  private static final int PREFIX_BYTES = 5;
  private static final int SECOND_POSITION = PREFIX_BYTES + Integer.BYTES;
  private static final int ROW_POSITION = SECOND_POSITION + Long.BYTES;

  /** Items whose time is longer past are never deleted: the service takes it for a mistake. */
  private static final Duration LONGEST_PAST = Duration.ofDays(5 * 365);

  private static final BigDecimal LAST_SECOND = BigDecimal.valueOf(Long.MAX_VALUE);

  private ExpiryRows() {}

  /** Moves the row of an item as the item changes. */
  public static void change(
      Transaction tx,
      TableDefinition table,
      byte[] row,
      @Nullable Item before,
      @Nullable Item after) {
    TimeToLive timeToLive = table.timeToLive();
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

  /** Enters an item that was there before its table's setting. */
  public static void enter(Transaction tx, TableDefinition table, byte[] row, Item item) {
    change(tx, table, row, null, item);
  }

  /**
   * Has the items that are there entered from the first one on when the setting is turned on, or is
   * another: one that was turned off may not have come to its end.
   */
  public static void follow(
      Transaction tx, TableDefinition before, @Nullable TableDefinition after) {
    TimeToLive timeToLive = after == null ? null : after.timeToLive();
    if (timeToLive != null
        && timeToLive.status() == TimeToLive.Status.ENABLING
        && !timeToLive.equals(before.timeToLive())) {
      tx.delete(SystemKeys.numbered(SystemKeys.BACKFILLS, before.number()));
    }
  }

  /** Removes all rows of a table that has been deleted. */
  public static void deleteAll(Transaction tx, int table) {
    tx.deleteRange(tableStart(table), tableStart(table + 1));
  }

  /** Whether an item expires when a row says so, by the table's setting. */
  public static boolean isOf(TableDefinition table, Item item, byte[] key) {
    TimeToLive timeToLive = table.timeToLive();
    return timeToLive != null
        && timeToLive.isOn()
        && second(timeToLive, item).equals(OptionalLong.of(secondOf(key)));
  }

  /** Removes a row unless its item expires when it says so. */
  public static void drop(Transaction tx, TableDefinition table, byte[] key) {
    byte[] row = itemRow(key);
    byte[] stored = tx.get(row);
    if (stored == null || !isOf(table, ItemCodec.decode(stored), key)) {
      tx.derive(row, key, null);
    }
  }

  /** Whether an item has expired at a moment, by the table's setting. */
  public static boolean isExpired(TimeToLive timeToLive, Item item, Instant now) {
    if (!timeToLive.isOn() || !(item.get(timeToLive.attribute()) instanceof N(var value))) {
      return false;
    }
    return value.compareTo(BigDecimal.valueOf(now.getEpochSecond())) < 0
        && value.compareTo(BigDecimal.valueOf(earliest(now))) >= 0;
  }

  /** The first second of expiries that still lead to a deletion. */
  public static long earliest(Instant now) {
    return now.minus(LONGEST_PAST).getEpochSecond();
  }

  /** Where the rows of a table from a second on begin. */
  public static byte[] from(int table, long second) {
    return SystemKeys.start(SystemKeys.EXPIRIES)
        .writeInt(table)
        .writeLong(Math.max(0, second))
        .toByteArray();
  }

  /** The row of the item that a row of the index stands for. */
  public static byte[] itemRow(byte[] key) {
    byte[] row = Arrays.copyOfRange(key, ROW_POSITION - Integer.BYTES, key.length);
    System.arraycopy(key, PREFIX_BYTES, row, 0, Integer.BYTES);
    return row;
  }

  /** The second of a row of the index. */
  public static long secondOf(byte[] key) {
    return new ByteReader(key, SECOND_POSITION, key.length).readLong();
  }

  private static byte[] tableStart(int table) {
    return SystemKeys.numbered(SystemKeys.EXPIRIES, table);
  }

  private static byte[] key(int table, long second, byte[] row) {
    return SystemKeys.start(SystemKeys.EXPIRIES)
        .writeInt(table)
        .writeLong(second)
        .write(row, Integer.BYTES, row.length - Integer.BYTES)
        .toByteArray();
  }

  /** The second in which an item expires, if that can be told and can ever come. */
  private static OptionalLong second(TimeToLive timeToLive, @Nullable Item item) {
    if (item == null || !(item.get(timeToLive.attribute()) instanceof N(var value))) {
      return OptionalLong.empty();
    }
    return value.signum() < 0 || value.compareTo(LAST_SECOND) > 0
        ? OptionalLong.empty()
        : OptionalLong.of(value.setScale(0, RoundingMode.FLOOR).longValueExact());
  }
}
