package dev.gramme.api.query;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.api.item.PageMembers;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.Map;

/** The request of Query. */
final class QueryShape {
  static final PageMembers PAGE = new PageMembers("Query");
  static final Member<Map<String, Structure>> KEY_CONDITIONS =
      Member.optional("KeyConditions", ItemShapes.conditions());
  static final Member<String> KEY_CONDITION_EXPRESSION =
      Member.optional("KeyConditionExpression", Shape.string());
  static final Member<Boolean> SCAN_INDEX_FORWARD =
      Member.optional("ScanIndexForward", Shape.bool());

  static final StructureShape SHAPE =
      StructureShape.of(
          "QueryInput",
          PAGE.select,
          PAGE.indexName,
          PAGE.returnConsumedCapacity,
          PAGE.filter,
          PAGE.tableName,
          PAGE.conditionalOperator,
          PAGE.attributesToGet,
          PAGE.limit,
          KEY_CONDITIONS,
          PAGE.consistentRead,
          SCAN_INDEX_FORWARD,
          PAGE.exclusiveStartKey,
          PAGE.projectionExpression,
          PAGE.filterExpression,
          KEY_CONDITION_EXPRESSION,
          PAGE.names,
          PAGE.values);

  private QueryShape() {}
}
