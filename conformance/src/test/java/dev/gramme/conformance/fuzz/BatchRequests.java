package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.support.Json;
import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Generates requests for several items: batches and transactions. */
final class BatchRequests {
  private final Gen gen;
  private final World world;
  private final Values values;

  BatchRequests(Gen gen, World world) {
    this.gen = gen;
    this.world = world;
    this.values = new Values(gen);
  }

  Call batchGet() {
    var tables = JsonObjects.of();
    for (Table table : someTables()) {
      var part = JsonObjects.of("Keys", JsonObjects.listOf(keys(table, 10)));
      if (gen.chance(20)) {
        part.put("ConsistentRead", true);
      }
      if (gen.chance(30)) {
        var expressions = new Expressions(gen);
        part.put("ProjectionExpression", expressions.projection());
        expressions.addTo(part);
      }
      tables.put(table.reference(gen.chance(10)), part);
    }
    return capacity(Call.of("BatchGetItem", "RequestItems", tables));
  }

  Call batchWrite() {
    var tables = JsonObjects.of();
    for (Table table : someTables()) {
      var requests = new ArrayList<@Nullable Object>();
      for (var key : keys(table, 8)) {
        requests.add(
            gen.chance(30)
                ? JsonObjects.of("DeleteRequest", JsonObjects.of("Key", key))
                : JsonObjects.of("PutRequest", JsonObjects.of("Item", item(table, key))));
      }
      tables.put(table.reference(gen.chance(10)), requests);
    }
    return capacity(Call.of("BatchWriteItem", "RequestItems", tables));
  }

  private Map<String, @Nullable Object> item(Table table, Map<String, @Nullable Object> key) {
    var item = values.attributesBeside(table);
    item.putAll(key);
    return item;
  }

  private Call capacity(Call call) {
    if (gen.chance(30)) {
      call.body().put("ReturnConsumedCapacity", gen.oneOf("NONE", "TOTAL", "INDEXES"));
    }
    return call;
  }

  private List<Table> someTables() {
    return gen.distinct(2, world::table);
  }

  /** Keys of one table, without duplicates. */
  private List<Map<String, @Nullable Object>> keys(Table table, int most) {
    var byText = new LinkedHashMap<String, Map<String, @Nullable Object>>();
    for (var key : gen.listOf(1, most, () -> values.key(table))) {
      byText.put(Json.text(key), key);
    }
    return List.copyOf(byText.values());
  }

  Call transactGet() {
    var gets = new ArrayList<@Nullable Object>();
    for (Table table : someTables()) {
      for (var key : keys(table, 4)) {
        var get = JsonObjects.of("TableName", table.reference(gen.chance(10)), "Key", key);
        if (gen.chance(30)) {
          var expressions = new Expressions(gen);
          get.put("ProjectionExpression", expressions.projection());
          expressions.addTo(get);
        }
        gets.add(JsonObjects.of("Get", get));
      }
    }
    return capacity(Call.of("TransactGetItems", "TransactItems", gets));
  }

  Call transactWrite() {
    var actions = new ArrayList<@Nullable Object>();
    for (Table table : someTables()) {
      for (var key : keys(table, 4)) {
        actions.add(action(table, key));
      }
    }
    var call = capacity(Call.of("TransactWriteItems", "TransactItems", actions));
    if (gen.chance(40)) {
      call.body().put("ClientRequestToken", "token-" + gen.nextLong());
      world.followUp(call);
    }
    return call;
  }

  private Map<String, @Nullable Object> action(Table table, Map<String, @Nullable Object> key) {
    var expressions = new Expressions(gen);
    var action = JsonObjects.of("TableName", table.name());
    String kind = gen.oneOf("Put", "Put", "Delete", "Update", "Update", "ConditionCheck");
    switch (kind) {
      case "Put" -> action.put("Item", item(table, key));
      case "Update" -> {
        action.put("Key", key);
        action.put("UpdateExpression", expressions.update(table));
      }
      default -> action.put("Key", key);
    }
    if (kind.equals("ConditionCheck")) {
      action.put("ConditionExpression", "attribute_not_exists(nowhere)");
    } else if (gen.chance(10)) {
      action.put("ConditionExpression", expressions.condition(1, Set.of()));
    }
    expressions.addTo(action);
    return JsonObjects.of(kind, action);
  }
}
