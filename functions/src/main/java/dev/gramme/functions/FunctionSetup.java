package dev.gramme.functions;

import dev.gramme.api.stream.StreamArn;
import dev.gramme.engine.stream.Streams;
import dev.gramme.engine.stream.TableStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A function and everything that its lanes need.
 *
 * @param binding the number of its binding ({@link FunctionRows.Stored})
 */
record FunctionSetup(
    String name,
    FunctionMapping mapping,
    long binding,
    StreamFunction function,
    TableStream stream,
    Streams streams,
    FunctionRows rows,
    RecordFilter filter,
    FailureDestination destination,
    FunctionMetrics metrics,
    InstantSource clock,
    Supplier<UUID> ids) {

  /** Whether the stream has ended and the function has processed all of it. */
  boolean hasEnded() {
    var found = streams.find(stream.tableName(), stream.label());
    return (found.isEmpty() || !found.get().isEnabled())
        && streams.shards(stream).stream().allMatch(shard -> isDone(shard.number()));
  }

  /** Whether the function has processed a whole shard. */
  boolean isDone(int shard) {
    for (int lane = 0; lane < mapping.parallelization(); lane++) {
      if (rows.position(name, shard, lane).filter(LanePosition::ended).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Reports a discarded batch to the failure destination. */
  void reportDiscarded(StreamBatch batch, FailureRecord.Condition condition, String shardId)
      throws IOException, InterruptedException {
    var arn = StreamArn.parse(mapping.streamArn());
    var functionArn = "arn:aws:lambda:" + arn.region() + ":" + arn.account() + ":function:" + name;
    destination.send(
        name,
        new FailureRecord(
            ids.get().toString(),
            functionArn,
            condition,
            batch,
            shardId,
            mapping.streamArn(),
            clock.instant()));
  }
}
