package dev.gramme.api.searchvectors;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import dev.gramme.wire.WireValue;
import java.util.List;
import java.util.Map;

/** The request of SearchVectors, from the service's published model (October 2026). */
final class SearchVectorsShape {
  static final Member<String> TABLE_NAME = Member.required("TableName", ItemShapes.TABLE_NAME);
  static final Member<String> INDEX_NAME = Member.required("IndexName", ItemShapes.INDEX_NAME);
  static final Member<String> RETURN_CONSUMED_CAPACITY =
      Member.optional("ReturnConsumedCapacity", ItemShapes.RETURN_CONSUMED_CAPACITY);
  static final Member<Map<String, String>> NAMES =
      Member.optional("ExpressionAttributeNames", ItemShapes.NAMES);
  static final Member<WireItem> VALUES =
      Member.optional("ExpressionAttributeValues", Shape.values());
  static final Member<String> PROJECTION_EXPRESSION =
      Member.optional("ProjectionExpression", Shape.string());
  static final Member<List<WireValue>> SEARCH_VECTOR =
      Member.required("SearchVector", Shape.list(Shape.attributeValue()).size(1, 4096));
  static final Member<String> SEARCH_CONDITION_EXPRESSION =
      Member.optional("SearchConditionExpression", Shape.string());
  // A rule, not a constraint, checks the upper bound (August 2026).
  static final Member<Integer> TOP_K = Member.required("TopK", Shape.integer().atLeast(1));

  static final StructureShape SHAPE =
      StructureShape.strict(
          "SearchVectorsInput",
          TABLE_NAME,
          INDEX_NAME,
          RETURN_CONSUMED_CAPACITY,
          NAMES,
          VALUES,
          PROJECTION_EXPRESSION,
          SEARCH_VECTOR,
          SEARCH_CONDITION_EXPRESSION,
          TOP_K);

  private SearchVectorsShape() {}
}
