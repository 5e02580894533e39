package dev.gramme.engine.insights;

import dev.gramme.engine.capacity.CapacityUnits;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.TableSettings;
import dev.gramme.engine.catalog.TableSettings.Kind;
import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.insights.InsightSetting.Mode;
import dev.gramme.engine.read.ReadPage;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts which keys of a table or global index are accessed and throttled the most. The settings
 * are durable; the counts are those of this process in the last one to two hours. While nothing is
 * counted, a request only checks an empty map. Servers that share a store each count their own
 * requests, and read the settings and counts of the others periodically.
 *
 * <p>A read counts its units, a write three times its units, like in the service. A Query counts
 * for its partition key; a Scan counts for no key, because it reads all of them.
 */
public final class ContributorInsights {
  private static final double WRITE_WEIGHT = 3;
  private static final String NAME = "";

  /** How often a server reads the settings that other servers may have changed. */
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);

  private final Store store;
  private final Catalog catalog;
  private final InstantSource clock;

  private final InsightExchange exchange;

  /** The counts by the number of the table or index; the map is replaced as a whole. */
  private volatile Map<Integer, KeyCounts> counted = Map.of();

  /** Starts counting for all enabled settings. */
  public ContributorInsights(Store store, Catalog catalog, InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.clock = clock;
    this.exchange = new InsightExchange(store, clock);
    readSettings();
    if (store.isShared()) {
      var lifecycle = catalog.lifecycle();
      lifecycle.repeat(POLL_INTERVAL, "settings of contributor insights", this::readSettings);
      lifecycle.repeat(
          InsightExchange.INTERVAL,
          "exchange of contributor insights",
          () -> exchange.exchange(counted));
    }
  }

  /** Counts the keys for which the store has an enabled setting, and no others. */
  private synchronized void readSettings() {
    var modes = new HashMap<Integer, Mode>();
    for (TableSettings.Entry entry : TableSettings.list(store, Kind.CONTRIBUTOR_INSIGHTS)) {
      var setting = InsightSetting.decode(entry.document());
      if (setting.enabled()) {
        modes.put(entry.number(), setting.mode());
      }
    }
    var next = new HashMap<Integer, KeyCounts>();
    catalog.tables().stream()
        .flatMap(ContributorInsights::ofTable)
        .forEach(target -> {
          Mode mode = modes.get(target.number());
          if (mode != null) {
            next.put(target.number(), counts(counted.get(target.number()), target, mode));
          }
        });
    counted = Map.copyOf(next);
  }

  private static KeyCounts counts(@Nullable KeyCounts before, InsightTarget target, Mode mode) {
    return before == null ? new KeyCounts(target.key(), mode) : new KeyCounts(before, mode);
  }

  private static Stream<InsightTarget> ofTable(TableDefinition table) {
    return Stream.concat(
        Stream.of(InsightTarget.of(table)),
        table.globalIndexes().stream().map(index -> InsightTarget.of(table, index)));
  }

  /** The setting of a table or index, if there ever was one. */
  public Optional<InsightSetting> setting(int number) {
    Item document = TableSettings.get(store, number, Kind.CONTRIBUTOR_INSIGHTS, NAME);
    return Optional.ofNullable(document).map(InsightSetting::decode);
  }

  /** All tables and global indexes, ordered by the names of the tables. */
  public List<InsightTarget> targets() {
    var targets = new ArrayList<InsightTarget>();
    for (String name : catalog.names("", Integer.MAX_VALUE)) {
      catalog.find(name).ifPresent(table -> ofTable(table).forEach(targets::add));
    }
    return targets;
  }

  /**
   * Enables counting.
   *
   * @param mode which keys to count; null keeps the current mode, or means all keys if counting was
   *     disabled
   * @return whether this was a change, and the setting
   */
  public CompletableFuture<Change> enable(InsightTarget target, @Nullable Mode mode) {
    Instant now = clock.instant();
    return change(target, before -> enabled(before, mode, now));
  }

  private static InsightSetting enabled(
      @Nullable InsightSetting before, @Nullable Mode mode, Instant now) {
    if (before == null || !before.enabled()) {
      Mode wanted = mode == null ? Mode.ACCESSED_AND_THROTTLED_KEYS : mode;
      return new InsightSetting(true, wanted, now, now);
    }
    return mode == null || mode == before.mode()
        ? before
        : new InsightSetting(true, mode, before.rules(), now);
  }

  /** Disables counting. */
  public CompletableFuture<Change> disable(InsightTarget target) {
    Instant now = clock.instant();
    return change(
        target,
        before ->
            before == null || !before.enabled()
                ? before
                : new InsightSetting(false, before.mode(), before.rules(), now));
  }

  /**
   * The result of a request.
   *
   * @param changed whether it changed the setting
   * @param setting the current setting, null if there never was one
   */
  public record Change(boolean changed, @Nullable InsightSetting setting) {}

  /** Computes the new setting from the old one; either may be null. */
  private interface Update {
    @Nullable InsightSetting apply(@Nullable InsightSetting before);
  }

  private CompletableFuture<Change> change(InsightTarget target, Update update) {
    return store
        .transact(tx -> {
          // Fails if the table has been dropped; its old number is then useless.
          catalog.existing(tx, target.table());
          Item document = TableSettings.get(tx, target.number(), Kind.CONTRIBUTOR_INSIGHTS, NAME);
          var before = document == null ? null : InsightSetting.decode(document);
          var after = update.apply(before);
          if (after == null || after.equals(before)) {
            return new Change(false, after);
          }
          TableSettings.put(tx, target.number(), Kind.CONTRIBUTOR_INSIGHTS, NAME, after.encode());
          return new Change(true, after);
        })
        .thenApply(change -> {
          var setting = change.setting();
          if (setting != null) {
            apply(target, setting);
          }
          return change;
        });
  }

  private synchronized void apply(InsightTarget target, InsightSetting setting) {
    var next = new HashMap<>(counted);
    // The settings of dropped tables and indexes were removed with them.
    next.keySet().removeIf(number -> setting(number).isEmpty());
    KeyCounts before = next.remove(target.number());
    if (setting.enabled()) {
      next.put(target.number(), counts(before, target, setting.mode()));
    }
    counted = Map.copyOf(next);
  }

  /** Whether anything is counted at all. */
  public boolean isCounting() {
    return !counted.isEmpty();
  }

  /** Counts a committed change. */
  public void written(ItemChange change, boolean transactional) {
    double weight = WRITE_WEIGHT * (transactional ? 2 : 1);
    var table = counted.get(change.table().number());
    if (table != null) {
      double units = CapacityUnits.write(change.table(), change.before(), change.after());
      table.add(change.key(), weight * units, false, clock.millis());
    }
    for (IndexChange entry : change.indexes()) {
      if (entry.index() instanceof GlobalIndex index && entry.isWrite()) {
        var counts = counted.get(index.number());
        if (counts != null) {
          written(counts, entry);
        }
      }
    }
  }

  /** A moved entry was deleted under one key and inserted under another. */
  private void written(KeyCounts counts, IndexChange entry) {
    long now = clock.millis();
    Item before = entry.before();
    Item after = entry.after();
    if (before != null && after != null && !entry.moved()) {
      counts.add(after, WRITE_WEIGHT * CapacityUnits.write(entry), false, now);
      return;
    }
    if (before != null) {
      counts.add(before, WRITE_WEIGHT * CapacityUnits.writeBlocks(before.sizeBytes()), false, now);
    }
    if (after != null) {
      counts.add(after, WRITE_WEIGHT * CapacityUnits.writeBlocks(after.sizeBytes()), false, now);
    }
  }

  /** Counts a read of an item. */
  public void read(ReadPlan.Items.Key key, @Nullable Item item, boolean transactional) {
    var counts = counted.get(key.table().number());
    if (counts != null) {
      double units =
          CapacityUnits.read(
              item == null ? 0 : item.sizeBytes(), key.consistent() || transactional);
      counts.add(key.key(), transactional ? 2 * units : units, false, clock.millis());
    }
  }

  /** Counts a page of a Query for its partition. */
  public void read(ReadPlan.Page plan, ReadPage page) {
    Item partition = plan.rows().partition();
    if (partition == null) {
      return;
    }
    boolean global = plan.index() instanceof GlobalIndex;
    var counts =
        counted.get(
            plan.index() instanceof GlobalIndex index ? index.number() : plan.table().number());
    if (counts != null) {
      double units =
          CapacityUnits.read(page.scannedBytes(), plan.consistent() && !global)
              + page.fetchedUnits() * (plan.consistent() ? 1.0 : 0.5);
      counts.addPartition(partition, units, false, clock.millis());
    }
  }

  /** Counts a throttled request. */
  public void throttled(int number, Item key) {
    var counts = counted.get(number);
    if (counts != null) {
      counts.add(key, 1, true, clock.millis());
    }
  }

  /** Counts a throttled request for a whole partition. */
  public void throttledPartition(int number, Item partition) {
    var counts = counted.get(number);
    if (counts != null) {
      counts.addPartition(partition, 1, true, clock.millis());
    }
  }

  /**
   * The keys with the highest counts of a rule. On a shared store, these include the requests to
   * other servers, without the last seconds.
   *
   * @param limit at most 100 are found
   */
  public List<KeyCount> top(InsightTarget target, InsightRule rule, int limit) {
    var servers = new ArrayList<>(exchange.others(target.number(), rule));
    var counts = counted.get(target.number());
    if (counts != null) {
      counts.top(rule, clock.millis()).ifPresent(servers::add);
    }
    return TopKeys.merged(servers).stream().limit(limit).toList();
  }
}
