package dev.gramme.api.batchwriteitem;

import static dev.gramme.api.batchwriteitem.BatchWriteItemShape.REQUEST_ITEMS;

import dev.gramme.api.Caller;
import dev.gramme.api.batchwriteitem.BatchWriteItemShape.WriteRequestShape;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.write.ItemRules;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.model.ApiError;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.wire.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The rules of BatchWriteItem that do not depend on a table, in the service's order (October 2026).
 */
final class BatchWriteItemRules {

  private BatchWriteItemRules() {}

  /**
   * The actions of a batch.
   *
   * @param references for each action, the table as the request names it
   */
  record Batch(List<WriteAction> actions, List<String> references) {}

  static Batch check(Structure input, Caller caller) {
    Map<String, List<Structure>> tables = input.require(REQUEST_ITEMS);
    if (tables.isEmpty()) {
      throw ApiError.validation("The requestItems parameter is required for BatchWriteItem");
    }
    var actions = new ArrayList<WriteAction>();
    var references = new ArrayList<String>();
    tables.forEach((reference, requests) -> {
      String table = TableReference.name(reference, caller);
      for (Structure request : requests) {
        actions.add(action(table, request, caller));
        references.add(reference);
      }
    });
    if (actions.size() > Limits.BATCH_WRITE_REQUESTS) {
      throw ApiError.validation("Too many items requested for the BatchWriteItem call");
    }
    return new Batch(actions, references);
  }

  private static WriteAction action(String table, Structure request, Caller caller) {
    Structure put = request.get(WriteRequestShape.PUT_REQUEST);
    Structure delete = request.get(WriteRequestShape.DELETE_REQUEST);
    if (put != null && delete == null) {
      Item item = put.require(WriteRequestShape.ITEM).item(caller.wording());
      ItemRules.checkPutSize(item);
      return new WriteAction.Put(table, item, null, false);
    }
    if (put == null && delete != null) {
      Item key = delete.require(WriteRequestShape.KEY).item(caller.wording());
      return new WriteAction.Delete(table, key, null, false);
    }
    throw ApiError.validation(
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
            + " supported datatypes");
  }
}
