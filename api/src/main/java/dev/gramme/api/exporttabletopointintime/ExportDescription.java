package dev.gramme.api.exporttabletopointintime;

import dev.gramme.api.Output;
import dev.gramme.api.exporttabletopointintime.ExportTableToPointInTimeShape.Incremental;
import dev.gramme.model.Utf8;
import dev.gramme.transfer.exports.ExportJob;
import dev.gramme.wire.EchoJson;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.Structure;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Writes the descriptions of exports in ExportTableToPointInTime, DescribeExport and ListExports.
 */
public final class ExportDescription {
  private ExportDescription() {}

  /** An answer whose only member is the description of an export. */
  public static Output output(ExportJob job) {
    return out -> {
      out.name("ExportDescription").beginObject();
      write(out, job);
      out.endObject();
    };
  }

  private static void write(JsonWriter out, ExportJob job) {
    out.name("ExportArn").string(job.arn());
    out.name("ExportStatus").string(job.status());
    out.name("StartTime").timestamp(job.started());
    Instant ended = job.ended();
    if (ended != null) {
      out.name("EndTime").timestamp(ended);
    }
    out.name("TableArn").string(job.tableArn());
    out.name("TableId").string(job.tableId());
    if (!job.isIncremental()) {
      out.name("ExportTime").timestamp(job.cut().to());
    }
    out.name("ClientToken").string(job.token());
    // The service writes this member although its model does not contain it (October 2026).
    out.name("DestinationType").string("S3");
    out.name("S3Bucket").string(job.target().bucket());
    text(out, "S3BucketOwner", job.target().bucketOwner());
    text(out, "S3Prefix", job.target().prefix());
    out.name("S3SseAlgorithm").string(job.encryptionShown());
    text(out, "S3SseKmsKeyId", job.target().encryption().keyId());
    out.name("ExportFormat").string(job.target().format().name());
    // The service shows the type only if the request contained it (observed in 2026).
    Structure request = request(job);
    text(out, "ExportType", request.get(ExportTableToPointInTimeShape.TYPE));
    writeIncremental(out, job);
    Structure filter = request.get(ExportTableToPointInTimeShape.FILTER);
    if (filter != null) {
      EchoJson.structure(out.name("FilterSpecification"), filter);
    }
    if (ended != null) {
      writeEnd(out, job);
    }
  }

  private static void writeIncremental(JsonWriter out, ExportJob job) {
    Instant from = job.cut().from();
    var view = job.cut().view();
    if (from != null && view != null) {
      out.name("IncrementalExportSpecification").beginObject();
      out.name(Incremental.FROM.name()).timestamp(from);
      out.name(Incremental.TO.name()).timestamp(job.cut().to());
      out.name(Incremental.VIEW.name()).string(view.name());
      out.endObject();
    }
  }

  private static void writeEnd(JsonWriter out, ExportJob job) {
    var failure = job.failure();
    if (failure != null) {
      out.name("FailureCode").string(failure.code());
      out.name("FailureMessage").string(failure.message());
      return;
    }
    out.name("ExportManifest").string(job.manifest());
    out.name("BilledSizeBytes").number(job.billedBytes());
    out.name("ItemCount").number(job.items());
  }

  /** Writes an export as an element of a list. */
  public static void writeSummary(JsonWriter out, ExportJob job) {
    out.beginObject();
    out.name("ExportArn").string(job.arn());
    out.name("ExportStatus").string(job.status());
    out.name("ExportType").string(job.isIncremental() ? "INCREMENTAL_EXPORT" : "FULL_EXPORT");
    out.endObject();
  }

  private static void text(JsonWriter out, String name, @Nullable String text) {
    if (text != null) {
      out.name(name).string(text);
    }
  }

  private static Structure request(ExportJob job) {
    byte[] text = Utf8.bytes(job.request());
    return RequestDecoder.decode(text, 0, text.length, ExportTableToPointInTimeShape.SHAPE);
  }
}
