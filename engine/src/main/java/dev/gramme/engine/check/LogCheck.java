package dev.gramme.engine.check;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks the change log of a table. Each change must be within the hashes and sequence numbers of
 * its shard. The changes of an item must follow each other without a hole: each begins with the
 * item with which the one before ended, and the last one of an open shard ends with the stored
 * item.
 */
final class LogCheck {
  private static final String LOG = "change log";

  /** Beyond this number of items in one shard, holes between their changes are not looked for. */
  private static final int MAX_ITEMS = 1_000_000;

  private final Reader reader;
  private final TableDefinition table;
  private final Consumer<Finding> findings;
  private long last;

  LogCheck(Reader reader, TableDefinition table, Consumer<Finding> findings) {
    this.reader = reader;
    this.table = table;
    this.findings = findings;
  }

  void run() {
    try (Cursor shards = Rows.of(reader, SystemKeys.SHARDS, table.number())) {
      while (shards.next()) {
        Optional<LogShard> shard = decode(shards.value());
        if (shard.isEmpty()) {
          report(Rows.hex(shards.key()), "the shard cannot be decoded");
        } else {
          check(shard.get());
        }
      }
    }
    long clock = LogRows.last(reader, table.number());
    if (clock < last) {
      long highest = last;
      findings.accept(
          Finding.repairable(
              table.name(),
              LOG,
              "last sequence number",
              "%d is lower than that of the change %d".formatted(clock, highest),
              tx -> LogRows.skipTo(tx, table.number(), highest)));
    }
  }

  private static Optional<LogShard> decode(byte[] value) {
    try {
      return Optional.of(LogShard.decode(value));
    } catch (RuntimeException damaged) {
      return Optional.empty();
    }
  }

  private void check(LogShard shard) {
    // The hash of each item after its last change; 0 for an item that does not exist.
    Map<byte[], Integer> ends = new TreeMap<>(Arrays::compareUnsigned);
    try (Cursor rows =
        reader.range(
            LogRows.change(table.number(), shard.number(), 0),
            LogRows.change(table.number(), shard.number(), Long.MAX_VALUE),
            Direction.ASCENDING)) {
      while (rows.next()) {
        long sequence = LogRows.sequenceOf(rows.key());
        String name = "shard %d, change %d".formatted(shard.number(), sequence);
        try {
          var change = LoggedChange.decode(sequence, rows.value());
          check(shard, change, name, ends);
        } catch (RuntimeException damaged) {
          report(name, "the change cannot be decoded");
        }
        last = Math.max(last, sequence);
      }
    }
    if (shard.isOpen()) {
      ends.forEach((row, hash) -> checkEnd(shard, row, hash));
    }
  }

  private void check(LogShard shard, LoggedChange change, String name, Map<byte[], Integer> ends) {
    long sequence = change.sequence();
    if (sequence < shard.start() || sequence > shard.end()) {
      report(
          name,
          "its sequence number is not one of the shard's, %d to %d"
              .formatted(shard.start(), shard.end()));
    }
    if (sequence <= shard.trimmed()) {
      report(name, "changes up to %d have been trimmed".formatted(shard.trimmed()));
    }
    byte[] row = RowKeys.item(table, change.either());
    long hash = RowKeys.hashOf(row);
    if (Long.compareUnsigned(hash, shard.firstHash()) < 0
        || Long.compareUnsigned(hash, shard.lastHash()) > 0) {
      report(name, "the item's hash is not one of the shard's");
    }
    Integer end = ends.get(row);
    if (end != null && end != hash(change.before())) {
      report(
          name,
          "a change is missing before it: %s was different at the end of the change before"
              .formatted(Rows.key(table, change.either())));
    }
    if (end != null || ends.size() < MAX_ITEMS) {
      ends.put(row, hash(change.after()));
    }
  }

  private void checkEnd(LogShard shard, byte[] row, int hash) {
    byte[] stored = reader.get(row);
    Optional<Item> item = stored == null ? Optional.empty() : Rows.decode(stored);
    boolean isDamaged = stored != null && item.isEmpty(); // reported with the items
    if (!isDamaged && hash(item.orElse(null)) != hash) {
      report(
          "shard %d, %s".formatted(shard.number(), Rows.hex(row)),
          "the item differs from the end of its last change");
    }
  }

  private static int hash(@Nullable Item item) {
    return item == null ? 0 : item.hashCode() | 1;
  }

  private void report(String key, String what) {
    findings.accept(Finding.lasting(table.name(), LOG, key, what));
  }
}
