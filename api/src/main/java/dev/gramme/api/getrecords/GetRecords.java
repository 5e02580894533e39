package dev.gramme.api.getrecords;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.stream.ShardIterator;
import dev.gramme.api.stream.StreamArn;
import dev.gramme.api.stream.StreamOperation;
import dev.gramme.api.stream.StreamRecord;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.stream.Streams;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reads records of a shard: at most 1,000, and about 1 MB. */
public final class GetRecords implements StreamOperation {
  private final Streams streams;
  private final InstantSource clock;

  public GetRecords(Streams streams, InstantSource clock) {
    this.streams = streams;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "GetRecords";
  }

  @Override
  public StructureShape input() {
    return GetRecordsShape.SHAPE;
  }

  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    Instant now = clock.instant();
    var iterator = ShardIterator.parse(input.require(GetRecordsShape.ITERATOR), now);
    return PreparedRequest.of(
        scope -> List.of(Access.of(name(), scope.arn(iterator.streamArn()))),
        () -> CompletableFuture.completedFuture(read(input, caller, iterator, now)));
  }

  private Output read(Structure input, Caller caller, ShardIterator iterator, Instant now) {
    var stream = StreamArn.require(streams, iterator.streamArn(), caller);
    int limit = input.getOrDefault(GetRecordsShape.LIMIT, GetRecordsShape.MAX_LIMIT);
    var page = streams.read(stream, iterator.position(), limit, caller.budget());
    return out -> {
      out.name("Records").beginArray();
      for (LoggedChange change : page.changes()) {
        out.beginObject();
        new StreamRecord(stream, change).write(out);
        out.endObject();
      }
      out.endArray();
      page.next()
          .map(next -> new ShardIterator(iterator.streamArn(), next, now))
          .ifPresent(next -> out.name("NextShardIterator").string(next.text()));
    };
  }
}
