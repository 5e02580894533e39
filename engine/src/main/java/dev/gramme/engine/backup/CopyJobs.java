package dev.gramme.engine.backup;

import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.catalog.PinnedTable;
import dev.gramme.engine.catalog.RowRetention;
import dev.gramme.engine.catalog.StoredJobs;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs copies in the background and finishes them: a backup becomes available, a new table becomes
 * active, and the retention of the source ends. Each of these steps is idempotent, so that a
 * restart between them does no harm. On a shared store, a server that has been suspended may repeat
 * a step after another server has continued the copy; the step then changes nothing.
 */
public final class CopyJobs {
  private static final Logger LOG = LoggerFactory.getLogger(CopyJobs.class);

  private final Store store;
  private final Catalog catalog;
  private final Lifecycle lifecycle;
  private final StoredJobs<Copy> jobs;

  /** A copy, by the number under which it is stored. */
  private record Copy(int target) implements StoredJobs.Key {
    @Override
    public String id() {
      return Integer.toString(target);
    }

    @Override
    public String subject() {
      return "number " + target;
    }
  }

  public CopyJobs(Store store, Catalog catalog) {
    this.store = store;
    this.catalog = catalog;
    this.lifecycle = catalog.lifecycle();
    this.jobs =
        new StoredJobs<>(
            store,
            lifecycle,
            "table copy",
            () -> CopyJob.targets(store).stream().map(Copy::new).toList(),
            this::run);
    catalog.onReview(this::resume);
  }

  /** Resumes the copies that an earlier process, or a request of unknown outcome, has started. */
  public void resume() {
    jobs.resume();
  }

  /** The number of restores in progress. */
  long restoresUnderWay() {
    return CopyJob.targets(store).stream()
        .flatMap(target -> CopyJob.read(store, target).stream())
        .filter(job -> job.purpose() == CopyJob.Purpose.RESTORE)
        .count();
  }

  /**
   * Whether a table is being restored from a backup: until the table is active and the backup is no
   * longer retained.
   */
  static boolean isBeingRestored(Reader reader, Backup backup) {
    if (!RowRetention.isHeld(reader, backup.number())) {
      return false;
    }
    return CopyJob.targets(reader).stream()
        .flatMap(target -> CopyJob.read(reader, target).stream())
        .anyMatch(job ->
            job.purpose() == CopyJob.Purpose.RESTORE
                && job.moment() == CopyJob.AS_IT_IS
                && job.from() == backup.number());
  }

  /** Stores a new job and retains the rows that it reads; start the job after the commit. */
  static void add(Transaction tx, CopyJob job) {
    job.write(tx);
    long since = job.moment() == CopyJob.AS_IT_IS ? RowRetention.NO_CHANGES : job.moment();
    new RowRetention(job.from(), job.target(), since).put(tx);
  }

  /** Starts a stored job. */
  void start(int target) {
    jobs.start(new Copy(target));
  }

  private void run(Copy copy, Lease.Term term, BackgroundJob progress) {
    CopyJob job =
        new TableCopy(store, catalog, copy.target())
            .run(() -> lifecycle.isClosed() || !term.isHeld(), progress);
    if (job == null) {
      return;
    }
    // Ends the retention before any client can see that the copy is complete.
    release(job);
    switch (job.purpose()) {
      case BACKUP -> makeAvailable(job);
      case RESTORE -> change(job.name(), job.target(), CopyJobs::activated);
    }
    BlockingTransactions.transact(
        store,
        tx -> {
          job.remove(tx);
          return true;
        });
    LOG.info(
        "{} {} is complete: {} items, {} bytes",
        job.purpose() == CopyJob.Purpose.BACKUP ? "backup" : "restored table",
        job.name(),
        job.items(),
        job.sizeBytes());
  }

  private void makeAvailable(CopyJob job) {
    BlockingTransactions.transact(
        store,
        tx -> {
          Backup.read(tx, job.name())
              .ifPresent(backup -> backup.available(job.items(), job.sizeBytes()).write(tx));
          return true;
        });
  }

  /** The table after its restore. A table that is not being restored any more is unchanged. */
  private static TableDefinition activated(TableDefinition table) {
    if (table.status() != TableDefinition.Status.CREATING) {
      return table;
    }
    return table.toBuilder()
        .status(TableDefinition.Status.ACTIVE)
        .globalIndexes(
            table.globalIndexes().stream()
                .map(index -> index.withStatus(GlobalIndex.Status.ACTIVE, false))
                .toList())
        .vectorIndexes(
            table.vectorIndexes().stream()
                .map(index -> index.withStatus(GlobalIndex.Status.ACTIVE, false))
                .toList())
        .build();
  }

  private void release(CopyJob job) {
    int holder = job.target();
    new PinnedTable(job.source().name(), job.from(), holder, CopyJob.reader(holder))
        .release(store, catalog, tx -> {});
  }

  /** Changes a table if it still has the given number. */
  private void change(String name, int number, UnaryOperator<TableDefinition> change) {
    try {
      catalog
          .change(name, (table, numbers) -> table.number() == number ? change.apply(table) : table)
          .join();
    } catch (CompletionException e) {
      if (!Catalog.isMissing(e)) {
        throw e;
      }
      LOG.debug("table {} has been dropped", name);
    }
  }
}
