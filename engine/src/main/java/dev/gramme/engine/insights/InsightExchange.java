package dev.gramme.engine.insights;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.ServerNumbers;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Exchanges the counts of the servers that share a store. Each server writes a row with its {@link
 * TopKeys} for each table or index whose keys it counts, when they have changed, and reads the rows
 * of the others.
 *
 * <pre>
 * table or index number (4) | server (8)    hour (8) | rule, keys | ...
 * </pre>
 *
 * <p>A row has at most {@link TopKeys#MAX_BYTES} for each of the four rules. A server keeps the
 * rows of all others in memory: so many bytes for each server, and each table or index.
 */
final class InsightExchange {
  static final Duration INTERVAL = Duration.ofSeconds(10);

  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  private final Store store;
  private final InstantSource clock;

  /** The rows that this server has written, by the number of the table or index. */
  private final Map<Integer, byte[]> written = new HashMap<>();

  /** The number of this server; 0 before its first row. */
  private long server;

  private volatile Map<Integer, List<Map<InsightRule, TopKeys>>> others = Map.of();

  InsightExchange(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** The counts of the other servers, each as it was at its last exchange. */
  List<TopKeys> others(int number, InsightRule rule) {
    var found = new ArrayList<TopKeys>();
    for (var rules : others.getOrDefault(number, List.of())) {
      TopKeys keys = rules.get(rule);
      if (keys != null) {
        found.add(keys);
      }
    }
    return found;
  }

  /** Writes the counts of this server and reads those of the others. */
  synchronized void exchange(Map<Integer, KeyCounts> counted) {
    long hour = clock.millis() / HOUR_MILLIS;
    written.keySet().retainAll(counted.keySet());
    counted.forEach((number, counts) -> write(number, encode(counts, hour)));
    others = counted.isEmpty() ? Map.of() : read(hour);
  }

  private byte[] encode(KeyCounts counts, long hour) {
    var out = new ByteWriter(256).writeLong(hour);
    counts
        .topKeys(clock.millis())
        .forEach((rule, keys) -> {
          out.writeText(rule.name());
          keys.encode(out);
        });
    return out.toByteArray();
  }

  private void write(int number, byte[] row) {
    if (Arrays.equals(row, written.get(number))) {
      return;
    }
    if (server == 0) {
      server = ServerNumbers.next(store);
    }
    byte[] key =
        SystemKeys.start(SystemKeys.INSIGHTS).writeInt(number).writeLong(server).toByteArray();
    BlockingTransactions.run(store, tx -> tx.put(key, row));
    written.put(number, row);
  }

  /** Reads the rows of the other servers, and removes those that count no more. */
  private Map<Integer, List<Map<InsightRule, TopKeys>>> read(long hour) {
    var found = new HashMap<Integer, List<Map<InsightRule, TopKeys>>>();
    var over = new ArrayList<byte[]>();
    byte[] from = SystemKeys.numbered(SystemKeys.INSIGHTS, 1);
    byte[] end = SystemKeys.spaceStart(SystemKeys.INSIGHTS + 1);
    try (Cursor rows = store.range(from, end, Direction.ASCENDING)) {
      while (rows.next()) {
        var key = new ByteReader(rows.key());
        key.readInt();
        key.readByte();
        int number = key.readInt();
        var row = new ByteReader(rows.value());
        if (row.readLong() < hour - 1) {
          over.add(rows.key());
        } else if (key.readLong() != server) {
          found.computeIfAbsent(number, absent -> new ArrayList<>()).add(decode(row));
        }
      }
    }
    for (byte[] key : over) {
      BlockingTransactions.run(store, tx -> removeIfOver(tx, key, hour));
    }
    return found;
  }

  private static void removeIfOver(Transaction tx, byte[] key, long hour) {
    byte[] row = tx.get(key);
    if (row != null && new ByteReader(row).readLong() < hour - 1) {
      tx.delete(key);
    }
  }

  private static Map<InsightRule, TopKeys> decode(ByteReader row) {
    var rules = new EnumMap<InsightRule, TopKeys>(InsightRule.class);
    while (!row.atEnd()) {
      InsightRule rule = InsightRule.valueOf(row.readText());
      rules.put(rule, TopKeys.decode(row));
    }
    return rules;
  }
}
