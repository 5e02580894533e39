package dev.gramme.api.updateitem;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.api.item.WriteMembers;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import dev.gramme.wire.WireValue;
import java.util.Map;

/** The request of UpdateItem. */
final class UpdateItemShape {
  static final WriteMembers WRITE = new WriteMembers(ItemShapes.RETURN_VALUES.currentlyInstead());
  static final Member<WireItem> KEY = Member.required("Key", Shape.item());
  static final Member<Map<String, Structure>> ATTRIBUTE_UPDATES =
      Member.optional("AttributeUpdates", Shape.map((Shape<Structure>) AttributeUpdateShape.SHAPE));
  static final Member<String> UPDATE_EXPRESSION =
      Member.optional("UpdateExpression", Shape.string());

  static final StructureShape SHAPE =
      StructureShape.of(
          "UpdateItemInput",
          WRITE.returnConsumedCapacity,
          WRITE.tableName,
          WRITE.returnItemCollectionMetrics,
          WRITE.returnValues,
          WRITE.conditionalOperator,
          KEY,
          WRITE.expected,
          WRITE.returnValuesOnFailure,
          ATTRIBUTE_UPDATES,
          UPDATE_EXPRESSION,
          WRITE.conditionExpression,
          WRITE.names,
          WRITE.values);

  private UpdateItemShape() {}

  /** An entry of AttributeUpdates. */
  static final class AttributeUpdateShape {
    static final Member<WireValue> VALUE = Member.optional("Value", Shape.attributeValue());
    static final Member<String> ACTION =
        Member.optional("Action", Shape.string().oneOf("ADD", "DELETE", "PUT"));
    static final StructureShape SHAPE = StructureShape.of("AttributeValueUpdate", VALUE, ACTION);

    private AttributeUpdateShape() {}
  }
}
