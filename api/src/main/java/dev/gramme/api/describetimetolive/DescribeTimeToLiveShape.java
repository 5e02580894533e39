package dev.gramme.api.describetimetolive;

import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.StructureShape;

/** The request of DescribeTimeToLive. */
final class DescribeTimeToLiveShape {
  static final Member<String> TABLE_NAME = Member.required("TableName", TableShapes.TABLE_NAME);

  static final StructureShape SHAPE = StructureShape.of("DescribeTimeToLiveInput", TABLE_NAME);

  private DescribeTimeToLiveShape() {}
}
