package dev.gramme.api.getitem;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import java.util.List;
import java.util.Map;

/** The request of GetItem. */
final class GetItemShape {
  static final Member<List<String>> ATTRIBUTES_TO_GET =
      Member.optional("AttributesToGet", ItemShapes.ATTRIBUTES_TO_GET);
  static final Member<String> RETURN_CONSUMED_CAPACITY =
      Member.optional("ReturnConsumedCapacity", ItemShapes.RETURN_CONSUMED_CAPACITY);
  static final Member<WireItem> KEY = Member.required("Key", Shape.item());
  static final Member<String> TABLE_NAME = Member.required("TableName", ItemShapes.TABLE_NAME);
  static final Member<Boolean> CONSISTENT_READ = Member.optional("ConsistentRead", Shape.bool());
  static final Member<String> PROJECTION_EXPRESSION =
      Member.optional("ProjectionExpression", Shape.string());
  static final Member<Map<String, String>> NAMES =
      Member.optional("ExpressionAttributeNames", ItemShapes.NAMES);

  static final StructureShape SHAPE =
      StructureShape.of(
          "GetItemInput",
          ATTRIBUTES_TO_GET,
          RETURN_CONSUMED_CAPACITY,
          KEY,
          TABLE_NAME,
          CONSISTENT_READ,
          PROJECTION_EXPRESSION,
          NAMES);

  private GetItemShape() {}
}
