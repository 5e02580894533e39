package dev.gramme.api.describetable;

import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.StructureShape;

/** The request of DescribeTable. */
final class DescribeTableShape {
  static final Member<String> TABLE_NAME = Member.optional("TableName", TableShapes.TABLE_NAME);

  static final StructureShape SHAPE = StructureShape.of("DescribeTableInput", TABLE_NAME);

  private DescribeTableShape() {}
}
