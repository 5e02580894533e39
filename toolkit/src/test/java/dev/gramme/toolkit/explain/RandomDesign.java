package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.IndexSchema.Kind;
import dev.gramme.toolkit.schema.IndexSchema.Projection;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A random table with items of one entity, and calls that correspond to its access patterns. */
final class RandomDesign {
  private static final List<Projection> PROJECTIONS = List.copyOf(EnumSet.allOf(Projection.class));

  private static final List<String> DATA = List.of("a", "b", "c");

  private final SplittableRandom random;
  private final Map<String, Integer> sizes = new HashMap<>();
  private final int items;
  private final int limit;
  private final boolean consistent;
  private final TableSchema schema;

  RandomDesign(SplittableRandom random) {
    this.random = random;
    DATA.forEach(
        name -> sizes.put(name, random.nextBoolean() ? random.nextInt(60) : random.nextInt(6000)));
    this.items = 2 + random.nextInt(random.nextInt(8) == 0 ? 400 : 30);
    this.limit = 1 + random.nextInt(20);
    this.consistent = random.nextBoolean();
    this.schema = table();
  }

  TableSchema schema() {
    return schema;
  }

  Explanation explanation() {
    EntityLoad load = EntityLoad.sample(item(0)).items(items).perPartition(items);
    Workload workload = Workload.NONE.entity("Thing", load);
    for (AccessPattern pattern : schema.accessPatterns()) {
      PatternLoad rate = PatternLoad.perSecond(1);
      workload =
          workload.pattern(
              pattern.name(),
              switch (pattern.name()) {
                case "changeA" -> rate.changes("a");
                case "changeG" -> rate.changes("g");
                case "getBoth" -> rate.does(PatternLoad.Effect.READ).reads(2);
                default -> rate;
              });
    }
    return Explain.of(schema, workload).explanation();
  }

  void fill(DynamoDbClient client) {
    client.createTable(SchemaTables.request(schema));
    for (int i = 0; i < items; i++) {
      client.putItem(PutItemRequest.builder().tableName("things").item(item(i)).build());
    }
  }

  /** The calls, in an order in which each write leaves the state that later calls expect. */
  Map<String, Runnable> calls(DynamoDbClient client) {
    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put(
        "get",
        () ->
            client.getItem(
                GetItemRequest.builder()
                    .tableName("things")
                    .key(key(0))
                    .consistentRead(consistent)
                    .build()));
    calls.put(
        "list", () -> client.queryPaginator(query(Optional.empty()).build()).forEach(page -> {}));
    calls.put("some", () -> client.query(query(Optional.empty()).limit(limit).build()));
    calls.put(
        "scan",
        () ->
            client
                .scanPaginator(
                    ScanRequest.builder().tableName("things").consistentRead(consistent).build())
                .forEach(page -> {}));
    for (IndexSchema index : schema.indexes()) {
      calls.put(
          index.name(),
          () -> client.queryPaginator(query(Optional.of(index)).build()).forEach(page -> {}));
    }
    calls.put(
        "getBoth",
        () ->
            client.transactGetItems(
                TransactGetItemsRequest.builder()
                    .transactItems(getInTransaction(0), getInTransaction(1))
                    .build()));
    calls.put("changeA", () -> change(client, "a", sizes.getOrDefault("a", 0)));
    calls.put("changeG", () -> change(client, "g", 4));
    calls.put(
        "create",
        () ->
            client.putItem(PutItemRequest.builder().tableName("things").item(item(items)).build()));
    calls.put(
        "delete",
        () ->
            client.deleteItem(
                DeleteItemRequest.builder().tableName("things").key(key(items)).build()));
    calls.put(
        "createBoth",
        () ->
            client.transactWriteItems(
                TransactWriteItemsRequest.builder()
                    .transactItems(putInTransaction(items), putInTransaction(items + 1))
                    .build()));
    return calls;
  }

  private TableSchema table() {
    var indexes = new ArrayList<IndexSchema>();
    if (random.nextBoolean()) {
      indexes.add(
          index(
              "global",
              Kind.GLOBAL,
              new KeySchema(key("g"), random.nextBoolean() ? key("sk") : List.of())));
    }
    if (random.nextInt(3) == 0) {
      indexes.add(index("other", Kind.GLOBAL, new KeySchema(key("h"), key("g"))));
    }
    if (random.nextBoolean()) {
      indexes.add(index("local", Kind.LOCAL, new KeySchema(key("pk"), key("l"))));
    }
    Set<String> names = indexes.stream().map(IndexSchema::name).collect(Collectors.toSet());
    var attributes = new ArrayList<AttributeSchema>();
    for (String name : List.of("a", "b", "c", "g", "h", "l")) {
      attributes.add(new AttributeSchema(name, name, "S", "String", false, Set.of()));
    }
    var entity =
        new EntitySchema(
            "Thing",
            Map.of("pk", "P", "sk", "S#{n}", "g", "{g}", "h", "{h}", "l", "{l}"),
            names,
            attributes);
    return new TableSchema(
        "things",
        new KeySchema(key("pk"), key("sk")),
        indexes,
        Optional.empty(),
        List.of(entity),
        patterns(indexes));
  }

  private IndexSchema index(String name, Kind kind, KeySchema key) {
    Projection projection = PROJECTIONS.get(random.nextInt(PROJECTIONS.size()));
    List<String> projected = projection == Projection.INCLUDE ? List.of("a") : List.of();
    return new IndexSchema(name, kind, key, projection, projected);
  }

  private List<AccessPattern> patterns(List<IndexSchema> indexes) {
    var patterns = new ArrayList<AccessPattern>();
    patterns.add(pattern("get", Shape.GET, Optional.empty(), Optional.empty(), consistent, 1));
    patterns.add(pattern("list", Shape.QUERY, Optional.empty(), Optional.empty(), consistent, 1));
    patterns.add(pattern("some", Shape.QUERY, Optional.empty(), Optional.of(limit), consistent, 1));
    patterns.add(pattern("scan", Shape.SCAN, Optional.empty(), Optional.empty(), consistent, 1));
    for (IndexSchema index : indexes) {
      boolean strong = consistent && index.kind() == Kind.LOCAL;
      patterns.add(
          pattern(
              index.name(), Shape.QUERY, Optional.of(index.name()), Optional.empty(), strong, 1));
    }
    patterns.add(
        pattern("getBoth", Shape.TRANSACTION, Optional.empty(), Optional.empty(), true, 1));
    for (String update : List.of("changeA", "changeG")) {
      patterns.add(pattern(update, Shape.UPDATE, Optional.empty(), Optional.empty(), false, 1));
    }
    patterns.add(pattern("create", Shape.PUT, Optional.empty(), Optional.empty(), false, 1));
    patterns.add(pattern("delete", Shape.DELETE, Optional.empty(), Optional.empty(), false, 1));
    patterns.add(
        pattern("createBoth", Shape.TRANSACTION, Optional.empty(), Optional.empty(), false, 2));
    return patterns;
  }

  private static AccessPattern pattern(
      String name,
      Shape shape,
      Optional<String> index,
      Optional<Integer> limit,
      boolean consistent,
      int entities) {
    List<String> names = java.util.Collections.nCopies(entities, "Thing");
    return new AccessPattern(
        name,
        shape,
        index,
        names,
        "pk = P",
        Optional.empty(),
        consistent,
        false,
        limit,
        1,
        Optional.empty());
  }

  private QueryRequest.Builder query(Optional<IndexSchema> index) {
    String partition = index.map(i -> i.key().partition().getFirst().name()).orElse("pk");
    boolean local = index.filter(i -> i.kind() == Kind.LOCAL).isPresent();
    var query =
        QueryRequest.builder()
            .tableName("things")
            .consistentRead(consistent && (index.isEmpty() || local))
            .keyConditionExpression("#k = :k")
            .expressionAttributeNames(Map.of("#k", partition))
            .expressionAttributeValues(Map.of(":k", item(0).getOrDefault(partition, text(""))));
    index.ifPresent(i -> query.indexName(i.name()));
    if (local) {
      query.select("ALL_ATTRIBUTES");
    }
    return query;
  }

  private void change(DynamoDbClient client, String attribute, int length) {
    String value = (attribute.equals("g") ? "G" : "y").repeat(length);
    client.updateItem(
        UpdateItemRequest.builder()
            .tableName("things")
            .key(key(0))
            .attributeUpdates(
                Map.of(attribute, AttributeValueUpdate.builder().value(text(value)).build()))
            .build());
  }

  private static TransactGetItem getInTransaction(int i) {
    return TransactGetItem.builder()
        .get(Get.builder().tableName("things").key(key(i)).build())
        .build();
  }

  private TransactWriteItem putInTransaction(int i) {
    return TransactWriteItem.builder()
        .put(Put.builder().tableName("things").item(item(i)).build())
        .build();
  }

  private static Map<String, AttributeValue> key(int i) {
    return Map.of("pk", text("P"), "sk", text("S#" + (1000 + i)));
  }

  private Map<String, AttributeValue> item(int i) {
    var item = new HashMap<>(key(i));
    DATA.forEach(name -> item.put(name, text("x".repeat(sizes.getOrDefault(name, 0)))));
    item.put("g", text("gggg"));
    item.put("h", text("hh"));
    item.put("l", text("l" + i % 10));
    return item;
  }

  private static List<KeySchema.KeyAttribute> key(String name) {
    return List.of(new KeySchema.KeyAttribute(name, KeySchema.ScalarType.S));
  }

  private static AttributeValue text(String value) {
    return AttributeValue.builder().s(value).build();
  }
}
