package dev.gramme.api.importtable;

import dev.gramme.api.table.TableShapes;
import dev.gramme.api.table.TableShapes.AttributeDefinition;
import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.table.TableShapes.KeySchemaElement;
import dev.gramme.api.table.TableShapes.OnDemandThroughputShape;
import dev.gramme.api.table.TableShapes.ProvisionedThroughput;
import dev.gramme.api.table.TableShapes.SseSpecificationShape;
import dev.gramme.api.table.VectorIndexShapes.VectorIndexShape;
import dev.gramme.api.transfer.BucketShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** The request of ImportTable. */
final class ImportTableShape {
  /**
   * Optional according to the API reference, but the service refuses requests without a token
   * (2026).
   */
  static final Member<String> CLIENT_TOKEN =
      Member.required("ClientToken", BucketShapes.CLIENT_TOKEN);

  static final Member<Structure> SOURCE = Member.required("S3BucketSource", Source.SHAPE);
  static final Member<String> FORMAT =
      Member.required("InputFormat", Shape.string().oneOf("ION", "CSV", "DYNAMODB_JSON"));
  static final Member<Structure> FORMAT_OPTIONS =
      Member.optional("InputFormatOptions", FormatOptions.SHAPE);
  static final Member<String> COMPRESSION =
      Member.optional("InputCompressionType", Shape.string().oneOf("ZSTD", "NONE", "GZIP"));
  static final Member<Structure> PARAMETERS =
      Member.required("TableCreationParameters", Parameters.SHAPE);

  static final StructureShape SHAPE =
      StructureShape.of(
          "ImportTableInput",
          CLIENT_TOKEN,
          SOURCE,
          FORMAT,
          FORMAT_OPTIONS,
          COMPRESSION,
          PARAMETERS);

  private ImportTableShape() {}

  /** S3BucketSource. */
  static final class Source {
    static final Member<String> OWNER = Member.optional("S3BucketOwner", BucketShapes.BUCKET_OWNER);
    static final Member<String> BUCKET = Member.required("S3Bucket", BucketShapes.BUCKET);
    static final Member<String> PREFIX = Member.optional("S3KeyPrefix", BucketShapes.PREFIX);
    static final StructureShape SHAPE = StructureShape.of("S3BucketSource", OWNER, BUCKET, PREFIX);

    private Source() {}
  }

  /** InputFormatOptions. */
  static final class FormatOptions {
    static final Member<Structure> CSV = Member.optional("Csv", Csv.SHAPE);
    static final StructureShape SHAPE = StructureShape.of("InputFormatOptions", CSV);

    private FormatOptions() {}
  }

  /** The options of CSV. */
  static final class Csv {
    static final Member<String> DELIMITER =
        Member.optional("Delimiter", Shape.string().length(1, 1).pattern("[,;:|\\t ]"));
    static final Member<List<String>> HEADER =
        Member.optional(
            "HeaderList",
            Shape.list(
                    (Shape<String>)
                        Shape.string()
                            .length(1, 65_536)
                            .pattern("[\\x20-\\x21\\x23-\\x2B\\x2D-\\x7E]*"))
                .size(1, 255));
    static final StructureShape SHAPE = StructureShape.of("CsvOptions", DELIMITER, HEADER);

    private Csv() {}
  }

  /** TableCreationParameters: some members of CreateTable. */
  static final class Parameters {
    static final Member<List<Structure>> ATTRIBUTE_DEFINITIONS =
        Member.required("AttributeDefinitions", TableShapes.list(AttributeDefinition.SHAPE));
    static final Member<String> TABLE_NAME =
        Member.required("TableName", TableShapes.PLAIN_TABLE_NAME);
    static final Member<String> BILLING_MODE =
        Member.optional("BillingMode", TableShapes.BILLING_MODE);
    static final Member<Structure> PROVISIONED_THROUGHPUT =
        Member.optional("ProvisionedThroughput", ProvisionedThroughput.SHAPE);
    static final Member<List<Structure>> KEY_SCHEMA =
        Member.required("KeySchema", KeySchemaElement.LIST);
    static final Member<List<Structure>> GLOBAL_INDEXES =
        Member.optional("GlobalSecondaryIndexes", TableShapes.list(GlobalSecondaryIndex.SHAPE));
    static final Member<List<Structure>> VECTOR_INDEXES =
        Member.optional("VectorIndexes", VectorIndexShape.LIST);
    static final Member<Structure> ON_DEMAND =
        Member.optional("OnDemandThroughput", OnDemandThroughputShape.SHAPE);
    static final Member<Structure> SSE =
        Member.optional("SSESpecification", SseSpecificationShape.SHAPE);
    static final StructureShape SHAPE =
        StructureShape.of(
            "TableCreationParameters",
            ATTRIBUTE_DEFINITIONS,
            TABLE_NAME,
            BILLING_MODE,
            PROVISIONED_THROUGHPUT,
            KEY_SCHEMA,
            GLOBAL_INDEXES,
            ON_DEMAND,
            SSE,
            VECTOR_INDEXES);

    private Parameters() {}
  }
}
