package dev.gramme.api.batchgetitem;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.model.Limits;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import java.util.List;
import java.util.Map;

/** The request of BatchGetItem. */
final class BatchGetItemShape {
  static final Member<Map<String, Structure>> REQUEST_ITEMS =
      Member.required(
          "RequestItems",
          Shape.map((Shape<Structure>) KeysShape.SHAPE)
              .keys(ItemShapes.TABLE_NAME_AS_KEY)
              .currentSize(1, Limits.BATCH_GET_KEYS));
  static final Member<String> RETURN_CONSUMED_CAPACITY =
      Member.optional("ReturnConsumedCapacity", ItemShapes.RETURN_CONSUMED_CAPACITY);

  static final StructureShape SHAPE =
      StructureShape.of("BatchGetItemInput", REQUEST_ITEMS, RETURN_CONSUMED_CAPACITY);

  private BatchGetItemShape() {}

  /** The keys and options for one table. */
  static final class KeysShape {
    static final Member<List<WireItem>> KEYS =
        Member.required("Keys", Shape.list(Shape.item()).size(1, Limits.BATCH_GET_KEYS));
    static final Member<List<String>> ATTRIBUTES_TO_GET =
        Member.optional("AttributesToGet", ItemShapes.ATTRIBUTES_TO_GET);
    static final Member<Boolean> CONSISTENT_READ = Member.optional("ConsistentRead", Shape.bool());
    static final Member<String> PROJECTION_EXPRESSION =
        Member.optional("ProjectionExpression", Shape.string());
    static final Member<Map<String, String>> NAMES =
        Member.optional("ExpressionAttributeNames", ItemShapes.NAMES);

    static final StructureShape SHAPE =
        StructureShape.of(
            "KeysAndAttributes",
            KEYS,
            ATTRIBUTES_TO_GET,
            CONSISTENT_READ,
            PROJECTION_EXPRESSION,
            NAMES);

    private KeysShape() {}
  }
}
