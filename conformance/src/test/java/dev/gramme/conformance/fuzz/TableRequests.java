package dev.gramme.conformance.fuzz;

import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Generates requests that create, change, delete and describe tables. */
final class TableRequests {
  private static final String INDEX_KEY = "g";

  private final Gen gen;
  private final World world;

  TableRequests(Gen gen, World world) {
    this.gen = gen;
    this.world = world;
  }

  Call create() {
    return world.isFull() ? delete() : new Call("CreateTable", definition(gen.chance(20)));
  }

  /** A table with a vector index. */
  Call createWithVectors() {
    return world.isFull() ? delete() : new Call("CreateTable", definition(true));
  }

  private Map<String, @Nullable Object> definition(boolean vectors) {
    boolean sorted = gen.chance(60);
    boolean provisioned = !vectors && gen.chance(30);
    var attributes = new LinkedHashSet<String>();
    var body = JsonObjects.of("TableName", world.freshName());
    body.put("KeySchema", schema("pk", sorted ? "sk" : null));
    if (sorted && gen.chance(40)) {
      attributes.add("l");
      body.put(
          "LocalSecondaryIndexes",
          JsonObjects.list(
              JsonObjects.of(
                  "IndexName",
                  "local",
                  "KeySchema",
                  schema("pk", "l"),
                  "Projection",
                  projection())));
    }
    if (gen.chance(50)) {
      var indexes = new ArrayList<@Nullable Object>();
      for (String name : gen.distinct(2, () -> gen.oneOf("global-1", "global-2"))) {
        indexes.add(globalIndex(name, provisioned, attributes));
      }
      body.put("GlobalSecondaryIndexes", indexes);
    }
    if (vectors) {
      attributes.add(INDEX_KEY);
      attributes.add("f");
      body.put("VectorIndexes", JsonObjects.list(vectorIndex("vector-1")));
    }
    var definitions = new ArrayList<@Nullable Object>();
    definitions.add(attribute("pk", gen.oneOf("S", "S", "N", "B")));
    if (sorted) {
      definitions.add(attribute("sk", gen.oneOf("S", "N", "N", "B")));
    }
    attributes.forEach(name -> definitions.add(attribute(name)));
    body.put("AttributeDefinitions", definitions);
    bill(body, provisioned);
    addSettings(body);
    return body;
  }

  private void addSettings(Map<String, @Nullable Object> body) {
    if (gen.chance(60)) {
      body.put("StreamSpecification", stream());
    }
    if (gen.chance(30)) {
      body.put("Tags", JsonObjects.list(JsonObjects.of("Key", "owner", "Value", gen.word(3))));
    }
    if (gen.chance(10)) {
      body.put("DeletionProtectionEnabled", true);
    }
    if (gen.chance(10)) {
      body.put("TableClass", gen.oneOf("STANDARD", "STANDARD_INFREQUENT_ACCESS"));
    }
    if (gen.chance(10)) {
      body.put("SSESpecification", JsonObjects.of("Enabled", gen.chance(50)));
    }
  }

  private Map<String, @Nullable Object> stream() {
    return JsonObjects.of(
        "StreamEnabled",
        true,
        "StreamViewType",
        gen.oneOf("KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"));
  }

  private static Map<String, @Nullable Object> throughput() {
    return JsonObjects.of("ReadCapacityUnits", 5, "WriteCapacityUnits", 5);
  }

  private static void bill(Map<String, @Nullable Object> body, boolean provisioned) {
    if (provisioned) {
      body.put("ProvisionedThroughput", throughput());
    } else {
      body.put("BillingMode", "PAY_PER_REQUEST");
    }
  }

  private static Map<String, @Nullable Object> attribute(String name) {
    return attribute(name, Objects.requireNonNull(Values.ATTRIBUTES.get(name)));
  }

  private static Map<String, @Nullable Object> attribute(String name, String type) {
    return JsonObjects.of("AttributeName", name, "AttributeType", type);
  }

  private static List<@Nullable Object> schema(String partition, @Nullable String sort) {
    var schema = JsonObjects.list(JsonObjects.of("AttributeName", partition, "KeyType", "HASH"));
    if (sort != null) {
      schema.add(JsonObjects.of("AttributeName", sort, "KeyType", "RANGE"));
    }
    return schema;
  }

  private Map<String, @Nullable Object> projection() {
    return switch (gen.nextInt(3)) {
      case 0 -> JsonObjects.of("ProjectionType", "ALL");
      case 1 -> JsonObjects.of("ProjectionType", "KEYS_ONLY");
      default ->
          JsonObjects.of(
              "ProjectionType", "INCLUDE", "NonKeyAttributes", JsonObjects.list("n", "s"));
    };
  }

  private Map<String, @Nullable Object> globalIndex(
      String name, boolean provisioned, Set<String> attributes) {
    boolean sorted = gen.chance(50);
    attributes.add(INDEX_KEY);
    if (sorted) {
      attributes.add("h");
    }
    var index =
        JsonObjects.of(
            "IndexName",
            name,
            "KeySchema",
            schema(INDEX_KEY, sorted ? "h" : null),
            "Projection",
            projection());
    if (provisioned) {
      index.put("ProvisionedThroughput", throughput());
    }
    return index;
  }

  private Map<String, @Nullable Object> vectorIndex(String name) {
    return JsonObjects.of(
        "IndexName",
        name,
        "VectorAttribute",
        JsonObjects.of("AttributeName", Values.VECTOR),
        "Dimensions",
        Values.DIMENSIONS,
        "DistanceFunction",
        gen.oneOf("COSINE", "EUCLIDEAN", "DOT_PRODUCT"),
        "Projection",
        projection(),
        "SearchSchema",
        JsonObjects.list(
            JsonObjects.of("AttributeName", INDEX_KEY, "SearchSchemaElementType", "HASH"),
            JsonObjects.of("AttributeName", "f", "SearchSchemaElementType", "INLINE_FILTER")));
  }

  /** The table parameters of an ImportTable that fits the objects in the bucket of imports. */
  Map<String, @Nullable Object> imported() {
    var body = JsonObjects.of("TableName", world.freshName());
    body.put("KeySchema", schema("pk", null));
    body.put("AttributeDefinitions", JsonObjects.list(attribute("pk", "S")));
    bill(body, gen.chance(20));
    return body;
  }

  Call update() {
    var tables = world.tables(Table::isActive);
    if (tables.isEmpty()) {
      return create();
    }
    Table table = gen.oneOf(tables);
    var call = Call.of("UpdateTable", "TableName", table.reference(gen.chance(20)));
    switch (gen.nextInt(8)) {
      case 0, 1 -> addIndex(call, table);
      case 2 -> removeIndex(call, table);
      case 3, 4 -> changeStream(call, table);
      case 5 -> call.body().put("DeletionProtectionEnabled", gen.chance(30));
      case 6 -> changeBilling(call, table);
      default -> changeVectorIndex(call, table);
    }
    return call;
  }

  private void addIndex(Call call, Table table) {
    if (table.globalIndexes().size() > 2) {
      removeIndex(call, table);
      return;
    }
    var attributes = new LinkedHashSet<String>();
    var index = globalIndex("global-" + gen.between(3, 9), table.isProvisioned(), attributes);
    call.body()
        .put(
            "AttributeDefinitions",
            JsonObjects.listOf(attributes.stream().map(TableRequests::attribute).toList()));
    call.body()
        .put("GlobalSecondaryIndexUpdates", JsonObjects.list(JsonObjects.of("Create", index)));
  }

  private void removeIndex(Call call, Table table) {
    if (table.globalIndexes().isEmpty()) {
      addIndex(call, table);
      return;
    }
    String name = gen.oneOf(table.globalIndexes()).name();
    call.body()
        .put(
            "GlobalSecondaryIndexUpdates",
            JsonObjects.list(JsonObjects.of("Delete", JsonObjects.of("IndexName", name))));
  }

  private void changeStream(Call call, Table table) {
    call.body()
        .put(
            "StreamSpecification",
            table.streamArn() == null ? stream() : JsonObjects.of("StreamEnabled", false));
  }

  private void changeBilling(Call call, Table table) {
    if (table.isProvisioned()) {
      call.body().put("BillingMode", "PAY_PER_REQUEST");
    } else if (table.globalIndexes().isEmpty() && table.vectorIndexes().isEmpty()) {
      call.body().put("BillingMode", "PROVISIONED");
      call.body().put("ProvisionedThroughput", throughput());
    } else {
      call.body().put("OnDemandThroughput", JsonObjects.of("MaxReadRequestUnits", 100));
    }
  }

  private void changeVectorIndex(Call call, Table table) {
    if (table.isProvisioned()) {
      call.body().put("TableClass", gen.oneOf("STANDARD", "STANDARD_INFREQUENT_ACCESS"));
      return;
    }
    Map<String, @Nullable Object> change;
    if (table.vectorIndexes().isEmpty()) {
      change = JsonObjects.of("Create", vectorIndex("vector-" + gen.between(2, 5)));
      call.body()
          .put("AttributeDefinitions", JsonObjects.list(attribute(INDEX_KEY), attribute("f")));
    } else {
      String name = gen.oneOf(table.vectorIndexes());
      change = JsonObjects.of("Delete", JsonObjects.of("IndexName", name));
    }
    call.body().put("VectorIndexUpdates", JsonObjects.list(change));
  }

  Call delete() {
    var tables = world.tables(table -> true);
    return tables.isEmpty() ? create() : deleteOf(gen.oneOf(tables));
  }

  /** The next request that is needed to delete a table: removes its protection first. */
  static Call deleteOf(Table table) {
    return table.isProtected()
        ? Call.of("UpdateTable", "TableName", table.name(), "DeletionProtectionEnabled", false)
        : Call.of("DeleteTable", "TableName", table.name());
  }

  Call describe() {
    return Call.of("DescribeTable", "TableName", world.table().reference(gen.chance(20)));
  }

  Call list() {
    var call = Call.of("ListTables");
    if (gen.chance(50)) {
      call.body().put("Limit", gen.between(1, 5));
    }
    return call;
  }
}
