package dev.gramme.api.updatecontinuousbackups;

import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;

/** The request of UpdateContinuousBackups. */
final class UpdateContinuousBackupsShape {
  /** The maximum recovery period in days, which is also the default. */
  static final int MAX_DAYS = 35;

  static final Member<Boolean> ENABLED =
      Member.required("PointInTimeRecoveryEnabled", Shape.bool());
  static final Member<Integer> DAYS =
      Member.optional("RecoveryPeriodInDays", Shape.integer().range(1, MAX_DAYS));

  static final Member<String> TABLE_NAME = Member.required("TableName", TableShapes.TABLE_NAME);
  static final Member<Structure> SPECIFICATION =
      Member.required(
          "PointInTimeRecoverySpecification",
          StructureShape.of("PointInTimeRecoverySpecification", ENABLED, DAYS));

  static final StructureShape SHAPE =
      StructureShape.of("UpdateContinuousBackupsInput", TABLE_NAME, SPECIFICATION);

  private UpdateContinuousBackupsShape() {}
}
