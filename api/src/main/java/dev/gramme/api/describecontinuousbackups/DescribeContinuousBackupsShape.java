package dev.gramme.api.describecontinuousbackups;

import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.StructureShape;

/** The request of DescribeContinuousBackups. */
final class DescribeContinuousBackupsShape {
  static final Member<String> TABLE_NAME = Member.required("TableName", TableShapes.TABLE_NAME);

  static final StructureShape SHAPE =
      StructureShape.of("DescribeContinuousBackupsInput", TABLE_NAME);

  private DescribeContinuousBackupsShape() {}
}
