package dev.gramme.api.getrecords;

import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of GetRecords. */
final class GetRecordsShape {
  /** The maximum and the default number of records in one answer. */
  static final int MAX_LIMIT = 1000;

  static final Member<String> ITERATOR =
      Member.required("ShardIterator", Shape.string().length(1, 2048));
  static final Member<Integer> LIMIT =
      Member.optional("Limit", Shape.integer().range(1, MAX_LIMIT));

  static final StructureShape SHAPE = StructureShape.of("GetRecordsInput", ITERATOR, LIMIT);

  private GetRecordsShape() {}
}
