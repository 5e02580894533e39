package dev.gramme.apps.grid.document;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads a stream and processes every record at least once: a shard's checkpoint moves after all
 * records before it were processed. After a crash it continues from the checkpoints, so processing
 * a record twice must be harmless.
 *
 * <p>Parents are read before their children. An instance is not thread-safe. Several consumers with
 * the same checkpoints are possible; they duplicate work.
 */
public final class StreamConsumer {
  /** How many responses of a shard are processed before the other shards are read. */
  private static final int PAGES_A_TURN = 10;

  private final DynamoDbStreamsClient streams;
  private final String stream;
  private final Checkpoints checkpoints;
  private final Consumer<List<Record>> effect;
  private final Set<String> lost = new HashSet<>();

  /**
   * @param stream the ARN
   * @param effect processes the records of a response; returns when it is done
   */
  public StreamConsumer(
      DynamoDbStreamsClient streams,
      String stream,
      Checkpoints checkpoints,
      Consumer<List<Record>> effect) {
    this.streams = streams;
    this.stream = stream;
    this.checkpoints = checkpoints;
    this.effect = effect;
  }

  /**
   * Processes the records since the last call.
   *
   * @return their number
   */
  public int poll() {
    Map<String, String> done = new HashMap<>(checkpoints.all(stream));
    List<Shard> shards = shards();
    Set<String> listed = new HashSet<>();
    shards.forEach(shard -> listed.add(shard.shardId()));
    done.forEach((shard, sequence) -> {
      if (!listed.contains(shard)) {
        gone(shard, sequence);
      }
    });
    int handled = 0;
    List<Shard> waiting = new ArrayList<>(shards);
    List<Shard> ready = ready(waiting, listed, done);
    while (!ready.isEmpty()) {
      waiting.removeAll(ready);
      for (Shard shard : ready) {
        handled += read(shard.shardId(), done);
      }
      // The shards whose parents were just read to their ends.
      ready = ready(waiting, listed, done);
    }
    return handled;
  }

  /** A shard that was removed before it was read to its end had unprocessed records. */
  private void gone(String shard, String sequence) {
    if (sequence.equals(Checkpoints.END)) {
      checkpoints.delete(stream, shard);
    } else {
      lost.add(shard);
    }
  }

  /** The shards that are not read to their ends, but whose parents are, or no longer exist. */
  private static List<Shard> ready(
      List<Shard> shards, Set<String> listed, Map<String, String> done) {
    return shards.stream()
        .filter(shard -> !Checkpoints.END.equals(done.get(shard.shardId())))
        .filter(shard -> {
          String parent = shard.parentShardId();
          return parent == null
              || !listed.contains(parent)
              || Checkpoints.END.equals(done.get(parent));
        })
        .toList();
  }

  /**
   * Whether unprocessed records are lost because the consumer was stopped for more than a day. The
   * caller must repair their effect in another way and then call {@link #repaired}; until then the
   * affected shards are not read.
   */
  public boolean hasGap() {
    return !lost.isEmpty();
  }

  /** Reports that the effect of the lost records was repaired. */
  public void repaired() {
    lost.forEach(shard -> checkpoints.delete(stream, shard));
    lost.clear();
  }

  private List<Shard> shards() {
    List<Shard> shards = new ArrayList<>();
    @Nullable String from = null;
    do {
      StreamDescription page =
          streams
              .describeStream(
                  DescribeStreamRequest.builder()
                      .streamArn(stream)
                      .exclusiveStartShardId(from)
                      .build())
              .streamDescription();
      shards.addAll(page.shards());
      from = page.lastEvaluatedShardId();
    } while (from != null);
    return shards;
  }

  private int read(String shard, Map<String, String> done) {
    try {
      return readOn(shard, done);
    } catch (TrimmedDataAccessException e) {
      // The checkpoint stays, so that a restarted process detects the gap again.
      lost.add(shard);
      return 0;
    }
  }

  private int readOn(String shard, Map<String, String> done) {
    int handled = 0;
    @Nullable String iterator = iterator(shard, done.get(shard));
    for (int i = 0; i < PAGES_A_TURN && iterator != null; i++) {
      GetRecordsResponse answer =
          streams.getRecords(GetRecordsRequest.builder().shardIterator(iterator).build());
      List<Record> records = answer.records();
      iterator = answer.nextShardIterator();
      if (!records.isEmpty()) {
        effect.accept(records);
        handled += records.size();
        checkpoints.save(stream, shard, records.getLast().dynamodb().sequenceNumber());
      } else if (iterator != null) {
        return handled;
      }
    }
    if (iterator == null) {
      checkpoints.save(stream, shard, Checkpoints.END);
      done.put(shard, Checkpoints.END);
    }
    return handled;
  }

  private String iterator(String shard, @Nullable String after) {
    var request = GetShardIteratorRequest.builder().streamArn(stream).shardId(shard);
    if (after == null) {
      request.shardIteratorType(ShardIteratorType.TRIM_HORIZON);
    } else {
      request.shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER).sequenceNumber(after);
    }
    return streams.getShardIterator(request.build()).shardIterator();
  }
}
