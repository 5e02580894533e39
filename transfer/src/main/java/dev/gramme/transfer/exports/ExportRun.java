package dev.gramme.transfer.exports;

import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Utf8;
import dev.gramme.transfer.Journal;
import dev.gramme.transfer.Transfers;
import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.BucketException;
import dev.gramme.transfer.bucket.Buckets;
import dev.gramme.transfer.bucket.Digest;
import dev.gramme.transfer.bucket.Upload;
import dev.gramme.transfer.exports.ExportJob.Cut;
import dev.gramme.transfer.exports.ExportJob.DataFile;
import dev.gramme.transfer.exports.ExportJob.Failure;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes one export: a file for each physical partition, then the manifests. The journal records
 * each complete file, so that a restart continues with the next one. The export time is fixed, and
 * the content of the table at that time can be reconstructed as long as the table is recoverable.
 */
final class ExportRun {
  private static final Logger LOG = LoggerFactory.getLogger(ExportRun.class);

  /** The radix of the names of data files: 26 letters and digits hold the 128 bits of a digest. */
  private static final int NAME_RADIX = 32;

  private static final int NAME_LENGTH = 26;

  private final Engine engine;
  private final Journal<ExportJob> journal;
  private final Buckets buckets;
  private final Lifecycle lifecycle;
  private final Lease.Term term;
  private ExportJob job;

  /**
   * @param term the right to run the export
   */
  ExportRun(
      Engine engine, Journal<ExportJob> journal, Buckets buckets, Lease.Term term, ExportJob job) {
    this.engine = engine;
    this.journal = journal;
    this.buckets = buckets;
    this.lifecycle = engine.catalog().lifecycle();
    this.term = term;
    this.job = job;
  }

  /**
   * Runs until the export has ended, the engine closes, or another server continues the export.
   *
   * @throws RuntimeException if the store failed temporarily; the next run continues
   */
  void run() {
    Failure failure;
    try {
      failure = export();
    } catch (BucketException e) {
      LOG.warn("export {} of table {} failed", job.id(), job.tableName(), e);
      failure = new Failure(e.code(), e.text());
    } catch (RuntimeException e) {
      if (Transfers.isTemporary(e)) {
        throw e;
      }
      LOG.error("export {} of table {} failed", job.id(), job.tableName(), e);
      failure = new Failure("InternalError", "The export failed for an internal reason.");
    }
    if (isStopped()) {
      return;
    }
    end(job.ended(failure, engine.clock().instant()));
    LOG.info(
        "export {} of table {}: {}, {} items",
        job.id(),
        job.tableName(),
        job.status(),
        job.items());
  }

  private boolean isStopped() {
    return lifecycle.isClosed() || !term.isHeld();
  }

  /**
   * Releases the table in the same transaction that ends the export, so that the table is no longer
   * pinned once a client can see the end.
   */
  private void end(ExportJob ended) {
    var source = job.source();
    if (source == null) {
      journal.update(ended, term);
    } else {
      if (ended.failure() != null) {
        // This run may have failed before it removed what an earlier run has left.
        changes(source.table()).clear();
      }
      source
          .held()
          .release(engine.store(), engine.catalog(), tx -> journal.update(tx, ended, term));
    }
    job = ended;
  }

  private @Nullable Failure export() {
    Bucket bucket = buckets.open(job.address());
    var from = job.source();
    if (from == null) {
      // A version that did not pin tables began this export.
      return new Failure(
          "PointInTimeRecoveryUnavailable",
          "The table can no longer be recovered as of the time of the export.");
    }
    if (job.files().isEmpty()) {
      new Manifests(bucket, job).begin();
    }
    try (ItemSource source = source(from.table())) {
      for (int next = job.files().size(); next < job.partitions(); next++) {
        if (!write(bucket, source, next)) {
          return null;
        }
      }
    }
    Instant written = job.written();
    if (written == null) {
      written = engine.clock().instant();
      job = job.written(written);
      journal.update(job, term);
    }
    new Manifests(bucket, job).complete(written);
    return null;
  }

  private ItemSource source(TableDefinition table) {
    Cut cut = job.cut();
    var view = cut.view();
    var selection = ExportSelection.of(table, cut.filter());
    return view == null
        ? new PastItems(changes(table), engine.store(), table, selection, cut.end())
        : new ChangedItems(changes(table), table, selection, cut.first(), cut.end(), view);
  }

  private NetChanges changes(TableDefinition table) {
    return new NetChanges(engine.store(), table, job.id(), term, this::isStopped);
  }

  /**
   * Writes the file of a partition; returns false if the run was stopped meanwhile. A server whose
   * term has ended completes no file, because the server that continues the export has removed the
   * gathered changes. So all servers write the same content under the same name.
   */
  private boolean write(Bucket bucket, ItemSource source, int partition) {
    String key = job.dataFolder() + name(partition) + job.target().format().extension() + ".gz";
    try (Upload upload = bucket.write(key, job.target().encryption())) {
      var file = new DataFileWriter(upload, key, job.target().format().encoder(), this::isStopped);
      source.read(partition, job.partitions(), file);
      if (isStopped()) {
        return false;
      }
      BlockingTransactions.run(engine.store(), term::require);
      DataFile done = file.complete();
      job = job.with(done);
      journal.update(job, term);
      LOG.info(
          "export {} of table {}: {} files of {}, {} items",
          job.id(),
          job.tableName(),
          job.files().size(),
          job.partitions(),
          job.items());
      return true;
    }
  }

  /** The name is the same after a crash, so that the new file replaces an incomplete one. */
  private String name(int partition) {
    var digest = new Digest();
    digest.update(Utf8.bytes(job.arn() + "/" + partition));
    String name = new BigInteger(1, digest.bytes()).toString(NAME_RADIX);
    return "0".repeat(NAME_LENGTH - name.length()) + name;
  }
}
