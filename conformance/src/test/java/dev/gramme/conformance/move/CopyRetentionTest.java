package dev.gramme.conformance.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.time.MovableClock;
import dev.gramme.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** {@code ./gramme copy} when the stream of the source removes changes after 24 hours. */
@Tag("slow")
final class CopyRetentionTest {
  private static final int ITEMS = 300;

  /** The number of shards of a new table. */
  private static final int SHARDS = 4;

  private static final Pattern UNTIL = Pattern.compile("\"until\":\\{\"N\":\"(\\d+)\"");

  private final LocalServer source = LocalServer.start("--movable-clock");
  private final LocalServer target = LocalServer.start();
  private final MovableClock clock = MovableClock.over(InstantSource.system());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  @TempDir Path folder;

  @BeforeEach
  void fill() {
    source.createTable("notes");
    enableStream();
    for (int i = 0; i < ITEMS; i++) {
      put("item " + i, "1");
    }
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    threads.close();
    source.close();
    target.close();
  }

  private void enableStream() {
    source
        .client()
        .updateTable(update ->
            update
                .tableName("notes")
                .streamSpecification(
                    stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));
  }

  private void put(String id, String text) {
    var padding = AttributeValue.fromS("x".repeat(2_000));
    source.put(
        "notes",
        Map.of("id", AttributeValue.fromS(id), "text", AttributeValue.fromS(text), "p", padding));
  }

  private Path progress() {
    return folder.resolve("copy.progress");
  }

  private Future<Command> copy(String... flags) {
    return threads.submit(() -> runCopy(flags));
  }

  private Command runCopy(String... flags) {
    var all =
        new ArrayList<>(
            List.of(
                "--from=" + source.address(),
                "--to=" + target.address(),
                "--progress=" + progress()));
    all.addAll(List.of(flags));
    return Command.run(clock, "copy", all.toArray(String[]::new));
  }

  /** Makes the current or the next copy end when it has written the changes that it finds. */
  private void switchOver() {
    Command.run("copy", "--switch-over", "--progress=" + progress()).succeeded();
  }

  private void awaitFollowed(String id, String text) {
    put(id, text);
    Eventually.passes(() ->
        assertThat(target.items("notes").get(String.valueOf(AttributeValue.fromS(id))))
            .isNotNull()
            .containsEntry("text", AttributeValue.fromS(text)));
  }

  /** A copy that follows changes and then stops before the switch-over. */
  private void copyAndStop() throws Exception {
    Thread copy = Thread.ofPlatform().daemon().start(() -> runCopy("--segments=1"));
    Eventually.passes(
        () -> assertThat(progress()).content().containsPattern("done.*segment notes 0"));
    awaitFollowed("item 0", "2");
    Eventually.passes(() -> assertThat(progress()).content().contains("shard notes"));
    copy.interrupt();
    copy.join();
  }

  private String failure(Future<Command> copy) throws Exception {
    return copy.get().failure(1);
  }

  @Test
  void a_copy_that_continues_after_more_than_a_day_is_refused() throws Exception {
    copyAndStop();
    for (int i = 1; i < ITEMS; i++) {
      put("item " + i, "lost");
    }
    source.advance(Duration.ofHours(25));
    clock.advance(Duration.ofHours(25));
    switchOver();

    assertThat(failure(copy()))
        .startsWith("gramme: changes of notes may be missing: the changes since ")
        .endsWith("delete %s and the tables at the target, and copy again".formatted(progress()));
  }

  @Test
  void a_copy_that_continues_within_a_day_has_all_changes() throws Exception {
    copyAndStop();
    for (int i = 1; i < ITEMS; i++) {
      put("item " + i, "kept");
    }
    source.advance(Duration.ofHours(22));
    clock.advance(Duration.ofHours(22));
    switchOver();

    assertThat(copy("--compare").get().succeeded())
        .contains("notes: 300 items compared, no difference");
  }

  @Test
  void a_scan_that_takes_more_than_a_day_is_refused() throws Exception {
    Future<Command> copy = copy("--read-units=1", "--segments=1");
    Eventually.passes(
        () -> assertThat(progress()).content().containsPattern("\"after\".*segment notes 0"));
    switchOver();
    source.advance(Duration.ofHours(24));
    clock.advance(Duration.ofHours(24));

    assertThat(failure(copy)).startsWith("gramme: changes of notes may be missing");
    assertThat(Files.readString(progress())).doesNotContain("shard notes");
  }

  /** The clock of the command's machine does not move here, so only the shards show the loss. */
  @Test
  void a_shard_that_has_disappeared_is_noticed() throws Exception {
    copyAndStop();
    source.advance(Duration.ofHours(5));
    put("item 0", "lost");
    source.advance(Duration.ofHours(30));
    switchOver();

    assertThat(failure(copy()))
        .contains("the stream no longer has a shard whose changes are not all copied yet");
  }

  @Test
  void a_stream_that_was_disabled_meanwhile_is_noticed() throws Exception {
    copyAndStop();
    source
        .client()
        .updateTable(update ->
            update.tableName("notes").streamSpecification(stream -> stream.streamEnabled(false)));
    put("item 0", "lost");
    enableStream();
    switchOver();

    assertThat(failure(copy())).contains("its stream has been disabled since the copy began");
  }

  @Test
  void an_idle_table_is_followed_for_more_than_a_day() throws Exception {
    Future<Command> copy = copy("--compare");
    Eventually.passes(() -> assertThat(target.client().listTables().tableNames()).hasSize(1));
    for (int i = 0; i < 3; i++) {
      source.advance(Duration.ofHours(12));
      clock.advance(Duration.ofHours(12));
      awaitFollowed("item 1", "first " + i);
      // When the second change arrives, the other shards have had an empty page at least. The times
      // of changes are whole seconds.
      long since = clock.instant().minusSeconds(2).toEpochMilli();
      awaitFollowed("item 1", "second " + i);
      source.advance(Duration.ofMinutes(5));
      clock.advance(Duration.ofMinutes(5));
      long _ =
          Eventually.get(
              "all shards are read to the present",
              () -> readShards(since),
              count -> count == SHARDS || copy.isDone());
      assertThat(copy).isNotDone();
    }
    switchOver();

    assertThat(copy.get().succeeded()).contains("notes: 300 items compared, no difference");
  }

  /** The number of open shards that were read after a time. */
  private long readShards(long since) throws Exception {
    return Files.readAllLines(progress()).stream()
        .filter(line -> line.contains("shard notes") && !line.contains("\"done\""))
        .filter(line -> {
          var until = UNTIL.matcher(line);
          return until.find() && Long.parseLong(until.group(1)) >= since;
        })
        .count();
  }
}
