package dev.gramme.api.describestream;

import dev.gramme.api.stream.ShardId;
import dev.gramme.api.stream.StreamArn;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;

/** The request of DescribeStream. */
final class DescribeStreamShape {
  /** The maximum and the default number of shards in one answer. */
  static final int MAX_LIMIT = 100;

  static final Member<String> STREAM_ARN = Member.required("StreamArn", StreamArn.SHAPE);
  static final Member<Integer> LIMIT =
      Member.optional("Limit", Shape.integer().range(1, MAX_LIMIT));
  static final Member<String> START = Member.optional("ExclusiveStartShardId", Shape.string());
  static final Member<String> FILTER_TYPE =
      Member.optional("Type", Shape.string().oneOf("CHILD_SHARDS"));
  static final Member<String> FILTER_SHARD = Member.optional("ShardId", ShardId.SHAPE);
  static final Member<Structure> FILTER =
      Member.optional("ShardFilter", StructureShape.of("ShardFilter", FILTER_TYPE, FILTER_SHARD));

  static final StructureShape SHAPE =
      StructureShape.of("DescribeStreamInput", STREAM_ARN, LIMIT, START, FILTER);

  private DescribeStreamShape() {}
}
