package dev.gramme.api.importtable;

import dev.gramme.api.Output;
import dev.gramme.model.Utf8;
import dev.gramme.transfer.imports.ImportJob;
import dev.gramme.transfer.imports.ImportJob.Progress;
import dev.gramme.wire.EchoJson;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.Structure;
import java.time.Instant;

/** Writes the descriptions of imports in ImportTable, DescribeImport and ListImports. */
public final class ImportDescription {
  private static final String LOG_GROUP = "log-group:/aws-dynamodb/imports:*";
  private static final int ARN_PREFIX_PARTS = 5;

  private ImportDescription() {}

  /** An answer whose only member is the description of an import. */
  public static Output output(ImportJob job) {
    return out -> {
      out.name("ImportTableDescription").beginObject();
      write(out, job);
      out.endObject();
    };
  }

  private static void write(JsonWriter out, ImportJob job) {
    Structure request = request(job);
    writeCommon(out, job);
    out.name("TableId").string(job.tableId());
    out.name("ClientToken").string(job.token());
    out.name("InputCompressionType").string(job.source().compression().name());
    Structure options = request.get(ImportTableShape.FORMAT_OPTIONS);
    if (options != null) {
      EchoJson.structure(out.name("InputFormatOptions"), options);
    }
    EchoJson.structure(
        out.name("TableCreationParameters"), request.require(ImportTableShape.PARAMETERS));
    writeCounts(out, job);
    var failure = job.failure();
    if (failure != null && !job.isInProgress()) {
      out.name("FailureCode").string(failure.code());
      out.name("FailureMessage").string(failure.message());
    }
  }

  /** The service shows item counts only after the import has ended (2026). */
  private static void writeCounts(JsonWriter out, ImportJob job) {
    Progress shown = job.isInProgress() ? Progress.NONE : job.progress();
    out.name("ErrorCount").number(shown.errors());
    if (shown.bytes() > 0) {
      out.name("ProcessedSizeBytes").number(shown.bytes());
    }
    out.name("ProcessedItemCount").number(shown.items());
    out.name("ImportedItemCount").number(shown.imported());
  }

  /** Writes an import as an element of a list. */
  public static void writeSummary(JsonWriter out, ImportJob job) {
    out.beginObject();
    writeCommon(out, job);
    out.endObject();
  }

  private static void writeCommon(JsonWriter out, ImportJob job) {
    out.name("ImportArn").string(job.arn());
    out.name("ImportStatus").string(job.status());
    out.name("TableArn").string(job.tableArn());
    writeSource(out, job);
    out.name("CloudWatchLogGroupArn").string(logGroupArn(job));
    out.name("InputFormat").string(job.source().format().name());
    out.name("StartTime").timestamp(job.started());
    Instant ended = job.ended();
    if (ended != null) {
      out.name("EndTime").timestamp(ended);
    }
  }

  /** Writes the bucket; the owner defaults to the caller's account. */
  private static void writeSource(JsonWriter out, ImportJob job) {
    String owner = job.source().bucketOwner();
    String prefix = job.source().prefix();
    out.name("S3BucketSource").beginObject();
    out.name("S3BucketOwner").string(owner == null ? job.account() : owner);
    out.name("S3Bucket").string(job.source().bucket());
    if (prefix != null) {
      out.name("S3KeyPrefix").string(prefix);
    }
    out.endObject();
  }

  private static Structure request(ImportJob job) {
    byte[] text = Utf8.bytes(job.request());
    return RequestDecoder.decode(text, 0, text.length, ImportTableShape.SHAPE);
  }

  /**
   * The ARN of the log group to which the service would have logged, in the same region and
   * account.
   */
  private static String logGroupArn(ImportJob job) {
    String[] parts = job.tableArn().split(":", ARN_PREFIX_PARTS + 1);
    return "arn:aws:logs:" + parts[3] + ":" + parts[4] + ":" + LOG_GROUP;
  }
}
