package dev.gramme.conformance.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.testkit.Eventually;
import dev.gramme.transfer.s3.S3Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A server with {@code --archive} loses its data folder, which the archive then restores. */
@Order(1) // waits longest
@Tag("slow")
final class ArchiveTest {
  /** The time between two writes, which leaves the processors to other tests. */
  private static final Duration PACE = Duration.ofMillis(5);

  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private Path archive() {
    return folder.resolve("archive");
  }

  private GrammeProcess serve(String... more) throws IOException {
    return GrammeProcess.serve(
        data(),
        Stream.concat(Stream.of("--archive=" + archive(), "--archive-interval=1"), Stream.of(more))
            .toArray(String[]::new));
  }

  /** A moment that the archive has reached. */
  private static Instant position(GrammeProcess server) throws Exception {
    Instant now = Instant.now();
    double lag = server.metric("gramme_archive_lag_seconds");
    return now.minus(Duration.ofMillis((long) (lag * 1000) + 1));
  }

  private static void awaitArchived(GrammeProcess server) throws Exception {
    Instant written = Instant.now();
    var _ = Eventually.get("a position of the archive", () -> position(server), written::isBefore);
  }

  private static double errors(GrammeProcess server) throws Exception {
    return server.metric("gramme_archive_errors_total");
  }

  private void loseData() throws IOException {
    try (var files = Files.walk(data())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private Command restore(String name, String... more) {
    return Command.restore(
        Stream.concat(
                Stream.of("--data=" + folder.resolve(name), "--from=" + archive()), Stream.of(more))
            .toArray(String[]::new));
  }

  private SortedMap<String, String> restored(String name, String... more) throws Exception {
    restore(name, more).succeeded();
    return notes(folder.resolve(name), "us-east-1");
  }

  private static SortedMap<String, String> notes(Path data, String region) throws Exception {
    try (var server = NotesServer.start(data);
        var client = server.client(region)) {
      return NotesServer.notes(client);
    }
  }

  private static Thread writer(
      DynamoDbClient client, SortedMap<String, Instant> acknowledged, AtomicBoolean stops) {
    return Thread.ofPlatform()
        .start(() -> {
          try {
            for (int i = 0; !stops.get(); i++) {
              NotesServer.put(client, "note-" + i, "x".repeat(1000) + i);
              acknowledged.put("note-" + i, Instant.now());
              LockSupport.parkNanos(PACE.toNanos());
            }
          } catch (SdkClientException e) {
            assertThat(stops).as("%s", e).isTrue();
          }
        });
  }

  private static List<String> before(SortedMap<String, Instant> acknowledged, Instant position) {
    return acknowledged.entrySet().stream()
        .filter(note -> note.getValue().isBefore(position))
        .map(note -> note.getKey())
        .toList();
  }

  @Test
  void after_the_loss_of_the_disk_every_write_before_the_position_of_the_archive_is_restored()
      throws Exception {
    var here = new ConcurrentSkipListMap<String, Instant>();
    var elsewhere = new ConcurrentSkipListMap<String, Instant>();
    Instant position;
    try (var server = serve();
        var east = server.client("us-east-1");
        var west = server.client("eu-west-1")) {
      NotesServer.createTable(east);
      NotesServer.createTable(west);
      var stops = new AtomicBoolean();
      var writers = List.of(writer(east, here, stops), writer(west, elsewhere, stops));
      awaitArchived(server);
      Command.backup("--data=" + data(), "--to=" + folder.resolve("other")).succeeded();
      awaitArchived(server);
      position = position(server);
      stops.set(true);
      server.kill();
      for (Thread writer : writers) {
        writer.join();
      }
    }
    loseData();
    var result = restore("data").succeeded();
    assertThat(result.out()).contains(", and its log until 2");
    assertThat(Command.check("--data=" + data()).succeeded().out()).contains("nothing is wrong");
    assertThat(before(here, position)).isNotEmpty();
    assertThat(notes(data(), "us-east-1"))
        .containsKeys(before(here, position).toArray(String[]::new));
    assertThat(notes(data(), "eu-west-1"))
        .containsKeys(before(elsewhere, position).toArray(String[]::new));
  }

  @Test
  void a_restore_to_a_moment_between_two_writes_has_exactly_the_first() throws Exception {
    var moments = new ArrayList<Instant>();
    for (int run = 0; run < 2; run++) {
      try (var server = serve();
          var client = server.client("us-east-1")) {
        if (run == 0) {
          NotesServer.createTable(client);
        }
        awaitArchived(server);
        for (int i = 0; i < 3; i++) {
          NotesServer.put(client, "note", run + " " + i);
          moments.add(Instant.now());
        }
        awaitArchived(server);
        server.kill();
      }
    }
    for (int i = 0; i < moments.size(); i++) {
      var expected = new TreeMap<String, String>();
      expected.put("note", i / 3 + " " + i % 3);
      assertThat(restored("restored-" + i, "--at=" + moments.get(i)))
          .as("moment %d", i)
          .isEqualTo(expected);
    }
    assertThat(restore("none", "--at=2026-01-01T00:00:00Z").failure())
        .contains("there is no backup at or before 2026-01-01T00:00:00Z");
    assertThat(restore("tried", "--verify").succeeded().out()).contains("is complete");
  }

  @Test
  void a_moment_that_the_archive_lacks_is_refused_and_nothing_is_restored() throws Exception {
    Instant killed;
    try (var server = serve();
        var client = server.client("us-east-1")) {
      NotesServer.createTable(client);
      awaitArchived(server);
      NotesServer.put(client, "note", "1");
      awaitArchived(server);
      server.kill();
      killed = Instant.now();
    }
    String ended = restore("restored", "--at=" + killed.plusSeconds(1)).failure();
    assertThat(ended).contains("cannot be restored", "has no changes after ");
    try (var withoutArchive = GrammeProcess.serve(data());
        var client = withoutArchive.client("us-east-1")) {
      NotesServer.put(client, "other", "text");
    }
    try (var server = serve();
        var client = server.client("us-east-1")) {
      NotesServer.put(client, "note", "2");
      awaitArchived(server);
      server.kill();
    }
    String between = restore("restored", "--at=" + killed).failure();
    assertThat(between)
        .startsWith("gramme: " + killed + " cannot be restored: ")
        .contains("has no changes between ");
    assertThat(restore("restored", "--verify", "--at=" + killed).failure()).isEqualTo(between);
    assertThat(folder.resolve("restored")).doesNotExist();
    String before = between.replaceAll(".*; --at (\\S+) .*", "$1");
    String after = between.replaceAll(".*, --at (\\S+) .*", "$1");
    assertThat(restored("before", "--at=" + before)).containsEntry("note", "1");
    assertThat(Instant.parse(after)).isAfter(killed);
    assertThat(restored("after", "--at=" + after)).containsKey("note");
  }

  @Test
  void a_server_that_starts_again_continues_the_archive_without_a_new_backup() throws Exception {
    try (var server = serve();
        var client = server.client("us-east-1")) {
      NotesServer.createTable(client);
      awaitArchived(server);
      NotesServer.put(client, "note", "1");
      awaitArchived(server);
      NotesServer.put(client, "last", "perhaps not sent");
      server.kill();
    }
    Instant killed = Instant.now();
    try (var server = serve();
        var client = server.client("us-east-1")) {
      NotesServer.put(client, "note", "2");
      awaitArchived(server);
      assertThat(server.metric("gramme_archive_backups_total")).isZero();
      server.kill();
    }
    loseData();
    assertThat(restored("newest")).containsEntry("note", "2").containsKey("last");
    assertThat(restored("earlier", "--at=" + killed))
        .containsEntry("note", "1")
        .containsKey("last");
  }

  @Test
  void a_lost_or_damaged_segment_is_reported_with_the_moment_before_it() throws Exception {
    try (var server = serve();
        var client = server.client("us-east-1")) {
      NotesServer.createTable(client);
      awaitArchived(server);
      for (int i = 0; i < 3; i++) {
        NotesServer.put(client, "note-" + i, "text");
        awaitArchived(server);
      }
      server.kill();
    }
    Path generation;
    try (var generations = Files.list(archive().resolve("log"))) {
      generation = generations.findFirst().orElseThrow();
    }
    List<Path> segments;
    try (var files = Files.list(generation)) {
      segments = files.sorted().toList();
    }
    int last = segments.size() - 1;
    while (!Files.readString(segments.get(last), StandardCharsets.ISO_8859_1).contains("note-2")) {
      last--; // a segment without writes
    }
    byte[] content = Files.readAllBytes(segments.get(last));
    content[content.length / 2] ^= 1;
    Files.write(segments.get(last), content);
    String damaged = restore("restored").failure();
    assertThat(damaged).contains("the segment log/", " is damaged; --at ");
    String before = damaged.replaceAll(".*--at (\\S+) .*", "$1");
    assertThat(restored("before", "--at=" + before)).containsOnlyKeys("note-0", "note-1");
    Files.delete(segments.get(last - 1));
    assertThat(restore("restored").failure()).contains("a segment of the log is missing before");
    assertThat(folder.resolve("restored")).doesNotExist();
  }

  @Test
  void a_failure_of_s3_delays_the_archive_and_loses_nothing() throws Exception {
    try (var s3 = new S3Server().withBucket("safe")) {
      String[] flags = {
        "--s3-endpoint=" + s3.endpoint().uri(), "--s3-access-key=reader", "--s3-secret-key=secret"
      };
      var all = new ArrayList<>(Arrays.asList(flags));
      all.addAll(List.of("--archive=s3://safe/gramme", "--archive-interval=1"));
      try (var server = GrammeProcess.serve(data(), all.toArray(String[]::new));
          var client = server.client("us-east-1")) {
        NotesServer.createTable(client);
        awaitArchived(server);
        s3.stop();
        NotesServer.put(client, "during", "the failure");
        var _ = Eventually.get("errors of the archive", () -> errors(server), errors -> errors > 1);
        NotesServer.put(client, "after", "a failed attempt");
        s3.restart();
        awaitArchived(server);
        server.kill();
      }
      loseData();
      all = new ArrayList<>(Arrays.asList(flags));
      all.addAll(List.of("--data=" + data(), "--from=s3://safe/gramme"));
      Command.restore(all.toArray(String[]::new)).succeeded();
    }
    assertThat(notes(data(), "us-east-1")).containsOnlyKeys("during", "after");
  }

  @Test
  void a_server_starts_although_its_archive_cannot_be_reached() throws Exception {
    try (var s3 = new S3Server().withBucket("safe")) {
      s3.stop();
      try (var server =
              GrammeProcess.serve(
                  data(),
                  "--s3-endpoint=" + s3.endpoint().uri(),
                  "--s3-access-key=reader",
                  "--s3-secret-key=secret",
                  "--archive=s3://safe/gramme",
                  "--archive-interval=1");
          var client = server.client("us-east-1")) {
        NotesServer.createTable(client);
        s3.restart();
        awaitArchived(server);
      }
    }
  }

  @Test
  void a_restored_folder_continues_the_archive_once_it_has_taken_it_over() throws Exception {
    try (var server = serve();
        var client = server.client("us-east-1")) {
      NotesServer.createTable(client);
      NotesServer.put(client, "note", "1");
      awaitArchived(server);
      assertThat(Command.backup("--data=" + data(), "--to=" + archive()).failure())
          .contains(archive() + " is the archive of a server")
          .endsWith("; a backup needs a place of its own, so use another --to");
      server.kill();
    }
    loseData();
    restore("data").succeeded();
    assertThatThrownBy(this::serve)
        .hasMessageContaining("cannot use the archive " + archive() + ": " + archive())
        .hasMessageContaining(" belongs to the data folder " + data())
        .hasMessageContaining("--take-over --to " + archive() + " --data " + data());
    Command.backup("--take-over", "--data=" + data(), "--to=" + archive()).succeeded();
    try (var server = serve();
        var client = server.client("us-east-1")) {
      NotesServer.put(client, "note", "2");
      awaitArchived(server);
      server.kill();
    }
    assertThat(restored("newest")).containsEntry("note", "2");
  }

  @Test
  void a_start_without_the_archive_deletes_what_a_killed_server_has_left() throws Exception {
    try (var server = serve();
        var client = server.client("us-east-1")) {
      NotesServer.createTable(client);
      awaitArchived(server);
      server.kill();
    }
    Path checkpoint = data().resolve(".backup/archive/checkpoint");
    Files.createDirectories(checkpoint.resolve("rocksdb"));
    Files.writeString(checkpoint.resolve("rocksdb/000001.sst"), "a link to an old file");
    assertThat(notes(data(), "us-east-1")).isEmpty();
    assertThat(checkpoint).doesNotExist();
    assertThat(data().resolve(".backup/archive/hashes")).exists();
    try (var logs = Files.newDirectoryStream(data().resolve("rocksdb/archive"), "*.log")) {
      assertThat(logs).isEmpty();
    }
  }

  @Test
  void an_archive_without_space_harms_no_write_and_continues_afterwards() throws Exception {
    Files.createDirectories(archive());
    Path obstacle = Files.writeString(archive().resolve("log"), "a file instead of a folder");
    try (var server = serve();
        var client = server.client("us-east-1")) {
      NotesServer.createTable(client);
      // What is committed before the archiver begins is in its first backup, and not in the log.
      var _ =
          Eventually.get(
              "errors of the archive",
              () -> {
                NotesServer.put(client, "note", "text");
                return errors(server);
              },
              errors -> errors > 1);
      Files.delete(obstacle);
      awaitArchived(server);
      server.kill();
    }
    loseData();
    assertThat(restored("data")).containsOnlyKeys("note");
  }
}
