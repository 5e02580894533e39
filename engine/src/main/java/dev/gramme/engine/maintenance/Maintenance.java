package dev.gramme.engine.maintenance;

import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.catalog.RowRetention;
import dev.gramme.engine.catalog.StoredJobs;
import dev.gramme.engine.replication.Replication;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.engine.stream.LogTrimmer;
import dev.gramme.engine.time.Failures;
import dev.gramme.engine.ttl.ExpiryFronts;
import dev.gramme.engine.version.VersionRows;
import dev.gramme.engine.write.Writer;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.Recovery;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recurring background work, started when a table needs it: deletes expired items, trims logs, and
 * rolls over shards that have been open for long. Of several servers on one store, the holder of a
 * {@link Lease} does the work.
 */
public final class Maintenance {
  private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);
  private static final Duration EXPIRY_INTERVAL = Duration.ofSeconds(1);
  private static final int CHUNK_DELETIONS = 100;
  private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);
  private static final Duration CLEANUP_INTERVAL = Duration.ofMinutes(1);

  /** How long a shard stays open; reported for the service, as of 2026. */
  private static final Duration SHARD_LIFE = Duration.ofHours(4);

  /**
   * How much longer a log is kept than a table can be restored: the clocks of servers differ, and a
   * restore may begin while the log is trimmed.
   */
  private static final Duration RECOVERY_MARGIN = Duration.ofHours(1);

  private final Store store;
  private final Catalog catalog;
  private final Lifecycle lifecycle;
  private final Writer writer;
  private final Lease lease;
  private final ExpirySweep expiry;
  private final LogTrimmer trimmer;
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private final AtomicBoolean maintainingLogs = new AtomicBoolean();

  /** By the numbers of global tables, the time up to which their tombstones are removed. */
  private final Map<Integer, Long> forgotten = new ConcurrentHashMap<>();

  private final StoredJobs<Backfilling> backfills;

  /**
   * Starts the work that the existing tables need, and observes changes of tables.
   *
   * @param expiryDelay how long after its expiry an item is deleted
   * @param fronts where the deletion of expired items begins
   */
  public Maintenance(
      Store store, Catalog catalog, Writer writer, Duration expiryDelay, ExpiryFronts fronts) {
    this.store = store;
    this.catalog = catalog;
    this.writer = writer;
    this.lifecycle = catalog.lifecycle();
    this.lease = new Lease(store, lifecycle.clock(), "upkeep");
    this.expiry = new ExpirySweep(store, catalog, writer, expiryDelay, lease, fronts);
    this.trimmer = new LogTrimmer(store, this::retention);
    this.backfills =
        new StoredJobs<>(
            store,
            lifecycle,
            "expiry backfill",
            () -> catalog.tables().stream().flatMap(t -> backfilling(t).stream()).toList(),
            (job, term, progress) ->
                catalog
                    .find(job.table())
                    .filter(table -> backfilling(table).equals(Optional.of(job)))
                    .ifPresent(table ->
                        new ExpiryBackfill(store, catalog, table, fronts)
                            .run(() -> lifecycle.isClosed() || !term.isHeld(), progress)));
    catalog.tables().forEach(this::startWork);
    startLogMaintenance();
    catalog.onChangeStart(this::startWork);
    if (store.isShared()) {
      lifecycle.repeat(CLEANUP_INTERVAL, "cleanup of the store", this::cleanUp);
    }
  }

  /** The number of expired items deleted since the start. */
  public long expiredItems() {
    return expiry.deletedItems();
  }

  /**
   * Starts the work that a table needs; returns the backfill of its expiry times, if it was
   * started.
   */
  private Optional<BackgroundJob> startWork(TableDefinition table) {
    if (table.features().log() != null) {
      startLogMaintenance();
    }
    TimeToLive timeToLive = table.features().timeToLive();
    if (timeToLive == null || !timeToLive.isOn()) {
      return Optional.empty();
    }
    if (sweeping.compareAndSet(false, true)) {
      lifecycle.repeat(EXPIRY_INTERVAL, "deletion of expired items", expiry::run);
    }
    return backfilling(table).flatMap(backfills::start);
  }

  /** A backfill of the expiry times of a table, for one setting of its time to live. */
  private record Backfilling(String table, int number, TimeToLive setting)
      implements StoredJobs.Key {
    @Override
    public String id() {
      return number + "/" + setting.changed() + "/" + setting.attribute();
    }

    @Override
    public String subject() {
      return table;
    }
  }

  private static Optional<Backfilling> backfilling(TableDefinition table) {
    return Optional.ofNullable(table.features().timeToLive())
        .filter(timeToLive -> timeToLive.status() == TimeToLive.Status.ENABLING)
        .map(timeToLive -> new Backfilling(table.name(), table.number(), timeToLive));
  }

  private void startLogMaintenance() {
    boolean needed =
        catalog.tables().stream().anyMatch(table -> table.features().log() != null)
            || trimmer.hasWork();
    if (needed && maintainingLogs.compareAndSet(false, true)) {
      lifecycle.repeat(LOG_INTERVAL, "trimming of logs", this::maintainLogs);
    }
  }

  private void maintainLogs() {
    if (lease.isHeld()) {
      var failures = new Failures();
      catalog.tables().forEach(table -> failures.attempt(() -> rollOver(table)));
      failures.attempt(() -> trimmer.trim(now(), lease::isHeld));
      var global = catalog.tables().stream().filter(table -> table.features().isGlobal()).toList();
      forgotten.keySet().retainAll(global.stream().map(TableDefinition::number).toList());
      global.forEach(table -> failures.attempt(() -> removeTombstones(table)));
      failures.rethrow();
    }
  }

  /** Cleans up a shared store; one server does it for all. */
  private void cleanUp() {
    if (lease.isHeld()) {
      writer.clearTokens(lease::isHeld);
      store.removeUnreachable(lease::isHeld);
    }
  }

  /**
   * Releases the lease, so that another server can take over at once. Call this when no maintenance
   * job runs any more.
   */
  public void close() {
    try {
      lease.release();
    } catch (StorageException e) {
      LOG.info("could not release the maintenance lease; it expires on its own: {}", e.toString());
    }
  }

  /**
   * Removes tombstones older than twice the log's retention; no region sends such an old change any
   * more.
   */
  private void removeTombstones(TableDefinition table) {
    long before = LogRows.sequence(now().minus(retention(table).multipliedBy(2)));
    int chunk = Math.min(CHUNK_DELETIONS, store.distantRows());
    long from = forgotten.getOrDefault(table.number(), 0L);
    while (from < before) {
      long start = from;
      from =
          BlockingTransactions.transact(
              store, tx -> VersionRows.forget(tx, table.number(), start, before, chunk));
      forgotten.put(table.number(), from);
    }
  }

  private void rollOver(TableDefinition table) {
    Instant now = now();
    Instant limit = now.minus(SHARD_LIFE);
    if (hasOlder(table.features().log(), limit)) {
      catalog
          .change(
              table.name(),
              (current, numbers) -> {
                ChangeLog log = current.features().log();
                return log == null
                    ? current
                    : current.toBuilder()
                        .log(log.rolledOver(shard -> !shard.opened().isAfter(limit), now))
                        .build();
              })
          .exceptionallyCompose(failure ->
              Catalog.isMissing(failure)
                  ? CompletableFuture.completedFuture(table)
                  : CompletableFuture.failedFuture(failure))
          .join();
    }
  }

  private static boolean hasOlder(@Nullable ChangeLog log, Instant limit) {
    return log != null && log.shards().stream().anyMatch(s -> !s.opened().isAfter(limit));
  }

  private Duration retention(int number) {
    var own = ownRetention(number);
    var held = RowRetention.oldest(store, number);
    if (held.isEmpty()) {
      return own;
    }
    var since = Duration.between(LogRows.time(held.getAsLong()), now()).plusSeconds(1);
    return since.compareTo(own) > 0 ? since : own;
  }

  private Duration ownRetention(int number) {
    for (TableDefinition table : catalog.tables()) {
      if (table.number() == number) {
        return retention(table);
      }
    }
    return LogTrimmer.STREAM_RETENTION;
  }

  /**
   * The retention of the log: that of recovery or streams, and at least until all replicas have
   * received the changes; less if only graphs of vector indexes read it.
   */
  private Duration retention(TableDefinition table) {
    if (isReadByGraphsOnly(table)) {
      return LogTrimmer.VECTORS_RETENTION;
    }
    Recovery recovery = table.features().recovery();
    Duration retention =
        recovery == null
            ? LogTrimmer.STREAM_RETENTION
            : Duration.ofDays(recovery.days()).plus(RECOVERY_MARGIN);
    Duration unsent = Replication.unsent(store, table, now());
    return unsent.compareTo(retention) > 0 ? unsent : retention;
  }

  /** A stream can be read for a while after it was disabled. */
  private boolean isReadByGraphsOnly(TableDefinition table) {
    ChangeLog log = table.features().log();
    return log != null
        && log.readers().equals(Set.of(ChangeLog.VECTORS))
        && new LogReader(store)
            .streams(table.name(), "", 1).stream()
                .noneMatch(stream -> stream.tableName().equals(table.name()));
  }

  private Instant now() {
    return lifecycle.clock().instant();
  }
}
