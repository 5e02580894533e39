package dev.gramme.api.deleteitem;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.api.item.WriteMembers;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;

/** The request of DeleteItem. */
final class DeleteItemShape {
  static final WriteMembers WRITE = new WriteMembers(ItemShapes.RETURN_VALUES.firstInClassic());
  static final Member<WireItem> KEY = Member.required("Key", Shape.item());

  static final StructureShape SHAPE =
      StructureShape.of(
          "DeleteItemInput",
          WRITE.returnConsumedCapacity,
          WRITE.tableName,
          WRITE.returnValues,
          WRITE.returnItemCollectionMetrics,
          KEY,
          WRITE.conditionalOperator,
          WRITE.expected,
          WRITE.returnValuesOnFailure,
          WRITE.conditionExpression,
          WRITE.names,
          WRITE.values);

  private DeleteItemShape() {}
}
