package dev.gramme.api.getsharditerator;

import dev.gramme.api.stream.SequenceNumber;
import dev.gramme.api.stream.ShardId;
import dev.gramme.api.stream.StreamArn;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of GetShardIterator. */
final class GetShardIteratorShape {
  static final Member<String> STREAM_ARN = Member.required("StreamArn", StreamArn.SHAPE);
  static final Member<String> SHARD_ID = Member.required("ShardId", ShardId.SHAPE);
  static final Member<String> TYPE =
      Member.required(
          "ShardIteratorType",
          Shape.string()
              .oneOf("TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"));
  static final Member<String> SEQUENCE_NUMBER =
      Member.optional("SequenceNumber", SequenceNumber.SHAPE);

  static final StructureShape SHAPE =
      StructureShape.of("GetShardIteratorInput", STREAM_ARN, SHARD_ID, TYPE, SEQUENCE_NUMBER);

  private GetShardIteratorShape() {}
}
