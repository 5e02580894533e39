package dev.gramme.api.liststreams;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.stream.StreamArn;
import dev.gramme.api.stream.StreamOperation;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.stream.Streams;
import dev.gramme.engine.stream.TableStream;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Lists streams. The stream of a deleted table, or a stream that was disabled, is listed for
 * another 24 hours.
 */
public final class ListStreams implements ResourceOperation, StreamOperation {
  private final Streams streams;

  public ListStreams(Streams streams) {
    this.streams = streams;
  }

  @Override
  public String name() {
    return "ListStreams";
  }

  @Override
  public StructureShape input() {
    return ListStreamsShape.SHAPE;
  }

  @Override
  public List<Access> accesses(Structure input, AccessScope scope) {
    String table = input.getOrDefault(ListStreamsShape.TABLE_NAME, "*");
    return List.of(Access.of(name(), scope.tableArn(table) + "/stream/*"));
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    int limit = input.getOrDefault(ListStreamsShape.LIMIT, ListStreamsShape.MAX_LIMIT);
    String table = input.get(ListStreamsShape.TABLE_NAME);
    String start = input.get(ListStreamsShape.START);
    String afterName = table == null ? "" : table;
    String afterLabel = "";
    if (start != null) {
      var arn = StreamArn.parse(start);
      afterName = arn.tableName();
      afterLabel = arn.label();
    }
    // Reads one stream more than requested: if it exists, another page follows.
    List<TableStream> found = streams.list(afterName, afterLabel, limit + 1);
    if (table != null) {
      found = found.stream().filter(stream -> stream.tableName().equals(table)).toList();
    }
    boolean more = found.size() > limit;
    return CompletableFuture.completedFuture(
        output(more ? found.subList(0, limit) : found, more, caller));
  }

  private static Output output(List<TableStream> page, boolean more, Caller caller) {
    return out -> {
      out.name("Streams").beginArray();
      for (TableStream stream : page) {
        out.beginObject();
        out.name("StreamArn").string(StreamArn.of(stream, caller));
        out.name("TableName").string(stream.tableName());
        out.name("StreamLabel").string(stream.label());
        out.endObject();
      }
      out.endArray();
      if (more) {
        out.name("LastEvaluatedStreamArn").string(StreamArn.of(page.getLast(), caller));
      }
    };
  }
}
