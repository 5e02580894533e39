package dev.gramme.api.listtables;

import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of ListTables. */
final class ListTablesShape {
  /** The maximum and the default number of names in one answer. */
  static final int MAX_LIMIT = 100;

  static final Member<String> START =
      Member.optional("ExclusiveStartTableName", TableShapes.PLAIN_TABLE_NAME);
  static final Member<Integer> LIMIT =
      Member.optional("Limit", Shape.integer().range(1, MAX_LIMIT));

  static final StructureShape SHAPE = StructureShape.of("ListTablesInput", START, LIMIT);

  private ListTablesShape() {}
}
