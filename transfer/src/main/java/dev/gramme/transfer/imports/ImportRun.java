package dev.gramme.transfer.imports;

import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.transfer.Journal;
import dev.gramme.transfer.Transfers;
import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.BucketException;
import dev.gramme.transfer.bucket.Buckets;
import dev.gramme.transfer.format.InputFormat;
import dev.gramme.transfer.format.RecordReader;
import dev.gramme.transfer.format.RecordReader.Parsed;
import dev.gramme.transfer.imports.ImportJob.Failure;
import dev.gramme.transfer.imports.ImportJob.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes one import. It reads the objects sequentially in the order of their keys, and stores
 * every few seconds how much is imported and durable; a restart continues from there. Items
 * imported after the last stored progress are put again, which has no effect.
 *
 * <p>The table is in the state CREATING until the end. Then it becomes active, even if there was
 * nothing to import. It is removed only if the import failed before it read any data.
 */
final class ImportRun {
  private static final Logger LOG = LoggerFactory.getLogger(ImportRun.class);

  /** The maximum number of objects of an import. */
  static final int MAX_OBJECTS = 50_000;

  /** How often progress is stored and logged. */
  private static final Duration STORED_EVERY = Duration.ofSeconds(5);

  private static final Failure INVALID_ITEMS =
      new Failure(
          "ItemValidationError",
          "Some of the items failed validation checks and were not imported. Please check"
              + " CloudWatch error logs for more details.");

  private final Engine engine;
  private final Journal<ImportJob> journal;
  private final Buckets buckets;
  private final Lifecycle lifecycle;
  private final Path logs;
  private final Lease.Term term;
  private ImportJob job;
  private long storedNanos;

  /**
   * @param term the right to run the import; each of its writes requires it
   */
  ImportRun(
      Engine engine,
      Journal<ImportJob> journal,
      Buckets buckets,
      Path logs,
      Lease.Term term,
      ImportJob job) {
    this.engine = engine;
    this.journal = journal;
    this.buckets = buckets;
    this.lifecycle = engine.catalog().lifecycle();
    this.logs = logs;
    this.term = term;
    this.job = job;
  }

  /**
   * Runs until the import has ended, the engine closes, or another server continues the import.
   *
   * @throws RuntimeException if the store failed temporarily; the next run continues
   */
  void run() {
    if (!job.isRead()) {
      Failure failure;
      try {
        failure = read();
      } catch (BucketException e) {
        LOG.warn("import {} of table {} failed", job.id(), job.tableName(), e);
        failure = new Failure(e.code(), e.text());
      } catch (RuntimeException e) {
        if (Transfers.isTemporary(e)) {
          throw e;
        }
        LOG.error("import {} of table {} failed", job.id(), job.tableName(), e);
        failure = new Failure("InternalError", "The import failed for an internal reason.");
      }
      if (isStopped()) {
        journal.update(job, term);
        return;
      }
      job = job.read(failure);
      journal.update(job, term);
    }
    finishTable();
    job = job.ended(engine.clock().instant());
    journal.update(job, term);
    Progress end = job.progress();
    LOG.info(
        "import {} of table {}: {}, {} items imported of {}, {} errors",
        job.id(),
        job.tableName(),
        job.status(),
        end.imported(),
        end.items(),
        end.errors());
  }

  private boolean isStopped() {
    return lifecycle.isClosed() || !term.isHeld();
  }

  private @Nullable Failure read() {
    String prefix = job.source().prefix();
    Bucket bucket = buckets.open(job.address());
    List<Bucket.Entry> objects = bucket.list(prefix == null ? "" : prefix, MAX_OBJECTS + 1);
    if (objects.size() > MAX_OBJECTS) {
      return new Failure(
          "S3ObjectLimitExceeded", "There are more than " + MAX_OBJECTS + " objects to import.");
    }
    TableDefinition table = engine.catalog().find(job.tableName()).orElseThrow();
    storedNanos = System.nanoTime();
    try (var log = new ErrorLog(logs, job.id(), job.progress().logBytes())) {
      for (Bucket.Entry object : objects) {
        // Objects before the current one are complete.
        if (!isStopped() && object.key().compareTo(job.progress().object()) >= 0) {
          new ObjectRun(bucket, object.key(), table, log).run();
        }
      }
    }
    return job.progress().errors() == 0 ? null : INVALID_ITEMS;
  }

  /** Makes the table active, or removes it if the import failed before it read any data. */
  private void finishTable() {
    try {
      if (job.failure() != null && job.progress().items() == 0 && job.progress().bytes() == 0) {
        engine.catalog().delete(job.tableName(), this::refuseOther).join();
      } else {
        engine
            .catalog()
            .change(
                job.tableName(), (table, numbers) -> isBeingImported(table) ? active(table) : table)
            .join();
      }
    } catch (CompletionException e) {
      if (!Catalog.isMissing(e)) {
        throw e.getCause() instanceof RuntimeException cause ? cause : e;
      }
      LOG.debug("the table {} of import {} does not exist any more", job.tableName(), job.id());
    }
  }

  /** Whether a table is the one of this import, and the import has not finished it yet. */
  private boolean isBeingImported(TableDefinition table) {
    return table.id().toString().equals(job.tableId())
        && table.status() == TableDefinition.Status.CREATING;
  }

  private void refuseOther(TableDefinition table) {
    if (!isBeingImported(table)) {
      throw ApiError.of(ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
    }
  }

  private static TableDefinition active(TableDefinition table) {
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

  private InputFormat format(TableDefinition table) {
    return switch (job.source().format()) {
      case DYNAMODB_JSON -> new InputFormat.DynamoDbJson();
      case ION -> new InputFormat.Ion();
      case CSV -> new InputFormat.Csv(job.source().csv(), table.attributeTypes());
    };
  }

  private boolean isStoreDue() {
    return System.nanoTime() - storedNanos > STORED_EVERY.toNanos();
  }

  private void storeProgress() {
    journal.update(job, term);
    storedNanos = System.nanoTime();
    Progress now = job.progress();
    LOG.info(
        "import {} of table {}: {} items, {} errors, at object {}",
        job.id(),
        job.tableName(),
        now.items(),
        now.errors(),
        now.object());
  }

  /** Reads one object. */
  private final class ObjectRun {
    private final Bucket bucket;
    private final String key;
    private final InputFormat format;
    private final ErrorLog log;
    private final ItemBatches batches;
    private final Progress before;
    private long records;
    private long errors;

    ObjectRun(Bucket bucket, String key, TableDefinition table, ErrorLog log) {
      this.bucket = bucket;
      this.key = key;
      this.format = format(table);
      this.log = log;
      this.batches = new ItemBatches(engine, table, term, this::refuse);
      Progress last = job.progress();
      this.before =
          key.equals(last.object())
              ? last
              : new Progress(
                  key,
                  0,
                  last.bytes(),
                  last.bytes(),
                  last.items(),
                  last.imported(),
                  last.errors(),
                  last.logBytes());
    }

    void run() {
      @Nullable Counted text = null;
      try (var object = bucket.read(key)) {
        text = new Counted(job.source().compression().decompress(object));
        try (RecordReader reader = format.read(text)) {
          readAll(reader, text);
        }
      } catch (IOException malformed) {
        // The rest of this object is skipped; the next object may be valid.
        if (records >= before.records()) {
          refuse(records++, String.valueOf(malformed.getMessage()));
        }
      } catch (RuntimeException failure) {
        if (!Transfers.isTemporary(failure)) {
          endAfter(failure, text);
        }
        throw failure;
      }
      end(text);
      if (isStoreDue()) {
        storeProgress();
      }
    }

    /** Puts the items that were read and counts them. */
    private void end(@Nullable Counted text) {
      batches.drain();
      advance(text == null ? 0 : text.bytes());
    }

    /** The import fails, but the items that were read before the failure remain and count. */
    private void endAfter(RuntimeException failure, @Nullable Counted text) {
      try {
        end(text);
      } catch (RuntimeException another) {
        another.addSuppressed(failure);
        throw another;
      }
    }

    private void readAll(RecordReader reader, Counted text) throws IOException {
      Parsed parsed;
      while (!isStopped() && (parsed = reader.next()) != null) {
        long index = records++;
        if (index < before.records()) {
          continue;
        }
        switch (parsed) {
          case Parsed.Good(var item) -> batches.add(index, item);
          case Parsed.Bad(var message) -> refuse(index, message);
        }
        if (isStoreDue()) {
          batches.drain();
          advance(text.bytes());
          storeProgress();
        }
      }
    }

    private void refuse(long index, String message) {
      errors++;
      log.add(job, key, index, message);
    }

    private void advance(long objectBytes) {
      long done = Math.max(records, before.records());
      job =
          job.with(
              new Progress(
                  key,
                  done,
                  before.bytesBefore(),
                  Math.max(before.bytes(), before.bytesBefore() + objectBytes),
                  before.items() + done - before.records(),
                  before.imported() + batches.imported(),
                  before.errors() + errors,
                  log.flush()));
    }
  }
}
