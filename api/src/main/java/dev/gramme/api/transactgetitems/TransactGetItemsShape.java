package dev.gramme.api.transactgetitems;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.model.Limits;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import java.util.List;
import java.util.Map;

/** The request of TransactGetItems. */
final class TransactGetItemsShape {
  static final Member<List<Structure>> TRANSACT_ITEMS =
      Member.required(
          "TransactItems",
          Shape.list((Shape<Structure>) GetShape.TRANSACT_ITEM)
              .size(1, Limits.TRANSACTION_ACTIONS));
  static final Member<String> RETURN_CONSUMED_CAPACITY =
      Member.optional("ReturnConsumedCapacity", ItemShapes.RETURN_CONSUMED_CAPACITY);

  static final StructureShape SHAPE =
      StructureShape.of("TransactGetItemsInput", TRANSACT_ITEMS, RETURN_CONSUMED_CAPACITY);

  private TransactGetItemsShape() {}

  /** One item to get. */
  static final class GetShape {
    static final Member<WireItem> KEY = Member.required("Key", Shape.item());
    static final Member<String> TABLE_NAME = Member.required("TableName", ItemShapes.TABLE_NAME);
    static final Member<String> PROJECTION_EXPRESSION =
        Member.optional("ProjectionExpression", Shape.string());
    static final Member<Map<String, String>> NAMES =
        Member.optional("ExpressionAttributeNames", ItemShapes.NAMES);
    static final Member<Structure> GET =
        Member.required(
            "Get", StructureShape.of("Get", KEY, TABLE_NAME, PROJECTION_EXPRESSION, NAMES));
    static final StructureShape TRANSACT_ITEM = StructureShape.of("TransactGetItem", GET);

    private GetShape() {}
  }
}
