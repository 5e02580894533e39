package dev.gramme.engine.backup;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.RestoreSummary;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.engine.stream.LogWriter;
import dev.gramme.model.ApiError;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.Recovery;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Creates tables from backups and from earlier points in time of tables. The new table is CREATING,
 * and its items are not visible, until the copy is complete ({@link TableCopy}).
 */
public final class Restores {
  /** The maximum number of restores in progress. */
  private static final int AT_ONCE = 50;

  private final Store store;
  private final Catalog catalog;
  private final CopyJobs jobs;
  private final Duration lag;

  /**
   * @param lag how far before the present the latest restorable time is
   */
  public Restores(Store store, Catalog catalog, CopyJobs jobs, Duration lag) {
    this.store = store;
    this.catalog = catalog;
    this.jobs = jobs;
    this.lag = lag;
  }

  /** The times to which a table can be restored, both inclusive. */
  public record Window(Instant earliest, Instant latest) {}

  /** The times to which a table can be restored; empty if recovery is disabled. */
  public Optional<Window> window(TableDefinition table) {
    return Optional.ofNullable(table.features().recovery())
        .map(recovery -> window(recovery, now()));
  }

  private Window window(Recovery recovery, Instant now) {
    Instant limit = now.minus(Duration.ofDays(recovery.days()));
    Instant earliest = recovery.since().isAfter(limit) ? recovery.since() : limit;
    Instant latest = now.minus(lag);
    return new Window(earliest, latest.isBefore(earliest) ? earliest : latest);
  }

  /**
   * Reads a part of the history of an item, from the log that recovery keeps.
   *
   * @param key the key of the item, which the caller has checked
   * @param position null for the latest changes
   * @param limit the most changes to return, at least 1
   * @throws ApiError a PointInTimeRecoveryUnavailableException if recovery is disabled
   */
  public ItemHistory.Part history(
      TableDefinition table, Item key, ItemHistory.@Nullable Position position, int limit) {
    Window window = window(table).orElseThrow(() -> unavailable(table));
    return new ItemHistory(store, table, key, window.earliest(), limit).read(position);
  }

  private static ApiError unavailable(TableDefinition table) {
    return ApiError.of(
        ErrorType.POINT_IN_TIME_RECOVERY_UNAVAILABLE,
        "Point in time recovery is not enabled for table '" + table.name() + "'");
  }

  /**
   * Starts to restore a backup.
   *
   * @param arn the backup's ARN, for errors
   * @return the new table in state CREATING; fails with BackupNotFoundException,
   *     BackupInUseException, TableAlreadyExistsException, LimitExceededException, or an error of
   *     the target
   */
  public CompletableFuture<TableDefinition> fromBackup(
      String backupId, String arn, RestoreTarget target) {
    refuseTooMany();
    return started(
        target,
        catalog.create(
            numbers -> {
              // This read only provides the source definition; the read in the transaction below
              // decides.
              var backup = Backup.read(store, backupId).orElseThrow(() -> Backups.notFound(arn));
              return target.definition(backup.table(), numbers);
            },
            (tx, table) -> {
              var backup =
                  Backup.read(tx, backupId)
                      .filter(it -> !it.isExpired(now()))
                      .orElseThrow(() -> Backups.notFound(arn));
              Backups.refuseUnready(backup, arn);
              if (CopyJobs.isBeingRestored(tx, backup)) {
                throw Backups.inUse("Backup is being used to restore another table: " + arn);
              }
              addRestore(tx, backup, table);
            }));
  }

  private void addRestore(Transaction tx, Backup backup, TableDefinition table) {
    TableDefinition source = backup.table();
    CopyJobs.add(
        tx,
        CopyJob.begin(
            CopyJob.Purpose.RESTORE,
            table.name(),
            table.number(),
            CopyJob.AS_IT_IS,
            source,
            backup.number()));
    new RestoreSummary(source.name(), source.region(), backup.id(), backup.created())
        .put(tx, table.number());
  }

  /**
   * Starts to restore a table to a point in time.
   *
   * @param moment the restored table includes all changes up to this time; null for the latest
   *     restorable time
   * @return the new table in state CREATING; fails with ResourceNotFoundException,
   *     PointInTimeRecoveryUnavailableException, InvalidRestoreTimeException,
   *     TableAlreadyExistsException, LimitExceededException, or an error of the target
   */
  public CompletableFuture<TableDefinition> toPointInTime(
      String sourceName, @Nullable Instant moment, RestoreTarget target) {
    refuseTooMany();
    // Each run of the transaction sets both again.
    var wanted = new AtomicReference<TableDefinition>();
    var added = new AtomicReference<TableDefinition>();
    Instant now = now();
    var changed =
        catalog.change(
            sourceName,
            (source, numbers) -> {
              Backups.refuseUnready(source);
              refuseDeleting(source);
              check(source, moment, now);
              var definition = target.definition(source, numbers);
              wanted.set(definition);
              var log =
                  ChangeLog.withReader(
                      source.features().log(), CopyJob.reader(definition.number()));
              return source.toBuilder().log(log).build();
            },
            (tx, source) -> {
              TableDefinition table = catalog.add(tx, wanted.get());
              addRestore(tx, source, table, moment, now);
              added.set(table);
            });
    return started(target, changed.thenApply(source -> added.get()));
  }

  /** Seconds after its deletion has started, the service cannot restore a table (October 2026). */
  private static void refuseDeleting(TableDefinition source) {
    if (source.status() == TableDefinition.Status.DELETING) {
      throw ApiError.of(ErrorType.RESOURCE_NOT_FOUND, "Table is being deleted: " + source.name());
    }
  }

  private void check(TableDefinition source, @Nullable Instant moment, Instant now) {
    Recovery recovery = source.features().recovery();
    if (recovery == null) {
      throw unavailable(source);
    }
    Window window = window(recovery, now);
    // The service accepts times after the latest one that it shows, up to now (October 2026).
    if (moment != null
        && (moment.isBefore(window.earliest().truncatedTo(ChronoUnit.MILLIS))
            || moment.isAfter(now))) {
      throw ApiError.of(
          ErrorType.INVALID_RESTORE_TIME,
          "RestoreDateTime '%s' must be within EarliestRestorableDateTime '%s' and LatestRestorableDateTime '%s'"
              .formatted(shown(moment), shown(window.earliest()), shown(window.latest())));
    }
  }

  private static Instant shown(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS);
  }

  private void addRestore(
      Transaction tx,
      TableDefinition source,
      TableDefinition table,
      @Nullable Instant moment,
      Instant now) {
    Recovery recovery = source.features().recovery();
    if (recovery == null) {
      throw new IllegalStateException("a restore of a table without recovery");
    }
    Instant restored = moment != null ? moment : window(recovery, now).latest();
    long sequence = LogRows.sequence(restored);
    if (moment == null && lag.isZero()) {
      // If the clock does not advance, sequence numbers run ahead of it; include all changes so
      // far.
      sequence = Math.max(sequence, new LogReader(tx).last(source.number()));
    }
    LogWriter.skipTo(tx, source.number(), sequence);
    CopyJobs.add(
        tx,
        CopyJob.begin(
            CopyJob.Purpose.RESTORE,
            table.name(),
            table.number(),
            sequence,
            source,
            source.number()));
    new RestoreSummary(source.name(), source.region(), null, restored).put(tx, table.number());
  }

  /** Starts the job of a restore after its transaction has committed. */
  private CompletableFuture<TableDefinition> started(
      RestoreTarget target, CompletableFuture<TableDefinition> committed) {
    return committed
        .thenApply(table -> {
          jobs.start(table.number());
          return table;
        })
        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(reported(failure, target)));
  }

  /**
   * Translates a failure to the errors of restores, which differ for a name that is already in use.
   */
  private Throwable reported(Throwable failure, RestoreTarget target) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (!(cause instanceof ApiError error) || error.type() != ErrorType.RESOURCE_IN_USE) {
      return cause;
    }
    return catalog
        .find(target.name())
        .flatMap(catalog::restoring)
        .map(target::isBeingRestored)
        .orElseGet(() ->
            ApiError.of(ErrorType.TABLE_ALREADY_EXISTS, "Table already exists: " + target.name()));
  }

  private void refuseTooMany() {
    if (jobs.restoresUnderWay() >= AT_ONCE) {
      throw ApiError.of(
          ErrorType.LIMIT_EXCEEDED,
          "Subscriber limit exceeded: Only 50 restore operations can be done simultaneously");
    }
  }

  private Instant now() {
    return catalog.lifecycle().clock().instant();
  }
}
