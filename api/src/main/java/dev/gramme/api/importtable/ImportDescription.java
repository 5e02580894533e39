package dev.gramme.api.importtable;

import dev.gramme.api.Output;
import dev.gramme.model.Utf8;
import dev.gramme.transfer.imports.ImportJob;
import dev.gramme.wire.EchoJson;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.Structure;
import java.time.Instant;

/** An import as ImportTable, DescribeImport and ListImports show it. */
public final class ImportDescription {
  private static final String LOG_GROUP = "log-group:/aws-dynamodb/imports:*";
  private static final int ARN_PREFIX_PARTS = 5;

  private ImportDescription() {}

  /** An answer with the description of an import as its one member. */
  public static Output output(ImportJob job) {
    return out -> {
      out.name("ImportTableDescription").beginObject();
      write(out, job);
      out.endObject();
    };
  }

  private static void write(JsonWriter out, ImportJob job) {
    Structure request = request(job);
    writeCommon(out, job, request);
    out.name("TableId").string(job.tableId());
    out.name("ClientToken").string(job.token());
    out.name("InputCompressionType").string(job.source().compression().name());
    Structure options = request.get(ImportTableShape.FORMAT_OPTIONS);
    if (options != null) {
      EchoJson.structure(out.name("InputFormatOptions"), options);
    }
    EchoJson.structure(
        out.name("TableCreationParameters"), request.require(ImportTableShape.PARAMETERS));
    out.name("ErrorCount").number(job.progress().errors());
    out.name("ProcessedSizeBytes").number(job.progress().bytes());
    out.name("ProcessedItemCount").number(job.progress().items());
    out.name("ImportedItemCount").number(job.progress().imported());
    var failure = job.failure();
    if (failure != null && !job.isInProgress()) {
      out.name("FailureCode").string(failure.code());
      out.name("FailureMessage").string(failure.message());
    }
  }

  /** Writes an import as an element of a list. */
  public static void writeSummary(JsonWriter out, ImportJob job) {
    out.beginObject();
    writeCommon(out, job, request(job));
    out.endObject();
  }

  private static void writeCommon(JsonWriter out, ImportJob job, Structure request) {
    out.name("ImportArn").string(job.arn());
    out.name("ImportStatus").string(job.status());
    out.name("TableArn").string(job.tableArn());
    EchoJson.structure(out.name("S3BucketSource"), request.require(ImportTableShape.SOURCE));
    out.name("CloudWatchLogGroupArn").string(logGroupArn(job));
    out.name("InputFormat").string(job.source().format().name());
    out.name("StartTime").timestamp(job.started());
    Instant ended = job.ended();
    if (ended != null) {
      out.name("EndTime").timestamp(ended);
    }
  }

  private static Structure request(ImportJob job) {
    byte[] text = Utf8.bytes(job.request());
    return RequestDecoder.decode(text, 0, text.length, ImportTableShape.SHAPE);
  }

  /** The group where the service would have logged; of the same region and account. */
  private static String logGroupArn(ImportJob job) {
    String[] parts = job.tableArn().split(":", ARN_PREFIX_PARTS + 1);
    return "arn:aws:logs:" + parts[3] + ":" + parts[4] + ":" + LOG_GROUP;
  }
}
