package dev.gramme.wire;

import dev.gramme.model.Binary;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Shapes for tests, similar to those of the operations. */
final class Requests {
  private static final String NAME_PATTERN = "[a-zA-Z0-9_.-]+";

  static final StringShape TABLE =
      Shape.string()
          .length(3, 255)
          .currentLength(1, 1024)
          .pattern(NAME_PATTERN)
          .exempt(name -> name.startsWith("arn:"));
  static final StringShape CAPACITY = Shape.string().oneOf("INDEXES", "TOTAL", "NONE");
  static final StringShape METRICS = Shape.string().oneOf("SIZE", "NONE");
  static final StringShape RETURN_VALUES =
      Shape.string()
          .oneOf("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW")
          .currentList("ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATE_NEW", "NONE");

  // PutItem
  static final Member<WireItem> ITEM = Member.required("Item", Shape.item());
  static final Member<String> PUT_TABLE = Member.required("TableName", TABLE);
  static final Member<WireItem> VALUES =
      Member.optional("ExpressionAttributeValues", Shape.values());
  static final Member<Map<String, String>> NAMES =
      Member.optional("ExpressionAttributeNames", Shape.map(Shape.string()));
  static final Member<String> COMPARISON =
      Member.optional("ComparisonOperator", Shape.string().oneOf("IN", "NULL", "EQ"));
  static final Member<WireValue> EXPECTED_VALUE = Member.optional("Value", Shape.attributeValue());
  static final Member<List<WireValue>> EXPECTED_LIST =
      Member.optional("AttributeValueList", Shape.list(Shape.attributeValue()));
  static final Member<Boolean> EXISTS = Member.optional("Exists", Shape.bool());
  static final StructureShape EXPECTED_SHAPE =
      StructureShape.of(
          "ExpectedAttributeValue", EXPECTED_VALUE, EXISTS, COMPARISON, EXPECTED_LIST);
  static final Member<Map<String, Structure>> EXPECTED =
      Member.optional("Expected", Shape.map(EXPECTED_SHAPE));
  static final StructureShape PUT_ITEM =
      StructureShape.of(
          "PutItemInput",
          Member.optional("ReturnConsumedCapacity", CAPACITY),
          PUT_TABLE,
          ITEM,
          Member.optional("ConditionalOperator", Shape.string().oneOf("OR", "AND")),
          EXPECTED,
          Member.optional("ReturnValues", RETURN_VALUES),
          Member.optional("ReturnItemCollectionMetrics", METRICS),
          Member.optional("ConditionExpression", Shape.string()),
          NAMES,
          VALUES);

  // CreateTable
  static final Member<String> ATTRIBUTE_NAME =
      Member.required("AttributeName", Shape.string().length(1, 255));
  static final Member<String> KEY_TYPE =
      Member.required("KeyType", Shape.string().oneOf("HASH", "RANGE"));
  static final StructureShape KEY_SCHEMA_ELEMENT =
      StructureShape.of("KeySchemaElement", ATTRIBUTE_NAME, KEY_TYPE);
  static final Member<Long> WRITE_UNITS =
      Member.required("WriteCapacityUnits", Shape.longInteger().atLeast(1));
  static final Member<Long> READ_UNITS =
      Member.required("ReadCapacityUnits", Shape.longInteger().atLeast(1));
  static final StructureShape THROUGHPUT =
      StructureShape.echoed(
          "ProvisionedThroughput",
          List.of(WRITE_UNITS, READ_UNITS),
          List.of(READ_UNITS, WRITE_UNITS));
  static final Member<List<Structure>> KEY_SCHEMA =
      Member.required("KeySchema", Shape.list(KEY_SCHEMA_ELEMENT).size(1, 2));
  static final Member<List<String>> NON_KEY =
      Member.optional("NonKeyAttributes", Shape.list(Shape.string().length(1, 255)).size(1, 20));
  static final StructureShape CREATE_TABLE =
      StructureShape.of(
          "CreateTableInput",
          Member.required("TableName", Shape.string().length(3, 255).pattern(NAME_PATTERN)),
          Member.optional("ProvisionedThroughput", THROUGHPUT),
          KEY_SCHEMA,
          NON_KEY);

  // Query
  static final Member<Integer> LIMIT = Member.optional("Limit", Shape.integer().range(1, 1000));
  static final StructureShape QUERY =
      StructureShape.of("QueryInput", Member.required("TableName", TABLE), LIMIT);

  // BatchGetItem
  static final StructureShape KEYS_AND_ATTRIBUTES =
      StructureShape.of(
          "KeysAndAttributes",
          Member.required("Keys", Shape.list(Shape.item()).size(1, 100)),
          Member.optional("ConsistentRead", Shape.bool()));
  static final StructureShape BATCH_GET =
      StructureShape.of(
          "BatchGetItemInput",
          Member.required("RequestItems", Shape.map(KEYS_AND_ATTRIBUTES).keys(tableKey())));

  // BatchWriteItem
  static final StructureShape PUT_REQUEST =
      StructureShape.of(
          "PutRequest",
          Member.required("Item", Shape.item()),
          Member.optional("workloadProfileName", Shape.string()));
  static final StructureShape DELETE_REQUEST =
      StructureShape.of("DeleteRequest", Member.required("Key", Shape.item()));
  static final StructureShape WRITE_REQUEST =
      StructureShape.of(
          "WriteRequest",
          Member.optional("PutRequest", PUT_REQUEST),
          Member.optional("DeleteRequest", DELETE_REQUEST));
  static final StructureShape BATCH_WRITE =
      StructureShape.of(
          "BatchWriteItemInput",
          Member.required(
              "RequestItems",
              Shape.map(Shape.list(WRITE_REQUEST).size(1, 2))
                  .keys(tableKey())
                  .size(0, Integer.MAX_VALUE)
                  .currentSize(1, 25)));

  // One member of each kind
  static final Member<Integer> INTEGER = Member.optional("Integer", Shape.integer());
  static final Member<Long> LONG = Member.optional("Long", Shape.longInteger());
  static final Member<Double> DOUBLE = Member.optional("Double", Shape.doubleNumber());
  static final Member<Boolean> BOOLEAN = Member.optional("Boolean", Shape.bool());
  static final Member<Binary> BLOB = Member.optional("Blob", Shape.blob());
  static final Member<Instant> TIME = Member.optional("Time", Shape.timestamp());
  static final Member<String> STRING = Member.optional("String", Shape.string());
  static final Member<WireItem> KEY = Member.optional("Key", Shape.item());
  static final StructureShape EVERY_KIND =
      StructureShape.of(
          "EveryKind",
          STRING,
          INTEGER,
          LONG,
          DOUBLE,
          BOOLEAN,
          BLOB,
          TIME,
          KEY,
          Member.optional("Value", Shape.attributeValue()),
          Member.optional("List", Shape.list(Shape.string())),
          Member.optional("Map", Shape.map(Shape.string())),
          Member.optional("Structure", KEY_SCHEMA_ELEMENT),
          Member.optional("Structures", Shape.list(KEY_SCHEMA_ELEMENT)),
          Member.optional("StructureMap", Shape.map(EXPECTED_SHAPE)),
          Member.optional("Keys", Shape.list(Shape.item())),
          Member.optional("RequestItems", Shape.map(Shape.list(WRITE_REQUEST))));

  private static final Map<String, StructureShape> BY_NAME =
      Map.of(
          "PutItem", PUT_ITEM,
          "CreateTable", CREATE_TABLE,
          "Query", QUERY,
          "BatchGetItem", BATCH_GET,
          "BatchWriteItem", BATCH_WRITE,
          "EveryKind", EVERY_KIND);

  private Requests() {}

  private static StringShape tableKey() {
    return Shape.string().length(3, 255).pattern(NAME_PATTERN);
  }

  static StructureShape shape(String name) {
    StructureShape shape = BY_NAME.get(name);
    if (shape == null) {
      throw new IllegalArgumentException("no shape " + name);
    }
    return shape;
  }
}
