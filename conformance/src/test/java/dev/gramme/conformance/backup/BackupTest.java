package dev.gramme.conformance.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.backup.BackupCommand;
import dev.gramme.storage.StoreHealth;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backs up running and stopped servers to a folder, and restores the backups. */
@Tag("slow")
final class BackupTest {
  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private Path place() {
    return folder.resolve("place");
  }

  private Command backup(String... more) {
    return Command.backup(
        Stream.concat(Stream.of("--data=" + data(), "--to", "" + place()), Stream.of(more))
            .toArray(String[]::new));
  }

  private Command restore(String name, String... more) {
    return Command.restore(
        Stream.concat(
                Stream.of("--data=" + folder.resolve(name), "--from", "" + place()),
                Stream.of(more))
            .toArray(String[]::new));
  }

  /** The notes after a restore and a start. */
  private SortedMap<String, String> restored(String name, String... more) throws Exception {
    restore(name, more).succeeded();
    try (var server = NotesServer.start(folder.resolve(name));
        var client = server.client("us-east-1")) {
      return NotesServer.notes(client);
    }
  }

  /** Writes notes to a server that is started and stopped for it. */
  private void write(int from, int to) throws Exception {
    try (var server = NotesServer.start(data());
        var client = server.client("us-east-1")) {
      if (client.listTables().tableNames().isEmpty()) {
        NotesServer.createTable(client);
      }
      for (int i = from; i < to; i++) {
        NotesServer.put(client, "note-" + i, "text " + i);
      }
    }
  }

  private static SortedMap<String, String> notes(int from, int to) {
    var notes = new TreeMap<String, String>();
    for (int i = from; i < to; i++) {
      notes.put("note-" + i, "text " + i);
    }
    return notes;
  }

  private List<Path> objects() throws IOException {
    try (var files = Files.list(place().resolve("objects"))) {
      return files.sorted().toList();
    }
  }

  private Path largestObject() throws IOException {
    return objects().stream()
        .max(Comparator.comparingLong(file -> file.toFile().length()))
        .orElseThrow();
  }

  private static Instant time(Command backup) {
    return Instant.parse(backup.out().replaceAll("(?s)backup ([^:]*:[^:]*:[^:]*):.*", "$1"));
  }

  @Test
  void a_backup_during_writes_has_all_writes_that_were_acknowledged_before() throws Exception {
    var acknowledged = new ConcurrentSkipListMap<String, String>();
    SortedMap<String, String> before;
    try (var server = NotesServer.start(data());
        var client = server.client("us-east-1");
        var elsewhere = server.client("eu-west-1")) {
      NotesServer.createTable(client);
      NotesServer.createTable(elsewhere);
      NotesServer.put(elsewhere, "far", "away");
      for (int i = 0; i < 200; i++) {
        NotesServer.put(client, "early-" + i, "text " + i);
        acknowledged.put("early-" + i, "text " + i);
      }
      var stop = new AtomicBoolean();
      var writer =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; !stop.get(); i++) {
                  NotesServer.put(client, "late-" + i, "text " + i);
                  acknowledged.put("late-" + i, "text " + i);
                }
              });
      before = new TreeMap<>(acknowledged);
      var result = backup().succeeded();
      stop.set(true);
      writer.join();
      assertThat(result.err()).contains("gramme: sending ");
      assertThat(result.out()).matches("backup 2\\S+Z: \\S+ [kM]?B sent, \\d+ B reused\n");
    }
    assertThat(data().resolve(".backup/checkpoint")).doesNotExist();
    restore("restored").succeeded();
    try (var server = NotesServer.start(folder.resolve("restored"));
        var client = server.client("us-east-1");
        var elsewhere = server.client("eu-west-1")) {
      var notes = NotesServer.notes(client);
      assertThat(notes).containsAllEntriesOf(before);
      assertThat(acknowledged).containsAllEntriesOf(notes);
      assertThat(NotesServer.notes(elsewhere)).containsOnlyKeys("far");
    }
  }

  @Test
  void a_backup_has_all_regions_of_a_running_server_in_any_order_and_on_any_disk()
      throws Exception {
    Path otherDisk = Files.createDirectories(folder.resolve("disk/eu"));
    Files.createDirectories(data().resolve("regions"));
    Files.createSymbolicLink(data().resolve("regions/eu-west-1"), otherDisk);
    try (var server = NotesServer.start(data(), "--regions=eu-west-1,us-east-1");
        var client = server.client("us-east-1");
        var elsewhere = server.client("eu-west-1")) {
      NotesServer.createTable(client);
      NotesServer.createTable(elsewhere);
      NotesServer.put(client, "near", "here");
      NotesServer.put(elsewhere, "far", "away");
      backup().succeeded();
    }
    assertThat(restored("restored")).containsOnlyKeys("near");
    try (var server = NotesServer.start(folder.resolve("restored"));
        var elsewhere = server.client("eu-west-1")) {
      assertThat(NotesServer.notes(elsewhere)).containsOnlyKeys("far");
    }
  }

  @Test
  void a_second_backup_sends_only_new_files_and_each_can_be_restored() throws Exception {
    write(0, 500);
    var first = backup().succeeded();
    var earlier = objects();
    write(500, 510);
    var second = backup().succeeded();
    assertThat(second.out()).doesNotMatch("(?s).*, [0-9]* B reused.*");
    assertThat(objects()).containsAll(earlier);
    var list = backup("--list").succeeded().out().lines().toList();
    assertThat(list)
        .hasSize(2)
        .allMatch(line -> line.endsWith(", written by Gramme 1.2.3"))
        .satisfiesExactly(
            line -> assertThat(line).startsWith(time(first) + "  "),
            line -> assertThat(line).startsWith(time(second) + "  "));
    assertThat(restored("newest")).isEqualTo(notes(0, 510));
    assertThat(restored("oldest", "--at=" + time(first))).isEqualTo(notes(0, 500));
    assertThat(restored("between", "--at=" + time(second).minusMillis(1))).isEqualTo(notes(0, 500));
    assertThat(restore("none", "--at=" + time(first).minusMillis(1)).failure())
        .contains("there is no backup at or before");
  }

  private void flipByte(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void a_flipped_byte_is_found_and_nothing_is_restored() throws Exception {
    write(0, 500);
    backup("--verify").succeeded();
    assertThat(restore("restored", "--verify").succeeded().out()).contains("is complete");
    Path damaged = largestObject();
    flipByte(damaged);
    for (var failed : List.of(backup("--verify"), restore("restored"), restore("r", "--verify"))) {
      assertThat(failed.failure())
          .startsWith("gramme: objects/" + damaged.getFileName() + " in " + place() + " is damaged")
          .contains("this object is the content of rocksdb/");
    }
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(data(), place());
    }
  }

  @Test
  void a_missing_or_short_object_is_found() throws Exception {
    write(0, 500);
    backup().succeeded();
    Path damaged = largestObject();
    byte[] content = Files.readAllBytes(damaged);
    Files.write(damaged, new byte[10]);
    assertThat(restore("restored").failure())
        .contains(
            "it has 10 bytes instead of "
                + content.length
                + "; this object is the content of rocksdb/");
    Files.delete(damaged);
    assertThat(restore("restored").failure())
        .contains("objects/" + damaged.getFileName() + " in " + place() + " is missing");
    assertThat(folder.resolve("restored")).doesNotExist();
    backup().succeeded();
    assertThat(damaged).hasBinaryContent(content);
    assertThat(restored("restored")).isEqualTo(notes(0, 500));
  }

  @Test
  void a_damaged_manifest_is_found() throws Exception {
    write(0, 5);
    backup().succeeded();
    try (var manifests = Files.list(place().resolve("backups"))) {
      flipByte(manifests.findFirst().orElseThrow());
    }
    assertThat(restore("restored").failure()).contains("the manifest backups/", "is damaged");
    assertThat(backup("--list").failure()).contains("the manifest backups/", "is damaged");
  }

  @Test
  void expiry_keeps_the_objects_of_the_backups_that_remain() throws Exception {
    for (int i = 0; i < 4; i++) {
      write(100 * i, 100 * (i + 1));
      backup().succeeded();
    }
    var all = objects();
    assertThat(backup("--keep-days=1").succeeded().out()).contains("0 backups deleted");
    assertThat(backup("--keep=2").succeeded().out())
        .contains("4 backups deleted, 0 B of their files; 2 backups remain");
    assertThat(objects()).as("young objects remain").containsAll(all);
    for (Path object : objects()) {
      Files.setLastModifiedTime(object, FileTime.from(Instant.now().minus(Duration.ofMinutes(61))));
    }
    backup("--keep=1").succeeded();
    assertThat(objects()).hasSizeLessThan(all.size());
    assertThat(backup("--list").out().lines()).hasSize(1);
    assertThat(restored("restored")).isEqualTo(notes(0, 400));
  }

  @Test
  void backups_that_are_older_than_some_days_are_deleted() throws Exception {
    for (int i = 0; i < 3; i++) {
      write(100 * i, 100 * (i + 1));
      backup().succeeded();
      age(10 - i);
    }
    assertThat(backup("--keep-days=9").succeeded().out())
        .contains("2 backups deleted", "2 backups");
    age(3);
    assertThat(backup("--keep-days=1").succeeded().out())
        .contains("2 backups deleted", "1 backups");
    assertThat(restored("restored")).isEqualTo(notes(0, 300));
  }

  /**
   * Makes the newest backup older. Its time is in the manifest, and in the manifest's name with the
   * hash.
   */
  private void age(int days) throws Exception {
    String time = backup("--list").succeeded().out().lines().toList().getLast().split(" ")[0];
    Path backups = place().resolve("backups");
    Path manifest;
    try (var all = Files.list(backups)) {
      manifest =
          all.filter(file -> String.valueOf(file.getFileName()).startsWith(nameOf(time)))
              .findFirst()
              .orElseThrow();
    }
    String older = Instant.parse(time).minus(Duration.ofDays(days)).toString();
    byte[] content =
        Files.readString(manifest).replace(time, older).getBytes(StandardCharsets.UTF_8);
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
    Files.delete(manifest);
    Files.write(
        backups.resolve(
            nameOf(older) + "-" + HexFormat.of().formatHex(hash).substring(0, 16) + ".json"),
        content);
  }

  private static String nameOf(String time) {
    return DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSSX")
        .withZone(ZoneOffset.UTC)
        .format(Instant.parse(time));
  }

  @Test
  void another_data_folder_is_refused_until_it_takes_the_place_over() throws Exception {
    write(0, 5);
    backup().succeeded();
    assertThat(restored("restored")).isEqualTo(notes(0, 5));
    String[] flags = {"--data=" + folder.resolve("restored"), "--to=" + place()};
    String refused = Command.backup(flags).failure();
    assertThat(refused)
        .startsWith("gramme: " + place() + " belongs to the data folder " + data() + " on ")
        .endsWith("--take-over --to %s --data %s".formatted(place(), folder.resolve("restored")));
    assertThat(backup("--list").succeeded().out().lines()).hasSize(1);
    String taken = Command.backup("--take-over", flags[0], flags[1]).succeeded().out();
    assertThat(taken)
        .startsWith(place() + " now belongs to the data folder " + folder.resolve("restored"));
    Command.backup(flags).succeeded();
    assertThat(backup("--keep=1").failure())
        .contains("belongs to the data folder " + folder.resolve("restored"));
    assertThat(backup("--list").succeeded().out().lines()).hasSize(2);
  }

  @Test
  void no_other_backup_begins_while_one_deletes_objects() throws Exception {
    write(0, 5);
    var overlapping = new ArrayList<Command>();
    var out =
        new PrintStream(OutputStream.nullOutputStream()) {
          @Override
          public void println(String line) {
            if (line.startsWith("backup ")) { // before it expires old backups
              overlapping.add(backup());
            }
          }
        };
    int status =
        BackupCommand.run(
            List.of("--data=" + data(), "--to=" + place(), "--keep=1"),
            Map.of(),
            "1.2.3",
            out,
            System.err);
    assertThat(status).isZero();
    assertThat(overlapping)
        .singleElement()
        .extracting(Command::failure)
        .isEqualTo("gramme: another backup of " + data() + " is running");
    backup().succeeded();
  }

  @Test
  void a_backup_removes_the_incomplete_files_of_backups_that_were_killed_a_day_ago()
      throws Exception {
    write(0, 5);
    backup().succeeded();
    Path old = Files.writeString(place().resolve("objects/.0123.part"), "half");
    Path young = Files.writeString(place().resolve("objects/.4567.part"), "half");
    Path foreign = Files.writeString(place().resolve(".notes.part"), "not Gramme's");
    var yesterday = FileTime.from(Instant.now().minus(Duration.ofHours(25)));
    Files.setLastModifiedTime(old, yesterday);
    Files.setLastModifiedTime(foreign, yesterday);
    backup().succeeded();
    assertThat(old).doesNotExist();
    assertThat(young).exists();
    assertThat(foreign).exists();
  }

  @Test
  void a_failed_backup_does_not_exist_and_the_next_one_sends_only_the_rest() throws Exception {
    write(0, 500);
    // The last file cannot be stored, because a folder has the name of its object.
    String hash =
        HexFormat.of()
            .formatHex(
                MessageDigest.getInstance("SHA-256")
                    .digest(Files.readAllBytes(data().resolve("gramme.format"))));
    Path obstacle = place().resolve("objects").resolve(hash);
    Files.createDirectories(obstacle.resolve("full"));
    assertThat(backup().failure()).startsWith("gramme: cannot write objects/" + hash);
    assertThat(backup("--list").succeeded().out()).isEmpty();
    assertThat(restore("restored").failure()).isEqualTo("gramme: there is no backup in " + place());
    Files.delete(obstacle.resolve("full"));
    Files.delete(obstacle);
    assertThat(backup().succeeded().out()).contains(": 10 B sent, ");
    assertThat(restored("restored")).isEqualTo(notes(0, 500));
  }

  @Test
  void a_folder_with_content_is_not_overwritten() throws Exception {
    write(0, 5);
    backup().succeeded();
    Files.createDirectories(folder.resolve("used").resolve("folder"));
    assertThat(restore("used").failure()).contains("is not empty");
    Files.createDirectories(folder.resolve("empty"));
    assertThat(restored("empty")).isEqualTo(notes(0, 5));
  }

  @Test
  void what_cannot_be_backed_up_is_reported_in_one_line() throws Exception {
    assertThat(backup().failure()).isEqualTo("gramme: there is no " + data());
    Files.createDirectories(data());
    assertThat(backup().failure()).isEqualTo("gramme: there is no database in " + data());
    try (var store = RocksStore.open(RocksStoreOptions.of(data()))) {
      assertThat(store.health()).isEqualTo(StoreHealth.WRITABLE);
      assertThat(backup().failure()).contains("is in use", "--admin-url");
    }
    assertThat(Command.backup("--data=" + data()).status()).isEqualTo(2);
    assertThat(backup("--keep=0").err()).contains("--keep is \"0\"");
    assertThat(backup("--store=cassandra", "--contact-points=127.0.0.1:9042").err())
        .contains("back it up with Cassandra's own tools");
  }

  @Test
  void a_server_with_tls_is_backed_up() throws Exception {
    write(0, 5);
    try (var server = NotesServer.start(data(), "--tls=self-signed");
        var client = server.client("us-east-1")) {
      assertThat(backup().failure()).contains("cannot write a checkpoint");
      backup("--tls=self-signed").succeeded();
      assertThat(client.serviceName()).isEqualTo("dynamodb");
    }
    assertThat(restored("restored")).isEqualTo(notes(0, 5));
  }

  @Test
  void a_running_server_refuses_a_checkpoint_without_its_token() throws Exception {
    write(0, 5);
    Path other = Files.writeString(folder.resolve("token"), "another token of many bytes");
    try (var server = NotesServer.start(data());
        var client = server.client("us-east-1")) {
      assertThat(backup("--admin-token=" + other).failure()).contains("answered 401");
      backup().succeeded();
      assertThat(NotesServer.notes(client)).isEqualTo(notes(0, 5));
    }
  }
}
