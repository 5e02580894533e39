package dev.gramme.engine.backup;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.catalog.RowRetention;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.model.ApiError;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Backups of tables. A requested backup holds exactly the items of the table at the time of the
 * request. The transaction that adds the backup reads the last sequence number of the table's log,
 * and the log is kept until the copy is complete ({@link TableCopy}).
 */
public final class Backups {
  private static final Duration SWEEP_INTERVAL = Duration.ofHours(1);

  private final Store store;
  private final Catalog catalog;
  private final Lifecycle lifecycle;
  private final CopyJobs jobs;
  private final AtomicBoolean sweeping = new AtomicBoolean();

  public Backups(Store store, Catalog catalog, CopyJobs jobs) {
    this.store = store;
    this.catalog = catalog;
    this.lifecycle = catalog.lifecycle();
    this.jobs = jobs;
    catalog.tables().forEach(this::sweepFor);
    catalog.onChange(this::sweepFor);
    if (Backup.readAll(store).stream().anyMatch(backup -> backup.expires() != null)) {
      startSweeping();
    }
  }

  /**
   * Starts a backup of a table; the copy is made in the background.
   *
   * @return the backup in state CREATING; fails with ResourceNotFoundException if the table does
   *     not exist or is being created; a table that is being deleted can be backed up
   */
  public CompletableFuture<Backup> create(String tableName, String backupName) {
    // Each run of the transaction sets these again.
    var number = new AtomicInteger();
    var made = new AtomicReference<Backup>();
    Instant now = now();
    return catalog
        .change(
            tableName,
            (table, numbers) -> {
              if (table.status() == TableDefinition.Status.CREATING) {
                throw ApiError.of(
                    ErrorType.RESOURCE_NOT_FOUND, "Table is being created: " + table.name());
              }
              number.set(numbers.next());
              var log = ChangeLog.withReader(table.features().log(), CopyJob.reader(number.get()));
              return table.toBuilder().log(log).build();
            },
            (tx, table) -> made.set(add(tx, table, backupName, number.get(), now)))
        .thenApply(table -> {
          jobs.start(number.get());
          return made.get();
        });
  }

  private Backup add(Transaction tx, TableDefinition table, String name, int number, Instant now) {
    var counts = catalog.statistics().counts(tx, table.number());
    var backup =
        new Backup(
            Backup.id(now, number),
            name,
            Backup.Type.USER,
            Backup.Status.CREATING,
            now,
            null,
            number,
            counts.items(),
            counts.sizeBytes(),
            table);
    backup.write(tx);
    long moment = new LogReader(tx).last(table.number());
    CopyJobs.add(
        tx,
        CopyJob.begin(CopyJob.Purpose.BACKUP, backup.id(), number, moment, table, table.number()));
    return backup;
  }

  /** Rejects enabling point-in-time recovery for a table that is being created. */
  public static void refuseUnready(TableDefinition table) {
    switch (table.status()) {
      case CREATING ->
          throw ApiError.of(
              ErrorType.CONTINUOUS_BACKUPS_UNAVAILABLE,
              "Backups are being enabled for the table: " + table.name() + ". Please retry later");
      case ACTIVE, UPDATING, DELETING -> {}
    }
  }

  /** The backup with an id, unless it has expired. */
  public Optional<Backup> find(String id) {
    return Backup.read(store, id).filter(backup -> !backup.isExpired(now()));
  }

  /** All backups that have not expired, the oldest first. */
  public List<Backup> all() {
    Instant now = now();
    return Backup.readAll(store).stream().filter(backup -> !backup.isExpired(now)).toList();
  }

  /**
   * Deletes a backup; its items are removed in the background.
   *
   * @return the deleted backup; fails with BackupNotFoundException, or with BackupInUseException
   *     while the backup is being made or restored
   */
  public CompletableFuture<Backup> delete(String id, String arn) {
    return store
        .transact(tx -> {
          var backup = Backup.read(tx, id).orElseThrow(() -> notFound(arn));
          if (CopyJobs.isBeingRestored(tx, backup)) {
            throw inUse("Backup is being used to restore table: " + arn);
          }
          refuseUnready(backup, arn);
          if (RowRetention.isHeld(tx, backup.number())) {
            throw inUse("Backup is being used: " + arn);
          }
          remove(tx, backup);
          return backup;
        })
        .whenComplete((backup, failure) -> {
          if (failure == null) {
            catalog.resumeDrop(backup.number());
          } else {
            catalog.reviewAfter(failure);
          }
        });
  }

  /** Rejects a backup that is still being made. The text is Gramme's own. */
  static void refuseUnready(Backup backup, String arn) {
    if (backup.status() == Backup.Status.CREATING) {
      throw inUse("Backup is being used: " + arn);
    }
  }

  /** The error of a backup that is being made or restored. */
  static ApiError inUse(String text) {
    return ApiError.of(ErrorType.BACKUP_IN_USE, text);
  }

  /** The error of a backup that does not exist. */
  public static ApiError notFound(String arn) {
    return ApiError.of(ErrorType.BACKUP_NOT_FOUND, "Backup not found: " + arn);
  }

  private static void remove(Transaction tx, Backup backup) {
    backup.remove(tx);
    RowRetention.remove(tx, backup.number(), backup.number());
    Catalog.discard(tx, backup.number());
  }

  /** A table with recovery enabled leaves an expiring backup when it is deleted. */
  private void sweepFor(TableDefinition table) {
    if (table.features().recovery() != null) {
      startSweeping();
    }
  }

  private void startSweeping() {
    if (sweeping.compareAndSet(false, true)) {
      lifecycle.repeat(SWEEP_INTERVAL, "removal of expired backups", this::removeExpired);
    }
  }

  private void removeExpired() {
    Instant now = now();
    for (Backup backup : Backup.readAll(store)) {
      // A running restore from the backup may finish first.
      if (backup.isExpired(now) && remove(backup)) {
        catalog.resumeDrop(backup.number());
      }
    }
  }

  private boolean remove(Backup backup) {
    try {
      return BlockingTransactions.transact(store, tx -> removeUnlessRestored(tx, backup));
    } catch (StorageException e) {
      catalog.reviewAfter(e);
      throw e;
    }
  }

  private static boolean removeUnlessRestored(Transaction tx, Backup backup) {
    // Another server may have removed it.
    if (Backup.read(tx, backup.id()).isEmpty()
        || RowRetention.isHeldBesides(tx, backup.number(), backup.number())) {
      return false;
    }
    remove(tx, backup);
    return true;
  }

  private Instant now() {
    return lifecycle.clock().instant();
  }
}
