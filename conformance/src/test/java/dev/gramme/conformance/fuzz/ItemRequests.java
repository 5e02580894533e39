package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.fuzz.Table.Index;
import dev.gramme.conformance.fuzz.Table.KeyPart;
import dev.gramme.testkit.Gen;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Generates requests for single items, queries, scans and searches. */
final class ItemRequests {
  private static final int DEPTH = 2;

  private final Gen gen;
  private final World world;
  private final Values values;

  ItemRequests(Gen gen, World world) {
    this.gen = gen;
    this.world = world;
    this.values = new Values(gen);
  }

  Call get() {
    Table table = world.table();
    var call = onTable("GetItem", table);
    call.body().put("Key", values.key(table));
    maybe(call, 30, "ConsistentRead", gen.chance(50));
    if (gen.chance(10)) {
      call.body().put("AttributesToGet", JsonObjects.list("n", "s", "m"));
    } else {
      project(call);
    }
    return call;
  }

  Call put() {
    Table table = world.table();
    var call = onTable("PutItem", table);
    call.body().put("Item", values.item(table));
    maybe(call, 30, "ReturnValues", gen.oneOf("NONE", "ALL_OLD"));
    return conditional(call);
  }

  Call delete() {
    Table table = world.table();
    var call = onTable("DeleteItem", table);
    call.body().put("Key", values.key(table));
    maybe(call, 30, "ReturnValues", gen.oneOf("NONE", "ALL_OLD"));
    return conditional(call);
  }

  Call update() {
    Table table = world.table();
    var call = onTable("UpdateItem", table);
    call.body().put("Key", values.key(table));
    maybe(
        call,
        50,
        "ReturnValues",
        gen.oneOf("NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"));
    if (gen.chance(15)) {
      call.body().put("AttributeUpdates", legacyUpdates());
      return call;
    }
    var expressions = new Expressions(gen);
    call.body().put("UpdateExpression", expressions.update(table));
    if (gen.chance(20)) {
      call.body().put("ConditionExpression", expressions.condition(DEPTH, Set.of()));
    }
    expressions.addTo(call.body());
    metrics(call);
    return call;
  }

  private Map<String, @Nullable Object> legacyUpdates() {
    return JsonObjects.of(
        "n",
        JsonObjects.of("Action", "ADD", "Value", Values.number(1)),
        "s",
        gen.chance(50)
            ? JsonObjects.of("Action", "DELETE")
            : JsonObjects.of("Action", "PUT", "Value", values.ofType("S")));
  }

  private Call conditional(Call call) {
    metrics(call);
    if (gen.chance(10)) {
      var expected = JsonObjects.of("no-such-attribute", JsonObjects.of("Exists", false));
      call.body().put("Expected", expected);
      if (gen.chance(50)) {
        expected.put(
            "neither",
            JsonObjects.of(
                "ComparisonOperator",
                "NE",
                "AttributeValueList",
                JsonObjects.list(values.ofType("S"))));
        call.body().put("ConditionalOperator", "OR");
      }
    } else if (gen.chance(30)) {
      var expressions = new Expressions(gen);
      call.body().put("ConditionExpression", expressions.condition(DEPTH, Set.of()));
      maybe(call, 50, "ReturnValuesOnConditionCheckFailure", gen.oneOf("NONE", "ALL_OLD"));
      expressions.addTo(call.body());
    }
    return call;
  }

  private void metrics(Call call) {
    maybe(call, 20, "ReturnItemCollectionMetrics", "SIZE");
  }

  private void project(Call call) {
    if (gen.chance(30)) {
      var expressions = new Expressions(gen);
      call.body().put("ProjectionExpression", expressions.projection());
      expressions.addTo(call.body());
    }
  }

  private Call onTable(String operation, Table table) {
    var call = Call.of(operation, "TableName", table.reference(gen.chance(20)));
    maybe(call, 30, "ReturnConsumedCapacity", gen.oneOf("NONE", "TOTAL", "INDEXES"));
    return call;
  }

  private void maybe(Call call, int percent, String member, Object value) {
    if (gen.chance(percent)) {
      call.body().put(member, value);
    }
  }

  Call query() {
    Table table = world.table();
    Index index = index(table);
    List<KeyPart> key = index == null ? table.key() : index.key();
    var call = page("Query", table, index);
    if (gen.chance(15)) {
      call.body().put("KeyConditions", legacyKeyConditions(key));
      return call;
    }
    var expressions = new Expressions(gen);
    call.body().put("KeyConditionExpression", keyCondition(key, expressions));
    maybe(call, 50, "ScanIndexForward", gen.chance(50));
    if (gen.chance(30)) {
      var except = new HashSet<String>(table.keyNames());
      key.forEach(part -> except.add(part.name()));
      call.body().put("FilterExpression", expressions.condition(DEPTH, except));
    }
    select(call, table, index, expressions);
    expressions.addTo(call.body());
    return call;
  }

  Call scan() {
    Table table = world.table();
    Index index = index(table);
    var call = page("Scan", table, index);
    if (gen.chance(20)) {
      int segments = gen.between(1, 8);
      call.body().put("TotalSegments", segments);
      call.body().put("Segment", gen.nextInt(segments));
    }
    if (gen.chance(10)) {
      call.body()
          .put("ScanFilter", JsonObjects.of("n", JsonObjects.of("ComparisonOperator", "NOT_NULL")));
      return call;
    }
    var expressions = new Expressions(gen);
    if (gen.chance(40)) {
      call.body().put("FilterExpression", expressions.condition(DEPTH, Set.of()));
    }
    select(call, table, index, expressions);
    expressions.addTo(call.body());
    return call;
  }

  private @Nullable Index index(Table table) {
    return table.indexes().isEmpty() || gen.chance(50) ? null : gen.oneOf(table.indexes());
  }

  private Call page(String operation, Table table, @Nullable Index index) {
    var call = onTable(operation, table);
    if (index != null) {
      call.body().put("IndexName", index.name());
    }
    if (index == null || index.isLocal()) {
      maybe(call, 30, "ConsistentRead", gen.chance(50));
    }
    maybe(call, 50, "Limit", gen.between(1, 5));
    return call;
  }

  private void select(Call call, Table table, @Nullable Index index, Expressions expressions) {
    switch (gen.nextInt(5)) {
      case 0 -> call.body().put("Select", "COUNT");
      case 1 ->
          call.body().put("Select", index == null ? "ALL_ATTRIBUTES" : "ALL_PROJECTED_ATTRIBUTES");
      case 2 -> {
        if (index == null || index.hasAllAttributes()) {
          call.body().put("ProjectionExpression", expressions.projection());
        } else {
          call.body().put("ProjectionExpression", table.key().getFirst().name());
        }
      }
      default -> {}
    }
  }

  private String keyCondition(List<KeyPart> key, Expressions expressions) {
    var condition = new StringBuilder();
    for (KeyPart part : key) {
      if (part.isPartition()) {
        condition.append(condition.isEmpty() ? "" : " AND ");
        condition.append(expressions.name(part.name())).append(" = ");
        condition.append(expressions.value(values.keyValue(part.type())));
      } else if (gen.chance(60)) {
        return condition.append(" AND ").append(sortCondition(part, expressions)).toString();
      } else {
        break;
      }
    }
    return condition.toString();
  }

  private String sortCondition(KeyPart part, Expressions expressions) {
    String name = expressions.name(part.name());
    if (!part.type().equals("N") && gen.chance(30)) {
      String prefix = expressions.value(values.keyValue(part.type()));
      return "begins_with(" + name + ", " + prefix + ")";
    }
    if (part.type().equals("N") && gen.chance(30)) {
      String low = expressions.value(Values.number(gen.between(0, 2)));
      return name + " BETWEEN " + low + " AND " + expressions.value(Values.number(4));
    }
    String value = expressions.value(values.keyValue(part.type()));
    return name + " " + gen.oneOf("=", "<", "<=", ">", ">=") + " " + value;
  }

  private Map<String, @Nullable Object> legacyKeyConditions(List<KeyPart> key) {
    var conditions = JsonObjects.of();
    for (KeyPart part : key) {
      if (part.isPartition()) {
        conditions.put(
            part.name(),
            JsonObjects.of(
                "ComparisonOperator",
                "EQ",
                "AttributeValueList",
                JsonObjects.list(values.keyValue(part.type()))));
      }
    }
    return conditions;
  }

  Call search() {
    var tables = world.tables(table -> !table.vectorIndexes().isEmpty() && table.isActive());
    if (tables.isEmpty()) {
      return new TableRequests(gen, world).createWithVectors();
    }
    Table table = gen.oneOf(tables);
    var call = onTable("SearchVectors", table);
    var expressions = new Expressions(gen);
    call.body().put("IndexName", gen.oneOf(table.vectorIndexes()));
    call.body().put("SearchVector", values.vector());
    call.body().put("TopK", gen.between(1, 10));
    String condition = expressions.name("g") + " = " + expressions.value(values.of("g"));
    if (gen.chance(40)) {
      condition += " AND " + expressions.name("f") + " = " + expressions.value(Values.number(1));
    }
    call.body().put("SearchConditionExpression", condition);
    if (gen.chance(30)) {
      call.body().put("ProjectionExpression", "pk, " + Values.VECTOR);
    }
    expressions.addTo(call.body());
    return call;
  }
}
