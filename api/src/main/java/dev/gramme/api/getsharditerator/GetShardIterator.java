package dev.gramme.api.getsharditerator;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.stream.SequenceNumber;
import dev.gramme.api.stream.ShardId;
import dev.gramme.api.stream.ShardIterator;
import dev.gramme.api.stream.StreamArn;
import dev.gramme.api.stream.StreamOperation;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.Streams;
import dev.gramme.engine.stream.Streams.Position;
import dev.gramme.engine.stream.TableStream;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Returns an iterator at a position in a shard, from which GetRecords can read. */
public final class GetShardIterator implements ResourceOperation, StreamOperation {
  private final Streams streams;
  private final InstantSource clock;

  public GetShardIterator(Streams streams, InstantSource clock) {
    this.streams = streams;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "GetShardIterator";
  }

  @Override
  public StructureShape input() {
    return GetShardIteratorShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String arn = input.require(GetShardIteratorShape.STREAM_ARN);
    String id = input.require(GetShardIteratorShape.SHARD_ID);
    String type = input.require(GetShardIteratorShape.TYPE);
    String number = input.get(GetShardIteratorShape.SEQUENCE_NUMBER);
    boolean numbered = type.endsWith("SEQUENCE_NUMBER");
    if (numbered != (number != null)) {
      // The service's texts were not observed; these are DynamoDB Local's (November 2026).
      throw ApiError.validation(
          "One or more parameter values were invalid: "
              + (numbered
                  ? "Invalid SequenceNumber"
                  : "SequenceNumber should not be passed for this iterator type"));
    }
    var stream = StreamArn.require(streams, arn, caller);
    LogShard shard = shard(stream, id, arn);
    long sequence = number == null ? 0 : SequenceNumber.parse(number);
    var iterator = new ShardIterator(arn, position(type, sequence, stream, shard), clock.instant());
    return CompletableFuture.completedFuture(
        out -> out.name("ShardIterator").string(iterator.text()));
  }

  private LogShard shard(TableStream stream, String id, String arn) {
    int number = ShardId.number(id).orElse(0);
    return streams
        .shard(stream, number)
        .filter(shard -> ShardId.of(shard).equals(id))
        .orElseThrow(() ->
            ApiError.of(
                ErrorType.RESOURCE_NOT_FOUND,
                "Requested resource not found: Shard: "
                    + id
                    + " in Stream: "
                    + arn
                    + " not found"));
  }

  private Position position(String type, long sequence, TableStream stream, LogShard shard) {
    return switch (type) {
      case "LATEST" -> streams.latest(stream, shard);
      case "AT_SEQUENCE_NUMBER" -> at(sequence, sequence, shard);
      case "AFTER_SEQUENCE_NUMBER" -> at(sequence + 1, sequence, shard);
      default -> new Position(shard.number(), shard.start(), false);
    };
  }

  private Position at(long from, long sequence, LogShard shard) {
    if (sequence < shard.start() || sequence > shard.end()) {
      throw SequenceNumber.notOfShard();
    }
    if (sequence < streams.horizon()) {
      throw ApiError.of(
          ErrorType.TRIMMED_DATA_ACCESS,
          "The operation attempted to read past the oldest stream record in a shard.");
    }
    return new Position(shard.number(), from, true);
  }
}
