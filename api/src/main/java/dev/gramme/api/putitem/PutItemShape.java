package dev.gramme.api.putitem;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.api.item.WriteMembers;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;

/** The request of PutItem. */
final class PutItemShape {
  static final WriteMembers WRITE = new WriteMembers(ItemShapes.RETURN_VALUES.firstInClassic());
  static final Member<WireItem> ITEM = Member.required("Item", Shape.item());

  static final StructureShape SHAPE =
      StructureShape.of(
          "PutItemInput",
          WRITE.returnConsumedCapacity,
          WRITE.tableName,
          ITEM,
          WRITE.conditionalOperator,
          WRITE.expected,
          WRITE.returnValues,
          WRITE.returnItemCollectionMetrics,
          WRITE.returnValuesOnFailure,
          WRITE.conditionExpression,
          WRITE.names,
          WRITE.values);

  private PutItemShape() {}
}
