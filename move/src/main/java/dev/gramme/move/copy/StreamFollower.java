package dev.gramme.move.copy;

import dev.gramme.model.AttributeValue.Bool;
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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Writes the changes of a table's stream to the target. It begins with the changes that were made a
 * little before the scan: the same change twice does no harm, because a change replaces the whole
 * item, and the changes of an item stay in order.
 *
 * <p>It fails if the stream may no longer have all changes: if unread changes may be too old
 * ({@link ShardTimes}), if a shard has disappeared, or if the stream has been disabled.
 */
final class StreamFollower {
  /** Clocks may differ by this time from the one of the source. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private static final int MAX_RECORDS = 1_000;

  /** A shard counts as missing if it is absent from so many lists, which may be out of date. */
  private static final int LISTS = 5;

  private static final long LIST_PAUSE_MILLIS = 200;

  private final DynamoDbStreamsClient client;
  private final String table;
  private final String arn;
  private final Instant start;
  private final BatchWriter writer;
  private final ProgressFile progress;
  private final ShardTimes times;
  private final Map<String, Shard> shards = new LinkedHashMap<>();
  private final Map<String, String> iterators = new HashMap<>();
  private long changes;
  private @Nullable Instant latest;

  /** Follows a stream whose position the progress file has. */
  StreamFollower(
      DynamoDbStreamsClient client,
      String table,
      BatchWriter writer,
      ProgressFile progress,
      InstantSource clock)
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
    Instant begin = begin(progress, table).orElse(Instant.EPOCH);
    this.start = begin.minus(MARGIN);
    this.times = new ShardTimes(table, begin, progress, clock);
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

  /** When the copy of a table began, if its changes are to be followed. */
  private static Optional<Instant> begin(ProgressFile progress, String table) {
    return progress.number(record(table), "start").map(Instant::ofEpochMilli);
  }

  /**
   * Checks during the scan of a table that the changes since its beginning can still be followed.
   *
   * @throws CommandException if the stream may have removed some
   */
  static void requireKept(ProgressFile progress, String table, Instant now)
      throws CommandException {
    Optional<Instant> begin = begin(progress, table);
    if (begin.isPresent()) {
      ShardTimes.requireKept(table, begin.get(), progress, now);
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
        times.requireKept(shard);
        tasks.add(() -> {
          if (read(shard)) {
            found.set(true);
          }
        });
      }
    }
    Tasks.run(tasks);
    return found.get() || changes > before;
  }

  private String position(String shardId) {
    return ShardTimes.record(table, shardId);
  }

  /** A shard comes after its parent, so that the changes of an item stay in order. */
  private boolean isReady(Shard shard) {
    String parent = shard.parentShardId();
    return !progress.isDone(position(shard.shardId()))
        && (parent == null || !shards.containsKey(parent) || progress.isDone(position(parent)));
  }

  private void refresh() throws CommandException, InterruptedException {
    for (int i = 1; i <= LISTS; i++) {
      list();
      var missing = progress.unfinished(ShardTimes.record(table, ""));
      missing.removeAll(shards.keySet().stream().map(this::position).toList());
      if (missing.isEmpty()) {
        return;
      }
      if (i == LISTS) {
        throw ShardTimes.lost(
            table,
            "the stream no longer has a shard whose changes are not all copied yet",
            progress);
      }
      TimeUnit.MILLISECONDS.sleep(LIST_PAUSE_MILLIS * i);
    }
  }

  private void list() throws CommandException, InterruptedException {
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
      if (page.streamStatus() == StreamStatus.DISABLED
          || page.streamStatus() == StreamStatus.DISABLING) {
        throw ShardTimes.lost(
            table,
            "its stream has been disabled since the copy began, or the table has been deleted",
            progress);
      }
      page.shards().forEach(shard -> shards.put(shard.shardId(), shard));
      after = page.lastEvaluatedShardId();
    } while (after != null);
  }

  /** Reads a shard once. Returns whether it had changes or has ended. */
  private boolean read(Shard shard) throws CommandException, IOException, InterruptedException {
    String shardId = shard.shardId();
    GetRecordsResponse answer;
    try {
      String iterator = iterator(shardId);
      answer =
          new Patience()
              .send(() -> client.getRecords(get -> get.shardIterator(iterator).limit(MAX_RECORDS)));
    } catch (ExpiredIteratorException e) {
      forget(shard);
      return true;
    } catch (TrimmedDataAccessException e) {
      if (after(shardId).isEmpty()) {
        // Changes from before the copy are removed while they are read. The check of the time finds
        // removed changes that are later.
        times.requireKept(shard);
        forget(shard);
        return true;
      }
      throw ShardTimes.lost(
          table, "those after the last copied one are no longer in the stream", progress);
    }
    times.requireKept(shard);
    List<Record> records = answer.records();
    apply(records);
    record(shard, records);
    if (answer.nextShardIterator() == null) {
      forget(shard);
      progress.put(
          position(shardId), Item.of("done", Bool.of(true), "until", time(times.until(shard))));
      return true;
    }
    synchronized (iterators) {
      iterators.put(shardId, answer.nextShardIterator());
    }
    return !records.isEmpty();
  }

  private void record(Shard shard, List<Record> records) throws IOException {
    String shardId = shard.shardId();
    if (records.isEmpty()) {
      if (times.wasEmpty(shard)) {
        record(shard, after(shardId));
      }
      return;
    }
    Record last = records.getLast();
    Instant at = last.dynamodb().approximateCreationDateTime();
    if (at != null) {
      times.changed(shard, at);
    }
    // A shard with changes from before the copy only may disappear, so it is not recorded.
    if (!isBeforeStart(last)) {
      record(shard, Optional.of(last.dynamodb().sequenceNumber()));
    }
  }

  private void record(Shard shard, Optional<String> after) throws IOException {
    var position = Item.builder(3).put("until", time(times.until(shard)));
    after.ifPresent(sequence -> position.put("after", new S(sequence)));
    progress.put(position(shard.shardId()), position.build());
  }

  private static N time(Instant time) {
    return N.of(time.toEpochMilli());
  }

  private boolean isBeforeStart(Record record) {
    Instant at = record.dynamodb().approximateCreationDateTime();
    return at != null && at.isBefore(start);
  }

  /** The next page begins at the recorded position. */
  private void forget(Shard shard) {
    times.restarted(shard);
    synchronized (iterators) {
      iterators.remove(shard.shardId());
    }
  }

  private Optional<String> after(String shardId) {
    return progress.text(position(shardId), "after");
  }

  private String iterator(String shardId) throws CommandException, InterruptedException {
    synchronized (iterators) {
      String known = iterators.get(shardId);
      if (known != null) {
        return known;
      }
    }
    Optional<String> after = after(shardId);
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
      if (isBeforeStart(record)) {
        continue;
      }
      count++;
      newest = change.approximateCreationDateTime();
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
