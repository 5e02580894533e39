package dev.gramme.api.exporttabletopointintime;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.api.transfer.BucketShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import java.time.Instant;
import java.util.Map;

/** The request of ExportTableToPointInTime. */
final class ExportTableToPointInTimeShape {
  static final Member<String> TABLE_ARN =
      Member.required("TableArn", Shape.string().length(0, 1024));
  static final Member<Instant> EXPORT_TIME = Member.optional("ExportTime", Shape.timestamp());
  static final Member<String> CLIENT_TOKEN =
      Member.optional("ClientToken", BucketShapes.CLIENT_TOKEN);
  static final Member<String> BUCKET = Member.required("S3Bucket", BucketShapes.BUCKET);
  static final Member<String> BUCKET_OWNER =
      Member.optional("S3BucketOwner", BucketShapes.BUCKET_OWNER);
  static final Member<String> PREFIX = Member.optional("S3Prefix", BucketShapes.PREFIX);
  static final Member<String> ENCRYPTION =
      Member.optional("S3SseAlgorithm", Shape.string().oneOf("AES256", "KMS"));
  static final Member<String> ENCRYPTION_KEY =
      Member.optional("S3SseKmsKeyId", Shape.string().length(1, 2048));
  static final Member<String> FORMAT =
      Member.optional("ExportFormat", Shape.string().oneOf("ION", "DYNAMODB_JSON"));
  static final Member<String> TYPE =
      Member.optional("ExportType", Shape.string().oneOf("FULL_EXPORT", "INCREMENTAL_EXPORT"));
  static final Member<Structure> INCREMENTAL =
      Member.optional("IncrementalExportSpecification", Incremental.SHAPE);

  static final Member<Structure> FILTER = Member.optional("FilterSpecification", Filter.SHAPE);

  static final StructureShape SHAPE =
      StructureShape.of(
          "ExportTableToPointInTimeInput",
          TABLE_ARN,
          EXPORT_TIME,
          CLIENT_TOKEN,
          BUCKET,
          BUCKET_OWNER,
          PREFIX,
          ENCRYPTION,
          ENCRYPTION_KEY,
          FORMAT,
          TYPE,
          INCREMENTAL,
          FILTER);

  private ExportTableToPointInTimeShape() {}

  /** IncrementalExportSpecification. */
  static final class Incremental {
    static final Member<Instant> FROM = Member.optional("ExportFromTime", Shape.timestamp());
    static final Member<Instant> TO = Member.optional("ExportToTime", Shape.timestamp());
    static final Member<String> VIEW =
        Member.optional("ExportViewType", Shape.string().oneOf("NEW_IMAGE", "NEW_AND_OLD_IMAGES"));
    static final StructureShape SHAPE =
        StructureShape.of("IncrementalExportSpecification", FROM, TO, VIEW);

    private Incremental() {}
  }

  /** FilterSpecification, which the service has offered since October 2026. */
  static final class Filter {
    static final Member<String> FILTER = Member.optional("FilterExpression", Shape.string());
    static final Member<String> PROJECTION =
        Member.optional("ProjectionExpression", Shape.string());
    static final Member<String> KEY_CONDITION =
        Member.optional("KeyConditionExpression", Shape.string());
    static final Member<Map<String, String>> NAMES =
        Member.optional("ExpressionAttributeNames", ItemShapes.NAMES);
    static final Member<WireItem> VALUES =
        Member.optional("ExpressionAttributeValues", Shape.values());
    static final StructureShape SHAPE =
        StructureShape.of("FilterSpecification", FILTER, PROJECTION, KEY_CONDITION, NAMES, VALUES);

    private Filter() {}
  }
}
