package dev.gramme.api.createtable;

import dev.gramme.api.table.TableShapes;
import dev.gramme.api.table.TableShapes.AttributeDefinition;
import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.table.TableShapes.KeySchemaElement;
import dev.gramme.api.table.TableShapes.LocalSecondaryIndex;
import dev.gramme.api.table.TableShapes.OnDemandThroughputShape;
import dev.gramme.api.table.TableShapes.ProvisionedThroughput;
import dev.gramme.api.table.TableShapes.SseSpecificationShape;
import dev.gramme.api.table.TableShapes.StreamSpecificationShape;
import dev.gramme.api.table.TableShapes.Tag;
import dev.gramme.api.table.TableShapes.WarmThroughputShape;
import dev.gramme.api.table.Unsupported;
import dev.gramme.api.table.VectorIndexShapes.VectorIndexShape;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** The request of CreateTable. */
final class CreateTableShape {
  static final Member<List<Structure>> ATTRIBUTE_DEFINITIONS =
      Member.required("AttributeDefinitions", TableShapes.list(AttributeDefinition.SHAPE));
  // A missing table name is reported by a rule, not by a constraint.
  static final Member<String> TABLE_NAME = Member.optional("TableName", TableShapes.NEW_TABLE_NAME);
  static final Member<String> BILLING_MODE =
      Member.optional("BillingMode", TableShapes.BILLING_MODE);
  static final Member<Structure> PROVISIONED_THROUGHPUT =
      Member.optional("ProvisionedThroughput", ProvisionedThroughput.SHAPE);
  static final Member<List<Structure>> KEY_SCHEMA =
      Member.required("KeySchema", KeySchemaElement.LIST);
  static final Member<List<Structure>> GLOBAL_INDEXES =
      Member.optional("GlobalSecondaryIndexes", TableShapes.list(GlobalSecondaryIndex.SHAPE));
  static final Member<List<Structure>> LOCAL_INDEXES =
      Member.optional("LocalSecondaryIndexes", TableShapes.list(LocalSecondaryIndex.SHAPE));
  static final Member<List<Structure>> VECTOR_INDEXES =
      Member.optional("VectorIndexes", VectorIndexShape.LIST);
  static final Member<Structure> STREAM =
      Member.optional("StreamSpecification", StreamSpecificationShape.SHAPE);
  static final Member<String> TABLE_CLASS = Member.optional("TableClass", Shape.string());
  static final Member<List<Structure>> TAGS = Member.optional("Tags", TableShapes.list(Tag.SHAPE));
  static final Member<Boolean> DELETION_PROTECTION =
      Member.optional("DeletionProtectionEnabled", Shape.bool());
  static final Member<Structure> ON_DEMAND =
      Member.optional("OnDemandThroughput", OnDemandThroughputShape.SHAPE);
  static final Member<Structure> WARM =
      Member.optional("WarmThroughput", WarmThroughputShape.SHAPE);
  static final Member<Structure> SSE =
      Member.optional("SSESpecification", SseSpecificationShape.SHAPE);

  static final Member<String> RESOURCE_POLICY = Member.optional("ResourcePolicy", Shape.string());

  private static final Member<String> SOURCE = Unsupported.string("GlobalTableSourceArn");
  private static final Member<String> REPLICATION =
      Unsupported.string("GlobalTableSettingsReplicationMode");

  /** The members for replicas in other accounts. */
  static final List<Member<?>> OTHER_ACCOUNTS = List.of(SOURCE, REPLICATION);

  static final StructureShape SHAPE =
      StructureShape.of(
          "CreateTableInput",
          ATTRIBUTE_DEFINITIONS,
          TABLE_NAME,
          BILLING_MODE,
          PROVISIONED_THROUGHPUT,
          KEY_SCHEMA,
          GLOBAL_INDEXES,
          LOCAL_INDEXES,
          STREAM,
          TABLE_CLASS,
          TAGS,
          DELETION_PROTECTION,
          ON_DEMAND,
          WARM,
          SSE,
          RESOURCE_POLICY,
          VECTOR_INDEXES,
          SOURCE,
          REPLICATION);

  private CreateTableShape() {}
}
