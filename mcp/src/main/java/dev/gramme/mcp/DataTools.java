package dev.gramme.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Tools that read tables, and on request write items. */
final class DataTools {
  /** The most items of an answer. */
  static final int MAX_ITEMS = 100;

  /** The most characters of an answer with items; a page that is larger is read again, smaller. */
  static final int MAX_CHARACTERS = 100_000;

  private static final int DEFAULT_ITEMS = 20;
  private static final int MAX_TABLES = 100;

  private static final String READ_MEMBERS =
      """
      "table": {"type": "string"},
      "index": {"type": "string", "description": "a secondary index instead of the table"},
      "filter": {"type": "string", "description": "FilterExpression"},
      "projection": {"type": "string", "description": "ProjectionExpression"},
      "names": {"type": "object", "description": "ExpressionAttributeNames"},
      "values": {"type": "object", "description": "ExpressionAttributeValues in DynamoDB JSON, such as {\\":a\\": {\\"S\\": \\"x\\"}}"},
      "limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "items that are read; default 20"},
      "start": {"type": "object", "description": "the member next of the page before"},
      "consistent": {"type": "boolean"}
      """;

  private final DynamoDbClient client;
  private final boolean writable;

  DataTools(DynamoDbClient client, boolean writable) {
    this.client = client;
    this.writable = writable;
  }

  List<Tool> all() {
    var reading =
        Stream.of(
            new Tool(
                "list_tables",
                "Lists the names of tables, at most 100 at a time.",
                """
                {"type": "object", "properties": {"start": {"type": "string", "description": "the member next of the page before"}}}
                """,
                false,
                this::listTables),
            new Tool(
                "describe_table",
                "Describes a table: keys, indexes, capacity, size and number of items.",
                """
                {"type": "object", "required": ["table"], "properties": {"table": {"type": "string"}}}
                """,
                false,
                this::describeTable),
            new Tool(
                "get_item",
                "Reads one item by its complete primary key.",
                """
                {"type": "object", "required": ["table", "key"], "properties": {"table": {"type": "string"},
                 "key": {"type": "object", "description": "the key in DynamoDB JSON, such as {\\"id\\": {\\"S\\": \\"x\\"}}"},
                 "consistent": {"type": "boolean"}}}
                """,
                false,
                this::getItem),
            new Tool(
                "query",
                "Reads a page of items of one partition of a table or an index, in the order of the sort key.",
                "{\"type\": \"object\", \"required\": [\"table\", \"key_condition\"], \"properties\": {"
                    + "\"key_condition\": {\"type\": \"string\", \"description\": \"KeyConditionExpression\"},"
                    + "\"descending\": {\"type\": \"boolean\"},"
                    + READ_MEMBERS
                    + "}}",
                false,
                this::query),
            new Tool(
                "scan",
                "Reads a page of items of a whole table or index. A scan costs as much as all items that it reads.",
                "{\"type\": \"object\", \"required\": [\"table\"], \"properties\": {"
                    + READ_MEMBERS
                    + "}}",
                false,
                this::scan),
            new Tool(
                "partiql",
                writable
                    ? "Executes one PartiQL statement: SELECT, INSERT, UPDATE or DELETE."
                    : "Executes one PartiQL SELECT. Other statements are refused: the server is read-only.",
                """
                {"type": "object", "required": ["statement"], "properties": {"statement": {"type": "string"},
                 "limit": {"type": "integer", "minimum": 1, "maximum": 100}, "start": {"type": "string"}}}
                """,
                writable,
                this::partiql));
    var writing =
        Stream.of(
            new Tool(
                "put_item",
                "Stores an item; it replaces an item with the same key unless a condition refuses that.",
                """
                {"type": "object", "required": ["table", "item"], "properties": {"table": {"type": "string"},
                 "item": {"type": "object", "description": "the item in DynamoDB JSON"},
                 "condition": {"type": "string", "description": "ConditionExpression"},
                 "names": {"type": "object"}, "values": {"type": "object"}}}
                """,
                true,
                this::putItem),
            new Tool(
                "delete_item",
                "Deletes an item by its complete primary key, and returns it.",
                """
                {"type": "object", "required": ["table", "key"], "properties": {"table": {"type": "string"},
                 "key": {"type": "object", "description": "the key in DynamoDB JSON"}}}
                """,
                true,
                this::deleteItem));
    return (writable ? Stream.concat(reading, writing) : reading).toList();
  }

  private Map<String, Object> listTables(Arguments arguments) {
    var page =
        client.listTables(list ->
            list.limit(MAX_TABLES).exclusiveStartTableName(arguments.text("start").orElse(null)));
    var result = new LinkedHashMap<String, Object>();
    result.put("tables", page.tableNames());
    if (page.lastEvaluatedTableName() != null) {
      result.put("next", page.lastEvaluatedTableName());
    }
    return result;
  }

  private Map<String, Object> describeTable(Arguments arguments) {
    TableDescription table = describe(arguments.required("table"));
    var result = new LinkedHashMap<String, Object>();
    result.put("table", table.tableName());
    result.put("status", table.tableStatusAsString());
    result.put("key", key(table.keySchema()));
    var types = new LinkedHashMap<String, Object>();
    table
        .attributeDefinitions()
        .forEach(
            attribute -> types.put(attribute.attributeName(), attribute.attributeTypeAsString()));
    result.put("key_attributes", types);
    result.put("items", table.itemCount());
    result.put("bytes", table.tableSizeBytes());
    boolean onDemand =
        table.billingModeSummary() != null
            && "PAY_PER_REQUEST".equals(table.billingModeSummary().billingModeAsString());
    if (onDemand) {
      result.put("billing", "on demand");
    } else {
      result.put("billing", "provisioned");
      result.put("read_units", table.provisionedThroughput().readCapacityUnits());
      result.put("write_units", table.provisionedThroughput().writeCapacityUnits());
    }
    result.put(
        "global_indexes", table.globalSecondaryIndexes().stream().map(DataTools::global).toList());
    result.put(
        "local_indexes", table.localSecondaryIndexes().stream().map(DataTools::local).toList());
    if (table.latestStreamArn() != null) {
      result.put("stream", table.latestStreamArn());
    }
    return result;
  }

  TableDescription describe(String name) {
    return client.describeTable(table -> table.tableName(name)).table();
  }

  private static Map<String, Object> global(GlobalSecondaryIndexDescription index) {
    return Map.of(
        "name", index.indexName(),
        "key", key(index.keySchema()),
        "projection", index.projection().projectionTypeAsString(),
        "items", index.itemCount(),
        "bytes", index.indexSizeBytes());
  }

  private static Map<String, Object> local(LocalSecondaryIndexDescription index) {
    return Map.of(
        "name", index.indexName(),
        "key", key(index.keySchema()),
        "projection", index.projection().projectionTypeAsString());
  }

  private static Map<String, Object> key(List<KeySchemaElement> elements) {
    var key = new LinkedHashMap<String, Object>();
    for (String type : List.of("HASH", "RANGE")) {
      var names =
          elements.stream()
              .filter(element -> element.keyTypeAsString().equals(type))
              .map(KeySchemaElement::attributeName)
              .toList();
      if (!names.isEmpty()) {
        key.put(type.equals("HASH") ? "partition" : "sort", names);
      }
    }
    return key;
  }

  private Map<String, Object> getItem(Arguments arguments) {
    var answer =
        client.getItem(get ->
            get.tableName(arguments.required("table"))
                .key(arguments.item("key"))
                .consistentRead(arguments.flag("consistent"))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    var result = new LinkedHashMap<String, Object>();
    if (answer.hasItem()) {
      result.put("item", Values.json(answer.item()));
    } else {
      result.put("found", false);
    }
    result.put("read_units", answer.consumedCapacity().capacityUnits());
    return bounded(result, 1);
  }

  private Map<String, Object> query(Arguments arguments) {
    return page(
        arguments,
        limit -> {
          var answer =
              client.query(query ->
                  query
                      .tableName(arguments.required("table"))
                      .indexName(arguments.text("index").orElse(null))
                      .keyConditionExpression(arguments.required("key_condition"))
                      .filterExpression(arguments.text("filter").orElse(null))
                      .projectionExpression(arguments.text("projection").orElse(null))
                      .expressionAttributeNames(filled(arguments.names("names")))
                      .expressionAttributeValues(filled(arguments.item("values")))
                      .exclusiveStartKey(filled(arguments.item("start")))
                      .consistentRead(arguments.flag("consistent"))
                      .scanIndexForward(!arguments.flag("descending"))
                      .limit(limit)
                      .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
          return page(
              answer.items(),
              answer.scannedCount(),
              answer.lastEvaluatedKey(),
              answer.consumedCapacity().capacityUnits());
        });
  }

  private Map<String, Object> scan(Arguments arguments) {
    return page(
        arguments,
        limit -> {
          var answer =
              client.scan(scan ->
                  scan.tableName(arguments.required("table"))
                      .indexName(arguments.text("index").orElse(null))
                      .filterExpression(arguments.text("filter").orElse(null))
                      .projectionExpression(arguments.text("projection").orElse(null))
                      .expressionAttributeNames(filled(arguments.names("names")))
                      .expressionAttributeValues(filled(arguments.item("values")))
                      .exclusiveStartKey(filled(arguments.item("start")))
                      .consistentRead(arguments.flag("consistent"))
                      .limit(limit)
                      .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
          return page(
              answer.items(),
              answer.scannedCount(),
              answer.lastEvaluatedKey(),
              answer.consumedCapacity().capacityUnits());
        });
  }

  private Map<String, Object> partiql(Arguments arguments) {
    String statement = arguments.required("statement").strip();
    boolean select = statement.toUpperCase(Locale.ROOT).matches("(?s)SELECT\\b.*");
    if (!writable && !select) {
      throw new ToolException(
          "this server is read-only and executes only SELECT; start it with --write for others");
    }
    IntFunction<Map<String, Object>> execution =
        limit -> {
          var answer =
              client.executeStatement(execute ->
                  execute
                      .statement(statement)
                      .nextToken(arguments.text("start").orElse(null))
                      .limit(select ? limit : null)
                      .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
          var result = new LinkedHashMap<String, Object>();
          result.put("items", answer.items().stream().map(Values::json).toList());
          if (answer.nextToken() != null) {
            result.put("next", answer.nextToken());
          }
          if (answer.consumedCapacity() != null) {
            result.put("units", answer.consumedCapacity().capacityUnits());
          }
          return result;
        };
    return select ? page(arguments, execution) : execution.apply(0);
  }

  private Map<String, Object> putItem(Arguments arguments) {
    var answer =
        client.putItem(put ->
            put.tableName(arguments.required("table"))
                .item(arguments.item("item"))
                .conditionExpression(arguments.text("condition").orElse(null))
                .expressionAttributeNames(filled(arguments.names("names")))
                .expressionAttributeValues(filled(arguments.item("values")))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    return Map.of("write_units", answer.consumedCapacity().capacityUnits());
  }

  private Map<String, Object> deleteItem(Arguments arguments) {
    var answer =
        client.deleteItem(delete ->
            delete
                .tableName(arguments.required("table"))
                .key(arguments.item("key"))
                .returnValues("ALL_OLD")
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    return Map.of(
        "deleted", Values.json(answer.attributes()),
        "write_units", answer.consumedCapacity().capacityUnits());
  }

  private static Map<String, Object> page(
      List<Map<String, AttributeValue>> items,
      int read,
      Map<String, AttributeValue> last,
      double units) {
    var result = new LinkedHashMap<String, Object>();
    result.put("items", items.stream().map(Values::json).toList());
    result.put("items_read", read);
    result.put("read_units", units);
    if (!last.isEmpty()) {
      result.put("next", Values.json(last));
    }
    return result;
  }

  /** Reads a page with half of the items again and again, until it fits. */
  private static Map<String, Object> page(
      Arguments arguments, IntFunction<Map<String, Object>> read) {
    int limit = (int) arguments.whole("limit", DEFAULT_ITEMS, 1, MAX_ITEMS);
    var result = read.apply(limit);
    while (limit > 1 && Json.write(result).length() > MAX_CHARACTERS) {
      limit /= 2;
      result = read.apply(limit);
    }
    return bounded(result, limit);
  }

  private static Map<String, Object> bounded(Map<String, Object> result, int limit) {
    int characters = Json.write(result).length();
    if (characters > MAX_CHARACTERS) {
      throw new ToolException(
          "%d item(s) have %,d characters as JSON, and an answer at most %,d; query or scan with a projection"
              .formatted(limit, characters, MAX_CHARACTERS));
    }
    return result;
  }

  /** The SDK sends an empty map, but the service refuses it. */
  @SuppressWarnings("NullAway") // null means "not set" for the builders of the SDK
  private static <V> Map<String, V> filled(Map<String, V> map) {
    return map.isEmpty() ? null : map;
  }
}
