package dev.gramme.transfer.exports;

import dev.gramme.engine.Engine;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of one export: a file for each physical partition, then the manifests. Which files are
 * complete is noted one by one, so that a restart goes on with the next: the moment of an export
 * does not move, and what the table was then can be found out again as long as it is recoverable.
 */
final class ExportRun {
  private static final Logger LOG = LoggerFactory.getLogger(ExportRun.class);

  /** Letters and digits of the names of data files: 26 of them hold the 128 bits of a digest. */
  private static final int NAME_RADIX = 32;

  private static final int NAME_LENGTH = 26;

  private final Engine engine;
  private final Journal<ExportJob> journal;
  private final Buckets buckets;
  private final Lifecycle lifecycle;
  private ExportJob job;

  ExportRun(Engine engine, Journal<ExportJob> journal, Buckets buckets, ExportJob job) {
    this.engine = engine;
    this.journal = journal;
    this.buckets = buckets;
    this.lifecycle = engine.catalog().lifecycle();
    this.job = job;
  }

  /**
   * Works until the export has ended or the engine closes.
   *
   * @throws RuntimeException if the store failed in a way that may pass; the next run continues
   */
  void run() {
    Failure failure;
    try {
      failure = export();
    } catch (BucketException e) {
      LOG.warn("export {} of table {} fails", job.id(), job.tableName(), e);
      failure = new Failure(e.code(), e.text());
    } catch (RuntimeException e) {
      if (Transfers.passes(e)) {
        throw e;
      }
      LOG.error("export {} of table {} fails", job.id(), job.tableName(), e);
      failure = new Failure("InternalError", "The export failed for an internal reason.");
    }
    if (lifecycle.isClosed()) {
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

  /** What was held is free when anyone can see that the export has ended. */
  private void end(ExportJob ended) {
    var source = job.source();
    if (source == null) {
      journal.update(ended);
    } else {
      source.held().release(engine.store(), engine.catalog(), tx -> journal.update(tx, ended));
    }
    job = ended;
  }

  private @Nullable Failure export() {
    Bucket bucket = buckets.open(job.address());
    var from = job.source();
    if (from == null) {
      // It was begun by a version that did not hold on to tables.
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
    new Manifests(bucket, job).complete(engine.clock().instant());
    return null;
  }

  private ItemSource source(TableDefinition table) {
    Cut cut = job.cut();
    var view = cut.view();
    var selection = ExportSelection.of(table, cut.filter());
    return view == null
        ? new PastItems(engine.store(), table, selection, job.id(), cut.end(), lifecycle::isClosed)
        : new ChangedItems(
            engine.store(),
            table,
            selection,
            job.id(),
            cut.first(),
            cut.end(),
            view,
            lifecycle::isClosed);
  }

  /** Writes the file of a partition; false if the engine closed meanwhile. */
  private boolean write(Bucket bucket, ItemSource source, int partition) {
    String key = job.dataFolder() + name(partition) + job.target().format().extension() + ".gz";
    try (Upload upload = bucket.write(key, job.target().encryption())) {
      var file =
          new DataFileWriter(upload, key, job.target().format().encoder(), lifecycle::isClosed);
      source.read(partition, job.partitions(), file);
      if (lifecycle.isClosed()) {
        return false;
      }
      DataFile done = file.complete();
      job = job.with(done);
      journal.update(job);
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

  /** The same after a crash, so that nothing is left of the file's first beginnings. */
  private String name(int partition) {
    var digest = new Digest();
    digest.update(Utf8.bytes(job.arn() + "/" + partition));
    String name = new BigInteger(1, digest.bytes()).toString(NAME_RADIX);
    return "0".repeat(NAME_LENGTH - name.length()) + name;
  }
}
