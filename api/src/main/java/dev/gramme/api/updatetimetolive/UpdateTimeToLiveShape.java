package dev.gramme.api.updatetimetolive;

import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;

/** The request of UpdateTimeToLive. */
final class UpdateTimeToLiveShape {
  static final Member<String> TABLE_NAME = Member.required("TableName", TableShapes.TABLE_NAME);
  static final Member<Boolean> ENABLED = Member.required("Enabled", Shape.bool());
  static final Member<String> ATTRIBUTE_NAME =
      Member.required("AttributeName", Shape.string().length(1, 255));
  static final Member<Structure> SPECIFICATION =
      Member.required(
          "TimeToLiveSpecification",
          StructureShape.of("TimeToLiveSpecification", ATTRIBUTE_NAME, ENABLED));

  static final StructureShape SHAPE =
      StructureShape.of("UpdateTimeToLiveInput", TABLE_NAME, SPECIFICATION);

  private UpdateTimeToLiveShape() {}
}
