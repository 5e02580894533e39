package dev.gramme.transfer.imports;

import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.StoredJobs;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.transfer.JobIds;
import dev.gramme.transfer.JobKey;
import dev.gramme.transfer.Journal;
import dev.gramme.transfer.bucket.Buckets;
import dev.gramme.transfer.imports.ImportJob.Progress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * The imports of a database. An import creates its table and runs in the background; after a crash
 * it resumes when the database is opened again, or on another server of a shared store.
 */
public final class Imports {
  private final Engine engine;
  private final Buckets buckets;
  private final Path logs;
  private final JobIds ids;
  private final Journal<ImportJob> journal;
  private final StoredJobs<JobKey> jobs;

  private Imports(Engine engine, Buckets buckets, Path logs, JobIds ids) {
    this.engine = engine;
    this.buckets = buckets;
    this.logs = logs;
    this.ids = ids;
    this.journal = new Journal<>(engine.store(), SystemKeys.IMPORTS, ImportJob::decode);
    this.jobs =
        new StoredJobs<>(
            engine.store(),
            engine.catalog().lifecycle(),
            "table import",
            journal::unfinished,
            (key, term, progress) -> run(key, term));
  }

  /**
   * The imports of an engine. Interrupted ones resume.
   *
   * @param logs the folder of the error logs: {@code <import id>/error}
   */
  public static Imports open(Engine engine, Buckets buckets, Path logs, JobIds ids) {
    var imports = new Imports(engine, buckets, logs, ids);
    imports.jobs.resume();
    engine.catalog().onReview(imports.jobs::resume);
    return imports;
  }

  /** The name and ARN of the new table, and the account of the caller. */
  public record Target(String tableName, String tableArn, String account) {}

  /**
   * Creates a table and starts its import.
   *
   * @param definition creates the definition of the table
   * @param target names the table
   * @return the new import, or the earlier one with the same token. Fails with
   *     ResourceInUseException if the table exists, and with ImportConflictException if the token
   *     belongs to an import of another table
   */
  public CompletableFuture<ImportJob> start(
      ImportRequest request,
      Function<TableNumberAllocator, TableDefinition> definition,
      Target target) {
    Instant now = engine.clock().instant();
    Optional<ImportJob> earlier = repeated(request, target, now);
    if (earlier.isPresent()) {
      return CompletableFuture.completedFuture(earlier.get());
    }
    String id = ids.next(now);
    return create(request, definition, target, now, id)
        .exceptionallyCompose(failure -> {
          // The same request may have been answered meanwhile, perhaps by another server.
          Optional<ImportJob> other =
              isTaken(failure) ? repeated(request, target, now) : Optional.empty();
          return other
              .map(CompletableFuture::completedFuture)
              .orElseGet(() -> CompletableFuture.failedFuture(failure));
        });
  }

  private static boolean isTaken(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof ApiError error && error.type() == ErrorType.RESOURCE_IN_USE;
  }

  private CompletableFuture<ImportJob> create(
      ImportRequest request,
      Function<TableNumberAllocator, TableDefinition> definition,
      Target target,
      Instant now,
      String id) {
    return engine
        .catalog()
        .create(
            numbers -> creating(definition.apply(numbers)),
            (tx, table) -> {
              journal
                  .repeated(tx, request.token(), now)
                  .ifPresent(earlier -> refuseOtherTable(earlier, target));
              if (journal.inProgress(tx) >= Journal.MAX_IN_PROGRESS) {
                throw ApiError.of(
                    ErrorType.LIMIT_EXCEEDED,
                    "Subscriber limit exceeded: Only "
                        + Journal.MAX_IN_PROGRESS
                        + " import operations can be done simultaneously");
              }
              journal.enter(tx, job(id, table, request, now, target));
            })
        .thenApply(table -> {
          ImportJob job = job(id, table, request, now, target);
          jobs.start(JobKey.of(job));
          return job;
        });
  }

  /**
   * The earlier import with the same token. The service compares only the names of the tables, and
   * once the import has ended, it first reports that the table exists (October 2026).
   */
  private Optional<ImportJob> repeated(ImportRequest request, Target target, Instant now) {
    Optional<ImportJob> earlier = journal.repeated(engine.store(), request.token(), now);
    if (earlier.isEmpty()) {
      return earlier;
    }
    boolean ended = !earlier.get().isInProgress();
    if (ended && engine.catalog().find(target.tableName()).isPresent()) {
      return Optional.empty();
    }
    refuseOtherTable(earlier.get(), target);
    return earlier;
  }

  private static void refuseOtherTable(ImportJob earlier, Target target) {
    if (!earlier.tableName().equals(target.tableName())) {
      throw ApiError.of(
          ErrorType.IMPORT_CONFLICT,
          "Import conflict: Duplicate request detected with conflicting parameters");
    }
  }

  /** The import with an id. */
  public Optional<ImportJob> find(String id) {
    return journal.find(id);
  }

  /** All imports of the last ninety days, the newest first. */
  public List<ImportJob> all() {
    Instant since = engine.clock().instant().minus(Journal.RETENTION);
    return journal.all().stream().filter(job -> job.started().isAfter(since)).toList();
  }

  private static ImportJob job(
      String id, TableDefinition table, ImportRequest request, Instant now, Target target) {
    return new ImportJob(
        id,
        target.tableArn(),
        table.name(),
        table.id().toString(),
        target.account(),
        request,
        now,
        Progress.NONE,
        false,
        null,
        null);
  }

  private static TableDefinition creating(TableDefinition table) {
    return table.toBuilder()
        .status(TableDefinition.Status.CREATING)
        .globalIndexes(
            table.globalIndexes().stream()
                .map(index -> index.withStatus(GlobalIndex.Status.CREATING, false))
                .toList())
        .vectorIndexes(
            table.vectorIndexes().stream()
                .map(index -> index.withStatus(GlobalIndex.Status.CREATING, false))
                .toList())
        .build();
  }

  /** Each attempt begins with the stored state, as after a restart. */
  private void run(JobKey key, Lease.Term term) {
    journal
        .find(key.id())
        .filter(ImportJob::isInProgress)
        .ifPresent(stored -> new ImportRun(engine, journal, buckets, logs, term, stored).run());
  }
}
