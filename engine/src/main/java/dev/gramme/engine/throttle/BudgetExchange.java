package dev.gramme.engine.throttle;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.ServerNumbers;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.GlobalIndex;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Divides the budgets of tables, indexes and partitions among the servers that share a store. Each
 * server has a row, and each {@link #INTERVAL} it reads the rows of the others, computes its {@link
 * Shares} and writes its row. No two servers write the same row.
 *
 * <p>No clock decides which servers live: a server counts as dead when the reader has found its row
 * unchanged for {@value #DEAD_AFTER_EXCHANGES} exchanges of its own, and the reader then deletes
 * the row. So a clock that is moved, or a suspended reader, makes no server dead.
 */
public final class BudgetExchange {
  /** The time between two exchanges of a server. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  /** After how many exchanges of the reader the row of a server that died does not count. */
  private static final int DEAD_AFTER_EXCHANGES = 5;

  /** How long the row of a server that died counts. */
  public static final Duration DEAD_AFTER = INTERVAL.multipliedBy(DEAD_AFTER_EXCHANGES);

  private static final Logger LOG = LoggerFactory.getLogger(BudgetExchange.class);

  /** The item counts in the store change every five seconds, too. */
  private static final int EXCHANGES_FOR_SIZES = 5;

  private static final double NANOS = 1e9;

  private final Store store;
  private final Catalog catalog;
  private final InstantSource clock;
  private final Throttle throttle;
  private final KnownSizes sizes;

  /** The rows of other servers at the last exchange. */
  private final Map<Long, Seen> seen = new HashMap<>();

  private byte @Nullable [] ownKey;
  private long beat;
  private @Nullable Instant exchangedAt;
  private boolean failing;

  /** The row of a server, and how many exchanges have found it unchanged. */
  @SuppressWarnings("ArrayRecordComponent") // private
  private record Seen(byte[] row, int unchanged) {
    Seen again(byte[] found) {
      return Arrays.equals(row, found) ? new Seen(found, unchanged + 1) : new Seen(found, 0);
    }

    boolean isDead() {
      return unchanged >= DEAD_AFTER_EXCHANGES;
    }
  }

  /**
   * An exchange that has not begun.
   *
   * @param sizes receives the sizes of the tables and indexes that are used
   */
  public BudgetExchange(
      Store store, Catalog catalog, InstantSource clock, Throttle throttle, KnownSizes sizes) {
    this.store = store;
    this.catalog = catalog;
    this.clock = clock;
    this.throttle = throttle;
    this.sizes = sizes;
  }

  /** Begins the exchange. */
  public void open() {
    exchange();
    catalog.lifecycle().repeat(INTERVAL, "exchange of throughput", this::exchange);
  }

  private synchronized void exchange() {
    try {
      Instant now = clock.instant();
      byte[] key = ownKey();
      var others = new OtherServers(readOthers(key));
      double seconds = secondsSinceLast(now);
      exchangedAt = now;
      beat++;
      byte[] row = throttle.plan(others, seconds, beat, numbers()).encode();
      BlockingTransactions.run(store, tx -> tx.put(key, row));
      throttle.applyPlan();
      if (beat % EXCHANGES_FOR_SIZES == 0) {
        sizes.read(throttle.used());
      }
      failing = false;
    } catch (StorageException e) {
      if (!failing) {
        LOG.warn("this server keeps its shares of the throughput: {}", e.getMessage());
      }
      failing = true;
    }
  }

  private double secondsSinceLast(Instant now) {
    Instant last = exchangedAt;
    return last == null || !now.isAfter(last)
        ? INTERVAL.toSeconds()
        : Duration.between(last, now).toNanos() / NANOS;
  }

  private byte[] ownKey() {
    byte[] known = ownKey;
    if (known == null) {
      long number = ServerNumbers.next(store);
      known = SystemKeys.start(SystemKeys.THROUGHPUT).writeLong(number).toByteArray();
      ownKey = known;
    }
    return known;
  }

  /** Reads the rows of the other servers, and deletes those of dead ones. */
  private List<ServerRow> readOthers(byte[] own) {
    var living = new ArrayList<ServerRow>();
    var dead = new ArrayList<Map.Entry<byte[], byte[]>>();
    var found = new HashSet<Long>();
    try (Cursor rows =
        store.range(
            SystemKeys.spaceStart(SystemKeys.THROUGHPUT),
            SystemKeys.spaceStart(SystemKeys.THROUGHPUT + 1),
            Direction.ASCENDING)) {
      while (rows.next()) {
        byte[] key = rows.key();
        byte[] row = rows.value();
        if (Arrays.equals(key, own)) {
          continue;
        }
        long server = new ByteReader(key, own.length - Long.BYTES, own.length).readLong();
        found.add(server);
        Seen before = seen.get(server);
        Seen latest = before == null ? new Seen(row, 0) : before.again(row);
        seen.put(server, latest);
        if (latest.isDead()) {
          dead.add(Map.entry(key, row));
        } else {
          living.add(ServerRow.decode(row));
        }
      }
    }
    seen.keySet().retainAll(found);
    dead.forEach(row -> deleteIfUnchanged(row.getKey(), row.getValue()));
    return living;
  }

  private void deleteIfUnchanged(byte[] key, byte[] row) {
    BlockingTransactions.run(
        store,
        tx -> {
          if (Arrays.equals(tx.get(key), row)) {
            tx.delete(key);
          }
        });
  }

  /** The numbers of all tables and global indexes. */
  private Set<Integer> numbers() {
    var numbers = new HashSet<Integer>();
    for (var table : catalog.tables()) {
      numbers.add(table.number());
      for (GlobalIndex index : table.globalIndexes()) {
        numbers.add(index.number());
      }
    }
    return numbers;
  }

  /**
   * Deletes the row of this server, so that the others need not wait. Call this when no job runs
   * any more.
   */
  public synchronized void close() {
    byte[] key = ownKey;
    if (key == null) {
      return;
    }
    try {
      BlockingTransactions.run(store, tx -> tx.delete(key));
    } catch (StorageException e) {
      LOG.info(
          "the shares of this server's throughput are free after {} s: {}",
          DEAD_AFTER.toSeconds(),
          e.getMessage());
    }
  }
}
