package dev.gramme.api.deletetable;

import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.StructureShape;

/** The request of DeleteTable. */
final class DeleteTableShape {
  static final Member<String> TABLE_NAME = Member.optional("TableName", TableShapes.TABLE_NAME);

  static final StructureShape SHAPE = StructureShape.of("DeleteTableInput", TABLE_NAME);

  private DeleteTableShape() {}
}
