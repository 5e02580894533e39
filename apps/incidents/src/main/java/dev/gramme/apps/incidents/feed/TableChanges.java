package dev.gramme.apps.incidents.feed;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads the stream of a table, shard by shard, from the oldest available record.
 *
 * <p>It keeps its positions in memory only: after a restart the records of the last day are
 * delivered again, which must be harmless. Not thread-safe.
 */
final class TableChanges {
  private final DynamoDbStreamsClient streams;
  private final String arn;
  private final Map<String, String> iterators = new HashMap<>();
  private final Set<String> finished = new HashSet<>();

  TableChanges(DynamoDbStreamsClient streams, String arn) {
    this.streams = streams;
    this.arn = arn;
  }

  /**
   * Passes on the records since the last call. If the reader fails, the same records are delivered
   * again.
   */
  void poll(Consumer<List<Record>> reader) {
    String last = null;
    do {
      DescribeStreamResponse stream =
          streams.describeStream(
              DescribeStreamRequest.builder().streamArn(arn).exclusiveStartShardId(last).build());
      for (Shard shard : stream.streamDescription().shards()) {
        if (!finished.contains(shard.shardId())) {
          read(shard.shardId(), reader);
        }
      }
      last = stream.streamDescription().lastEvaluatedShardId();
    } while (last != null);
  }

  private void read(String shard, Consumer<List<Record>> reader) {
    String iterator = iterators.get(shard);
    if (iterator == null) {
      iterator = oldest(shard);
    }
    try {
      while (iterator != null) {
        GetRecordsResponse page =
            streams.getRecords(GetRecordsRequest.builder().shardIterator(iterator).build());
        if (!page.records().isEmpty()) {
          reader.accept(page.records());
        }
        iterator = page.nextShardIterator();
        keep(shard, iterator);
        if (page.records().isEmpty()) {
          return;
        }
      }
    } catch (ExpiredIteratorException | TrimmedDataAccessException tooOld) {
      iterators.remove(shard);
    }
  }

  private void keep(String shard, @Nullable String iterator) {
    if (iterator == null) {
      iterators.remove(shard);
      finished.add(shard);
    } else {
      iterators.put(shard, iterator);
    }
  }

  private String oldest(String shard) {
    return streams
        .getShardIterator(
            GetShardIteratorRequest.builder()
                .streamArn(arn)
                .shardId(shard)
                .shardIteratorType(ShardIteratorType.TRIM_HORIZON)
                .build())
        .shardIterator();
  }
}
