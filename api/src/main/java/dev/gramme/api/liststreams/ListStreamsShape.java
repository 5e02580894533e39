package dev.gramme.api.liststreams;

import dev.gramme.api.stream.StreamArn;
import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of ListStreams. */
final class ListStreamsShape {
  /** The maximum and the default number of streams in one answer. */
  static final int MAX_LIMIT = 100;

  static final Member<String> TABLE_NAME =
      Member.optional("TableName", TableShapes.PLAIN_TABLE_NAME);
  static final Member<Integer> LIMIT =
      Member.optional("Limit", Shape.integer().range(1, MAX_LIMIT));
  static final Member<String> START = Member.optional("ExclusiveStartStreamArn", StreamArn.SHAPE);

  static final StructureShape SHAPE =
      StructureShape.of("ListStreamsInput", TABLE_NAME, LIMIT, START);

  private ListStreamsShape() {}
}
