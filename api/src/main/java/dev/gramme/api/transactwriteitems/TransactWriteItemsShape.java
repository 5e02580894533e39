package dev.gramme.api.transactwriteitems;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.model.Limits;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import java.util.List;
import java.util.Map;

/** The request of TransactWriteItems. */
final class TransactWriteItemsShape {
  private static final int LONGEST_TOKEN = 36;

  static final ActionMembers CHECK = new ActionMembers();
  static final ActionMembers PUT = new ActionMembers();
  static final ActionMembers DELETE = new ActionMembers();
  static final ActionMembers UPDATE = new ActionMembers();

  static final Member<WireItem> CHECK_KEY = Member.required("Key", Shape.item());
  static final Member<WireItem> PUT_ITEM = Member.required("Item", Shape.item());
  static final Member<WireItem> DELETE_KEY = Member.required("Key", Shape.item());
  static final Member<WireItem> UPDATE_KEY = Member.required("Key", Shape.item());
  static final Member<String> CHECK_CONDITION =
      Member.required("ConditionExpression", Shape.string());
  static final Member<String> UPDATE_EXPRESSION =
      Member.required("UpdateExpression", Shape.string());

  static final Member<Structure> CONDITION_CHECK =
      Member.optional(
          "ConditionCheck",
          StructureShape.of(
              "ConditionCheck",
              CHECK_KEY,
              CHECK.tableName,
              CHECK_CONDITION,
              CHECK.names,
              CHECK.values,
              CHECK.returnValuesOnFailure));
  static final Member<Structure> PUT_REQUEST =
      Member.optional(
          "Put",
          StructureShape.of(
              "Put",
              PUT_ITEM,
              PUT.tableName,
              PUT.conditionExpression,
              PUT.names,
              PUT.values,
              PUT.returnValuesOnFailure));
  static final Member<Structure> DELETE_REQUEST =
      Member.optional(
          "Delete",
          StructureShape.of(
              "Delete",
              DELETE_KEY,
              DELETE.tableName,
              DELETE.conditionExpression,
              DELETE.names,
              DELETE.values,
              DELETE.returnValuesOnFailure));
  static final Member<Structure> UPDATE_REQUEST =
      Member.optional(
          "Update",
          StructureShape.of(
              "Update",
              UPDATE_KEY,
              UPDATE_EXPRESSION,
              UPDATE.tableName,
              UPDATE.conditionExpression,
              UPDATE.names,
              UPDATE.values,
              UPDATE.returnValuesOnFailure));
  static final StructureShape TRANSACT_ITEM =
      StructureShape.of(
          "TransactWriteItem", CONDITION_CHECK, PUT_REQUEST, DELETE_REQUEST, UPDATE_REQUEST);

  static final Member<String> CLIENT_REQUEST_TOKEN =
      Member.optional("ClientRequestToken", Shape.string().length(1, LONGEST_TOKEN));
  static final Member<List<Structure>> TRANSACT_ITEMS =
      Member.required(
          "TransactItems",
          Shape.list((Shape<Structure>) TRANSACT_ITEM).size(1, Limits.TRANSACTION_ACTIONS));
  static final Member<String> RETURN_CONSUMED_CAPACITY =
      Member.optional("ReturnConsumedCapacity", ItemShapes.RETURN_CONSUMED_CAPACITY);
  static final Member<String> RETURN_ITEM_COLLECTION_METRICS =
      Member.optional("ReturnItemCollectionMetrics", ItemShapes.RETURN_ITEM_COLLECTION_METRICS);

  static final StructureShape SHAPE =
      StructureShape.of(
          "TransactWriteItemsInput",
          CLIENT_REQUEST_TOKEN,
          TRANSACT_ITEMS,
          RETURN_CONSUMED_CAPACITY,
          RETURN_ITEM_COLLECTION_METRICS);

  private TransactWriteItemsShape() {}

  /** The members that the four kinds of actions share. */
  static final class ActionMembers {
    final Member<String> tableName = Member.required("TableName", ItemShapes.TABLE_NAME);
    final Member<String> conditionExpression =
        Member.optional("ConditionExpression", Shape.string());
    final Member<Map<String, String>> names =
        Member.optional("ExpressionAttributeNames", ItemShapes.NAMES);
    final Member<WireItem> values = Member.optional("ExpressionAttributeValues", Shape.values());
    final Member<String> returnValuesOnFailure =
        Member.optional("ReturnValuesOnConditionCheckFailure", ItemShapes.RETURN_VALUES_ON_FAILURE);
  }
}
