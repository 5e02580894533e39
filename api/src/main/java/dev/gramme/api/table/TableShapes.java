package dev.gramme.api.table;

import dev.gramme.wire.ListShape;
import dev.gramme.wire.Member;
import dev.gramme.wire.NumberShape;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/**
 * The shapes that the operations on tables share. Their members are in the order in which the
 * service reports violated constraints (observed up to October 2026).
 */
public final class TableShapes {
  private static final String NAME_PATTERN = "[a-zA-Z0-9_.-]+";

  /** The name of a table, not an ARN. */
  public static final StringShape PLAIN_TABLE_NAME =
      Shape.string().length(3, 255).pattern(NAME_PATTERN);

  /** The name of a new table. */
  public static final StringShape NEW_TABLE_NAME = PLAIN_TABLE_NAME.lengthFirst();

  /** A name whose length {@link NameLengthRules} checks. */
  public static final StringShape NAME_OF_ANY_LENGTH =
      PLAIN_TABLE_NAME.exempt(NameLengthRules::isOutOfBounds);

  /** A table's name or ARN. */
  public static final StringShape TABLE_NAME =
      Shape.string()
          .length(3, 255)
          .pattern(NAME_PATTERN)
          .lengthFirst()
          .exempt(TableReference::isArn);

  public static final StringShape INDEX_NAME =
      Shape.string().length(3, 255).pattern(NAME_PATTERN).lengthFirst();

  public static final StringShape BILLING_MODE =
      Shape.string().oneOf("PROVISIONED", "PAY_PER_REQUEST");

  private static final StringShape ATTRIBUTE_NAME = Shape.string().length(1, 255);
  private static final NumberShape<Long> UNITS = Shape.longInteger().atLeast(1);

  private TableShapes() {}

  /** A list of structures. */
  public static ListShape<Structure> list(StructureShape element) {
    return Shape.list((Shape<Structure>) element);
  }

  /** An element of AttributeDefinitions. */
  public static final class AttributeDefinition {
    public static final Member<String> ATTRIBUTE_NAME =
        Member.required("AttributeName", TableShapes.ATTRIBUTE_NAME);
    public static final Member<String> ATTRIBUTE_TYPE =
        Member.required("AttributeType", Shape.string().oneOf("B", "N", "S"));
    public static final StructureShape SHAPE =
        StructureShape.of("AttributeDefinition", ATTRIBUTE_TYPE, ATTRIBUTE_NAME);

    private AttributeDefinition() {}
  }

  /** An element of KeySchema. */
  public static final class KeySchemaElement {
    public static final Member<String> ATTRIBUTE_NAME =
        Member.required("AttributeName", TableShapes.ATTRIBUTE_NAME);
    public static final Member<String> KEY_TYPE =
        Member.required("KeyType", Shape.string().oneOf("HASH", "RANGE"));
    public static final StructureShape SHAPE =
        StructureShape.of("KeySchemaElement", ATTRIBUTE_NAME, KEY_TYPE);

    /** The key of a table or a local index. */
    public static final ListShape<Structure> LIST = list(SHAPE).size(1, 2);

    /**
     * The key of a global index: up to four HASH and four RANGE attributes (since November 2025).
     */
    public static final ListShape<Structure> GLOBAL_INDEX_LIST = list(SHAPE).size(1, 8);

    private KeySchemaElement() {}
  }

  /** ProvisionedThroughput. */
  public static final class ProvisionedThroughput {
    public static final Member<Long> WRITE_CAPACITY_UNITS =
        Member.required("WriteCapacityUnits", UNITS);
    public static final Member<Long> READ_CAPACITY_UNITS =
        Member.required("ReadCapacityUnits", UNITS);
    public static final StructureShape SHAPE =
        StructureShape.of("ProvisionedThroughput", WRITE_CAPACITY_UNITS, READ_CAPACITY_UNITS);

    private ProvisionedThroughput() {}
  }

  /** OnDemandThroughput. */
  public static final class OnDemandThroughputShape {
    public static final Member<Long> MAX_READ_REQUEST_UNITS =
        Member.optional("MaxReadRequestUnits", Shape.longInteger());
    public static final Member<Long> MAX_WRITE_REQUEST_UNITS =
        Member.optional("MaxWriteRequestUnits", Shape.longInteger());
    public static final StructureShape SHAPE =
        StructureShape.of("OnDemandThroughput", MAX_READ_REQUEST_UNITS, MAX_WRITE_REQUEST_UNITS);

    private OnDemandThroughputShape() {}
  }

  /** WarmThroughput. */
  public static final class WarmThroughputShape {
    public static final Member<Long> READ_UNITS_PER_SECOND =
        Member.optional("ReadUnitsPerSecond", Shape.longInteger());
    public static final Member<Long> WRITE_UNITS_PER_SECOND =
        Member.optional("WriteUnitsPerSecond", Shape.longInteger());
    public static final StructureShape SHAPE =
        StructureShape.of("WarmThroughput", READ_UNITS_PER_SECOND, WRITE_UNITS_PER_SECOND);

    private WarmThroughputShape() {}
  }

  /** Projection. */
  public static final class ProjectionShape {
    public static final Member<String> PROJECTION_TYPE =
        Member.optional("ProjectionType", Shape.string().oneOf("ALL", "INCLUDE", "KEYS_ONLY"));
    public static final Member<List<String>> NON_KEY_ATTRIBUTES =
        Member.optional(
            "NonKeyAttributes", Shape.list((Shape<String>) TableShapes.ATTRIBUTE_NAME).size(1, 20));
    public static final StructureShape SHAPE =
        StructureShape.of("Projection", PROJECTION_TYPE, NON_KEY_ATTRIBUTES);

    private ProjectionShape() {}
  }

  /** An element of LocalSecondaryIndexes. */
  public static final class LocalSecondaryIndex {
    public static final Member<Structure> PROJECTION =
        Member.required("Projection", ProjectionShape.SHAPE);
    public static final Member<String> INDEX_NAME =
        Member.required("IndexName", TableShapes.INDEX_NAME);
    public static final Member<List<Structure>> KEY_SCHEMA =
        Member.required("KeySchema", KeySchemaElement.LIST);
    public static final StructureShape SHAPE =
        StructureShape.of("LocalSecondaryIndex", PROJECTION, INDEX_NAME, KEY_SCHEMA);

    private LocalSecondaryIndex() {}
  }

  /** An element of GlobalSecondaryIndexes, and the Create action of an update. */
  public static final class GlobalSecondaryIndex {
    public static final Member<Structure> PROJECTION =
        Member.required("Projection", ProjectionShape.SHAPE);
    public static final Member<String> INDEX_NAME =
        Member.required("IndexName", TableShapes.INDEX_NAME);
    public static final Member<Structure> PROVISIONED_THROUGHPUT =
        Member.optional("ProvisionedThroughput", ProvisionedThroughput.SHAPE);
    public static final Member<List<Structure>> KEY_SCHEMA =
        Member.required("KeySchema", KeySchemaElement.GLOBAL_INDEX_LIST);
    public static final Member<Structure> ON_DEMAND_THROUGHPUT =
        Member.optional("OnDemandThroughput", OnDemandThroughputShape.SHAPE);
    public static final Member<Structure> WARM_THROUGHPUT =
        Member.optional("WarmThroughput", WarmThroughputShape.SHAPE);
    public static final StructureShape SHAPE =
        StructureShape.of(
            "GlobalSecondaryIndex",
            PROJECTION,
            INDEX_NAME,
            PROVISIONED_THROUGHPUT,
            KEY_SCHEMA,
            ON_DEMAND_THROUGHPUT,
            WARM_THROUGHPUT);

    private GlobalSecondaryIndex() {}
  }

  /** StreamSpecification. */
  public static final class StreamSpecificationShape {
    public static final Member<Boolean> STREAM_ENABLED =
        Member.required("StreamEnabled", Shape.bool());
    public static final Member<String> STREAM_VIEW_TYPE =
        Member.optional(
            "StreamViewType",
            Shape.string().oneOf("OLD_IMAGE", "KEYS_ONLY", "NEW_AND_OLD_IMAGES", "NEW_IMAGE"));
    public static final StructureShape SHAPE =
        StructureShape.of("StreamSpecification", STREAM_ENABLED, STREAM_VIEW_TYPE);

    private StreamSpecificationShape() {}
  }

  /** SSESpecification. */
  public static final class SseSpecificationShape {
    public static final Member<Boolean> ENABLED = Member.optional("Enabled", Shape.bool());
    // The order of the values in the service's message is uncertain (November 2026).
    public static final Member<String> SSE_TYPE =
        Member.optional("SSEType", Shape.string().oneOf("AES256", "KMS"));
    public static final Member<String> KMS_MASTER_KEY_ID =
        Member.optional("KMSMasterKeyId", Shape.string().lengthAtLeast(1));
    public static final StructureShape SHAPE =
        StructureShape.of("SSESpecification", ENABLED, SSE_TYPE, KMS_MASTER_KEY_ID);

    private SseSpecificationShape() {}
  }

  /** An element of Tags; {@link TagRules} checks the key and the value. */
  public static final class Tag {
    public static final Member<String> KEY = Member.optional("Key", Shape.string());
    public static final Member<String> VALUE = Member.optional("Value", Shape.string());
    public static final StructureShape SHAPE = StructureShape.of("Tag", KEY, VALUE);

    private Tag() {}
  }
}
