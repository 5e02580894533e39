package dev.gramme.api.describestream;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.stream.SequenceNumber;
import dev.gramme.api.stream.ShardId;
import dev.gramme.api.stream.StreamArn;
import dev.gramme.api.stream.StreamOperation;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.Streams;
import dev.gramme.engine.stream.TableStream;
import dev.gramme.model.ApiError;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.Transition;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Shows a stream and its shards. */
public final class DescribeStream implements ResourceOperation, StreamOperation {
  private final Streams streams;
  private final Catalog catalog;

  public DescribeStream(Streams streams, Catalog catalog) {
    this.streams = streams;
    this.catalog = catalog;
  }

  @Override
  public String name() {
    return "DescribeStream";
  }

  @Override
  public StructureShape input() {
    return DescribeStreamShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    Integer parent = parent(input.get(DescribeStreamShape.FILTER));
    String start = input.get(DescribeStreamShape.START);
    var stream = StreamArn.require(streams, input.require(DescribeStreamShape.STREAM_ARN), caller);
    int limit = input.getOrDefault(DescribeStreamShape.LIMIT, DescribeStreamShape.MAX_LIMIT);
    var all = streams.shards(stream);
    int after = start == null ? 0 : after(all, start);
    var page =
        all.stream()
            .filter(shard -> shard.number() > after)
            .filter(shard -> parent == null || shard.parent() == parent)
            .limit(limit + 1L)
            .toList();
    boolean more = page.size() > limit;
    return CompletableFuture.completedFuture(
        output(stream, all, more ? page.subList(0, limit) : page, more, caller));
  }

  /**
   * The number of a shard; for a shard that the stream does not have, a number above all others, so
   * that the page is empty.
   */
  private static int after(List<LogShard> all, String shard) {
    return all.stream()
        .filter(one -> ShardId.of(one).equals(shard))
        .mapToInt(LogShard::number)
        .findFirst()
        .orElse(Integer.MAX_VALUE);
  }

  /** The number of the shard whose children the request selects, null for all shards. */
  private static @Nullable Integer parent(@Nullable Structure filter) {
    if (filter == null) {
      return null;
    }
    String shard = filter.get(DescribeStreamShape.FILTER_SHARD);
    if (!filter.has(DescribeStreamShape.FILTER_TYPE)) {
      throw missing("type");
    }
    if (shard == null) {
      throw missing("shardId");
    }
    return ShardId.require(shard, "shardFilter.shardId");
  }

  private static ApiError missing(String member) {
    return ApiError.validation(
        "1 validation error detected: Value null at 'shardFilter."
            + member
            + "' failed to satisfy constraint: Member must not be null");
  }

  /** The status of a stream; it is ENABLING or DISABLING for as long as the change takes. */
  private String status(TableStream stream) {
    boolean changing =
        catalog
            .find(stream.tableName())
            .flatMap(table -> table.changes().find(Transition.Kind.STREAM))
            .filter(change -> change.subject().startsWith(stream.label() + " "))
            .isPresent();
    if (stream.isEnabled()) {
      return changing ? "ENABLING" : "ENABLED";
    }
    return changing ? "DISABLING" : "DISABLED";
  }

  private Output output(
      TableStream stream, List<LogShard> all, List<LogShard> page, boolean more, Caller caller) {
    Map<Integer, LogShard> byNumber =
        all.stream().collect(Collectors.toMap(LogShard::number, Function.identity()));
    String status = status(stream);
    return out -> {
      out.name("StreamDescription").beginObject();
      out.name("StreamArn").string(StreamArn.of(stream, caller));
      out.name("StreamLabel").string(stream.label());
      out.name("StreamStatus").string(status);
      out.name("StreamViewType").string(stream.viewType().name());
      out.name("CreationRequestDateTime").timestamp(stream.created());
      out.name("TableName").string(stream.tableName());
      out.name("KeySchema").beginArray();
      stream.key().hash().forEach(attribute -> writeKey(out, attribute, "HASH"));
      stream.key().range().forEach(attribute -> writeKey(out, attribute, "RANGE"));
      out.endArray();
      out.name("Shards").beginArray();
      page.forEach(shard -> writeShard(out, shard, byNumber.get(shard.parent())));
      out.endArray();
      if (more) {
        out.name("LastEvaluatedShardId").string(ShardId.of(page.getLast()));
      }
      out.endObject();
    };
  }

  private static void writeKey(JsonWriter out, KeyAttribute attribute, String type) {
    out.beginObject();
    out.name("AttributeName").string(attribute.name());
    out.name("KeyType").string(type);
    out.endObject();
  }

  private static void writeShard(JsonWriter out, LogShard shard, @Nullable LogShard parent) {
    out.beginObject();
    out.name("ShardId").string(ShardId.of(shard));
    out.name("SequenceNumberRange").beginObject();
    out.name("StartingSequenceNumber").string(SequenceNumber.of(shard.start()));
    if (!shard.isOpen()) {
      out.name("EndingSequenceNumber").string(SequenceNumber.of(shard.end()));
    }
    out.endObject();
    if (parent != null) {
      out.name("ParentShardId").string(ShardId.of(parent));
    }
    out.endObject();
  }
}
