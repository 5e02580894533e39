package dev.gramme.api.scan;

import dev.gramme.api.item.PageMembers;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of Scan. */
final class ScanShape {
  static final PageMembers PAGE = new PageMembers("Scan");
  static final Member<Integer> TOTAL_SEGMENTS =
      Member.optional("TotalSegments", Shape.integer().range(1, 1_000_000));
  static final Member<Integer> SEGMENT =
      Member.optional("Segment", Shape.integer().range(0, 999_999));

  static final StructureShape SHAPE =
      StructureShape.of(
          "ScanInput",
          PAGE.select,
          PAGE.indexName,
          TOTAL_SEGMENTS,
          PAGE.returnConsumedCapacity,
          PAGE.tableName,
          PAGE.conditionalOperator,
          PAGE.filter,
          SEGMENT,
          PAGE.limit,
          PAGE.attributesToGet,
          PAGE.consistentRead,
          PAGE.exclusiveStartKey,
          PAGE.projectionExpression,
          PAGE.filterExpression,
          PAGE.names,
          PAGE.values);

  private ScanShape() {}
}
