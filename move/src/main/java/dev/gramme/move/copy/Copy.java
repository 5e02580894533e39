package dev.gramme.move.copy;

import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.Item;
import dev.gramme.move.BatchWriter;
import dev.gramme.move.CommandException;
import dev.gramme.move.Connection;
import dev.gramme.move.Items;
import dev.gramme.move.PageReader;
import dev.gramme.move.Plural;
import dev.gramme.move.Progress;
import dev.gramme.move.Tasks;
import dev.gramme.move.Terminal;
import dev.gramme.move.UnitRate;
import dev.gramme.move.apply.LiveTable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A copy of tables: definitions and items, then changes; the progress of each step is recorded in
 * the progress file.
 */
final class Copy {
  private static final String COMPLETE = "complete";
  private static final long IDLE_PAUSE_MILLIS = 500;
  private static final Duration REPORT = Duration.ofSeconds(10);

  /** After this time without a change a stream is considered read to its end. */
  private static final Duration QUIET = Duration.ofSeconds(1);

  /** DynamoDB's streams may return empty pages between changes. */
  private static final Duration QUIET_AT_AWS = Duration.ofSeconds(15);

  private final Terminal terminal;
  private final Connection from;
  private final Connection to;
  private final ProgressFile progress;
  private final UnitRate reads;
  private final UnitRate writes;

  /**
   * The user's choices.
   *
   * @param follows whether changes will be followed
   * @param overwrites whether tables of the target may have items
   * @param enablesStreams whether the stream of a source table may be enabled
   */
  record Options(boolean follows, boolean overwrites, boolean enablesStreams) {}

  Copy(
      Terminal terminal,
      Connection from,
      Connection to,
      ProgressFile progress,
      UnitRate reads,
      UnitRate writes) {
    this.terminal = terminal;
    this.from = from;
    this.to = to;
    this.progress = progress;
    this.reads = reads;
    this.writes = writes;
  }

  boolean isComplete() {
    return progress.isDone(COMPLETE);
  }

  /** Copies what is not copied yet. All tables are checked before the first item is written. */
  void copyItems(List<TableDescription> tables, int segments, Options options)
      throws CommandException, IOException, InterruptedException {
    if (options.follows()) {
      for (TableDescription table : tables) {
        requireStream(table, options.enablesStreams());
      }
    }
    var definitions = new Definitions(from, to);
    for (TableDescription table : tables) {
      String prepared = "table " + table.tableName();
      if (progress.number(prepared, "segments").isEmpty()) {
        definitions.prepare(table, options.overwrites());
        if (options.follows()) {
          StreamFollower.begin(
              progress, table.tableName(), stream(table), terminal.clock().instant());
        }
        progress.put(prepared, Item.of("segments", N.of(segments)));
      }
    }
    for (TableDescription table : tables) {
      copyItems(table);
    }
  }

  private static boolean hasImages(StreamSpecification stream) {
    return stream.streamViewType() == StreamViewType.NEW_IMAGE
        || stream.streamViewType() == StreamViewType.NEW_AND_OLD_IMAGES;
  }

  private void requireStream(TableDescription table, boolean enables)
      throws CommandException, InterruptedException {
    StreamSpecification stream = table.streamSpecification();
    boolean isEnabled = stream != null && Boolean.TRUE.equals(stream.streamEnabled());
    if (isEnabled && !hasImages(stream)) {
      throw CommandException.failed(
          ("the stream of %s has only %s, but following changes needs new images; use --once, or"
                  + " change the stream")
              .formatted(table.tableName(), stream.streamViewTypeAsString()));
    }
    if (isEnabled) {
      return;
    }
    if (!enables) {
      throw CommandException.failed(
          ("%s has no stream, which following changes needs: --enable-stream enables it, --once"
                  + " does not follow changes")
              .formatted(table.tableName()));
    }
    from.items()
        .updateTable(update ->
            update
                .tableName(table.tableName())
                .streamSpecification(each ->
                    each.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    new LiveTable(from.items(), table.tableName()).awaitActive();
  }

  private String stream(TableDescription table) throws CommandException {
    return Optional.ofNullable(
            from.items()
                .describeTable(each -> each.tableName(table.tableName()))
                .table()
                .latestStreamArn())
        .orElseThrow(() -> CommandException.failed(table.tableName() + " has no stream"));
  }

  private void copyItems(TableDescription table)
      throws CommandException, IOException, InterruptedException {
    int segments = progress.number("table " + table.tableName(), "segments").orElse(1L).intValue();
    var reader = new PageReader(from.items(), table, reads, false);
    var counted =
        new Progress(
            terminal.err(),
            "copied of " + table.tableName(),
            table.itemCount() == null ? 0 : table.itemCount());
    BatchWriter writer = writer(table.tableName());
    var tasks = new ArrayList<Tasks.Task>();
    boolean resumed = false;
    for (int i = 0; i < segments; i++) {
      var segment = new PageReader.Segment(i, segments);
      String record = "segment %s %d".formatted(table.tableName(), i);
      resumed |= progress.isDone(record) || progress.map(record, "after").isPresent();
      if (!progress.isDone(record)) {
        tasks.add(() -> copySegment(reader, table.tableName(), segment, record, writer, counted));
      }
    }
    Tasks.run(tasks);
    terminal
        .out()
        .println(
            "%s: %s copied%s"
                .formatted(
                    table.tableName(),
                    Plural.of(counted.count(), "item"),
                    resumed ? ", the rest by an earlier run" : ""));
  }

  private void copySegment(
      PageReader reader,
      String table,
      PageReader.Segment segment,
      String record,
      BatchWriter writer,
      Progress counted)
      throws CommandException, IOException, InterruptedException {
    Map<String, AttributeValue> start =
        progress.map(record, "after").map(Items::toSdk).orElse(Map.of());
    reader.read(
        segment,
        start,
        page -> {
          // Better now than after the rest of the scan.
          StreamFollower.requireKept(progress, table, terminal.clock().instant());
          var requests =
              page.items().stream()
                  .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
                  .toList();
          for (List<WriteRequest> batch : BatchWriter.batches(requests)) {
            writer.write(batch);
            counted.add(batch.size());
          }
          if (page.hasLastEvaluatedKey() && !page.lastEvaluatedKey().isEmpty()) {
            progress.put(record, Item.of("after", new M(Items.of(page.lastEvaluatedKey()))));
          }
        });
    progress.done(record);
  }

  /** An item that the target refuses ends the copy, because it would be missing. */
  private BatchWriter writer(String table) {
    return new BatchWriter(
        to.items(),
        table,
        writes,
        (request, reason) -> {
          throw CommandException.failed(
              "%s refuses an item of %s: %s".formatted(to, table, reason));
        });
  }

  /** Follows the changes until the switch-over, and then to the end of the streams. */
  void follow(List<TableDescription> tables)
      throws CommandException, IOException, InterruptedException {
    SwitchOver switchOver = SwitchOver.watch(progress, terminal.in());
    var followers = new ArrayList<StreamFollower>();
    for (TableDescription table : tables) {
      String name = table.tableName();
      followers.add(
          new StreamFollower(from.streams(), name, writer(name), progress, terminal.clock()));
    }
    terminal
        .out()
        .println(
            "all items are copied, and changes are followed; stop the writers, then press Enter"
                + " or run: copy --switch-over --progress "
                + progress.path());
    Duration quiet = from.isAws() ? QUIET_AT_AWS : QUIET;
    long lastChange = System.nanoTime();
    long lastReport = lastChange;
    while (true) {
      boolean isRequested = switchOver.isRequested();
      boolean hasChanges = false;
      for (StreamFollower follower : followers) {
        hasChanges |= follower.pass();
      }
      long now = System.nanoTime();
      if (hasChanges || !isRequested) {
        lastChange = now;
      } else if (now - lastChange > quiet.toNanos()) {
        break;
      }
      if (now - lastReport > REPORT.toNanos()) {
        report(followers);
        lastReport = now;
      }
      if (!hasChanges) {
        TimeUnit.MILLISECONDS.sleep(IDLE_PAUSE_MILLIS);
      }
    }
    report(followers);
    switchOver.end();
  }

  private void report(List<StreamFollower> followers) {
    long changes = followers.stream().mapToLong(StreamFollower::changes).sum();
    String latest =
        followers.stream()
            .flatMap(follower -> follower.latest().stream())
            .max(java.util.Comparator.naturalOrder())
            .map(time -> ", the latest of " + time)
            .orElse("");
    terminal.err().println("%d changes followed%s".formatted(changes, latest));
  }

  /** Sets the expiry at the target and records the end. */
  void complete(List<TableDescription> tables) throws IOException {
    var definitions = new Definitions(from, to);
    tables.forEach(table -> definitions.copyExpiry(table.tableName()));
    progress.done(COMPLETE);
    terminal
        .out()
        .println(
            String.format(
                java.util.Locale.ROOT,
                "done with %.1f read units and %.1f write units",
                reads.consumed(),
                writes.consumed()));
  }
}
