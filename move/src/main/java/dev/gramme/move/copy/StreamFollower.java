package dev.gramme.move.copy;

import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.move.BatchWriter;
import dev.gramme.move.CommandException;
import dev.gramme.move.Items;
import dev.gramme.move.Patience;
import dev.gramme.move.Tasks;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Writes the changes of a table's stream to the target. It begins with the changes that were made a
 * little before the scan: the same change twice does no harm, because a change replaces the whole
 * item, and the changes of an item stay in order.
 */
final class StreamFollower {
  /** Clocks may differ by this time from the one of the source. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private static final int MAX_RECORDS = 1_000;

  private final DynamoDbStreamsClient client;
  private final String table;
  private final String arn;
  private final Instant start;
  private final BatchWriter writer;
  private final ProgressFile progress;
  private final Map<String, Shard> shards = new LinkedHashMap<>();
  private final Map<String, String> iterators = new HashMap<>();
  private long changes;
  private @Nullable Instant latest;

  /** Follows a stream whose position the progress file has. */
  StreamFollower(
      DynamoDbStreamsClient client, String table, BatchWriter writer, ProgressFile progress)
      throws CommandException {
    String record = record(table);
    this.client = client;
    this.table = table;
    this.writer = writer;
    this.progress = progress;
    this.arn =
        progress
            .text(record, "arn")
            .orElseThrow(() -> CommandException.failed("no stream of " + table + " is recorded"));
    this.start = Instant.ofEpochMilli(progress.number(record, "start").orElse(0L)).minus(MARGIN);
  }

  private static String record(String table) {
    return "stream " + table;
  }

  /** Records the beginning of a stream before the scan. */
  static void begin(ProgressFile progress, String table, String arn, Instant now)
      throws IOException {
    if (progress.text(record(table), "arn").isEmpty()) {
      progress.put(record(table), Item.of("arn", new S(arn), "start", N.of(now.toEpochMilli())));
    }
  }

  /** The number of changes that were written. */
  long changes() {
    return changes;
  }

  /** The time of the latest change that was written. */
  Optional<Instant> latest() {
    return Optional.ofNullable(latest);
  }

  /** Reads every open shard once and writes what it has. Returns whether there was a change. */
  boolean pass() throws CommandException, IOException, InterruptedException {
    refresh();
    var tasks = new ArrayList<Tasks.Task>();
    long before = changes;
    var found = new java.util.concurrent.atomic.AtomicBoolean();
    for (Shard shard : shards.values()) {
      if (isReady(shard)) {
        tasks.add(() -> {
          if (read(shard.shardId())) {
            found.set(true);
          }
        });
      }
    }
    Tasks.run(tasks);
    return found.get() || changes > before;
  }

  private String position(String shardId) {
    return "shard " + table + " " + shardId;
  }

  /** A shard comes after its parent, so that the changes of an item stay in order. */
  private boolean isReady(Shard shard) {
    String parent = shard.parentShardId();
    return !progress.isDone(position(shard.shardId()))
        && (parent == null || !shards.containsKey(parent) || progress.isDone(position(parent)));
  }

  private void refresh() throws CommandException, InterruptedException {
    shards.clear();
    String after = null;
    do {
      String from = after;
      StreamDescription page =
          new Patience()
              .send(() ->
                  client
                      .describeStream(all -> {
                        all.streamArn(arn);
                        if (from != null) {
                          all.exclusiveStartShardId(from);
                        }
                      })
                      .streamDescription());
      page.shards().forEach(shard -> shards.put(shard.shardId(), shard));
      after = page.lastEvaluatedShardId();
    } while (after != null);
  }

  /** Reads a shard once. Returns whether it had changes or has ended. */
  private boolean read(String shardId) throws CommandException, IOException, InterruptedException {
    GetRecordsResponse answer;
    try {
      String iterator = iterator(shardId);
      answer =
          new Patience()
              .send(() -> client.getRecords(get -> get.shardIterator(iterator).limit(MAX_RECORDS)));
    } catch (ExpiredIteratorException e) {
      forget(shardId);
      return true;
    } catch (TrimmedDataAccessException e) {
      throw CommandException.failed(
          ("the changes of %s after the last copied one are no longer in the stream, which keeps"
                  + " them for 24 hours: delete %s and the target table, and copy again")
              .formatted(table, progress.path()));
    }
    List<Record> records = answer.records();
    apply(records);
    if (!records.isEmpty()) {
      progress.put(
          position(shardId),
          Item.of("after", new S(records.getLast().dynamodb().sequenceNumber())));
    }
    if (answer.nextShardIterator() == null) {
      forget(shardId);
      progress.done(position(shardId));
      return true;
    }
    synchronized (iterators) {
      iterators.put(shardId, answer.nextShardIterator());
    }
    return !records.isEmpty();
  }

  private void forget(String shardId) {
    synchronized (iterators) {
      iterators.remove(shardId);
    }
  }

  private String iterator(String shardId) throws CommandException, InterruptedException {
    synchronized (iterators) {
      String known = iterators.get(shardId);
      if (known != null) {
        return known;
      }
    }
    Optional<String> after = progress.text(position(shardId), "after");
    return new Patience()
        .send(() ->
            client
                .getShardIterator(get -> {
                  get.streamArn(arn).shardId(shardId);
                  if (after.isPresent()) {
                    get.shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                        .sequenceNumber(after.get());
                  } else {
                    get.shardIteratorType(ShardIteratorType.TRIM_HORIZON);
                  }
                })
                .shardIterator());
  }

  /** Of several changes of an item only the last one is written. */
  private void apply(List<Record> records) throws CommandException, InterruptedException {
    var last = new LinkedHashMap<Item, WriteRequest>();
    long count = 0;
    Instant newest = null;
    for (Record record : records) {
      var change = record.dynamodb();
      Instant at = change.approximateCreationDateTime();
      if (at != null && at.isBefore(start)) {
        continue;
      }
      count++;
      newest = at;
      var request =
          record.eventName() == OperationType.REMOVE
              ? WriteRequest.builder().deleteRequest(gone -> gone.key(change.keys())).build()
              : WriteRequest.builder().putRequest(put -> put.item(change.newImage())).build();
      last.put(Items.of(change.keys()), request);
    }
    for (List<WriteRequest> batch : BatchWriter.batches(List.copyOf(last.values()))) {
      writer.write(batch);
    }
    synchronized (this) {
      changes += count;
      if (newest != null && (latest == null || newest.isAfter(latest))) {
        latest = newest;
      }
    }
  }
}
