package dev.gramme.api.batchgetitem;

import static dev.gramme.api.batchgetitem.BatchGetItemShape.REQUEST_ITEMS;

import dev.gramme.api.batchgetitem.BatchGetItem.TableRequest;
import dev.gramme.api.batchgetitem.BatchGetItemShape.KeysShape;
import dev.gramme.api.item.ExpressionParameters;
import dev.gramme.api.item.ProjectionParameters;
import dev.gramme.model.ApiError;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.model.Wording;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.WireItem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * The rules of BatchGetItem that do not depend on a table, in the service's order (October 2026).
 */
final class BatchGetItemRules {

  private BatchGetItemRules() {}

  static List<TableRequest> check(Structure input, Wording wording) {
    Map<String, Structure> tables = input.require(REQUEST_ITEMS);
    if (tables.isEmpty()) {
      throw ApiError.validation("The requestItems parameter is required for BatchGetItem");
    }
    refuseMixing(tables.values());
    var requests = new ArrayList<TableRequest>(tables.size());
    tables.forEach((name, table) -> requests.add(request(name, table, wording)));
    int count = requests.stream().mapToInt(request -> request.keys().size()).sum();
    if (count > Limits.BATCH_GET_KEYS) {
      throw ApiError.validation("Too many items requested for the BatchGetItem call");
    }
    for (TableRequest request : requests) {
      if (new HashSet<>(request.keys()).size() < request.keys().size()) {
        throw ApiError.validation("Provided list of item keys contains duplicates");
      }
    }
    return requests;
  }

  /**
   * Refuses AttributesToGet together with ProjectionExpression, even if they are given for
   * different tables.
   */
  private static void refuseMixing(Collection<Structure> tables) {
    List<Member<?>> legacy = List.of(KeysShape.ATTRIBUTES_TO_GET);
    List<Member<?>> expressions = List.of(KeysShape.PROJECTION_EXPRESSION);
    for (Structure one : tables) {
      for (Structure other : tables) {
        var without = ExpressionParameters.present(one, legacy);
        var with = ExpressionParameters.present(other, expressions);
        if (!without.isEmpty() && !with.isEmpty()) {
          throw ExpressionParameters.mixed(without, with);
        }
      }
    }
  }

  private static TableRequest request(String name, Structure table, Wording wording) {
    ExpressionParameters.refuseIdleNames(
        table, KeysShape.NAMES, List.of(KeysShape.PROJECTION_EXPRESSION));
    var keys = new ArrayList<Item>();
    for (WireItem key : table.require(KeysShape.KEYS)) {
      keys.add(key.item(wording));
    }
    List<String> attributes = table.get(KeysShape.ATTRIBUTES_TO_GET);
    ProjectionParameters.checkAttributes(attributes);
    var placeholders = ExpressionParameters.placeholders(table.get(KeysShape.NAMES), null, wording);
    var projection =
        ProjectionParameters.of(
            table.get(KeysShape.PROJECTION_EXPRESSION), attributes, placeholders);
    placeholders.checkAllUsed();
    return new TableRequest(name, table, keys, projection);
  }
}
