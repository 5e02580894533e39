package dev.gramme.conformance.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups that are killed, that have no space, and that somebody has changed. */
@Tag("slow")
final class BackupFaultTest {
  private static final int NOTES = 40;
  private static final int NOTE_BYTES = 50_000;
  private static final int KILLS = 6;

  /** Short beside a backup, and long enough to leave the processor to the backup. */
  private static final long POLL_NANOS = 500_000;

  @TempDir private Path folder;

  private String data() {
    return "--data=" + folder.resolve("data");
  }

  private Path place() {
    return folder.resolve("place");
  }

  private void write(int round) throws Exception {
    var random = new Random(round);
    try (var server = NotesServer.start(folder.resolve("data"));
        var client = server.client("us-east-1")) {
      if (round == 0) {
        NotesServer.createTable(client);
      }
      for (int i = 0; i < NOTES; i++) {
        byte[] text = new byte[NOTE_BYTES / 2];
        random.nextBytes(text);
        NotesServer.put(client, "note-" + round + "-" + i, HexFormat.of().formatHex(text));
      }
    }
  }

  private int restoredNotes(String name, String... more) throws Exception {
    var flags = new ArrayList<>(List.of("--data=" + folder.resolve(name), "--from=" + place()));
    flags.addAll(List.of(more));
    Command.restore(flags.toArray(String[]::new)).succeeded();
    assertThat(Command.check(flags.getFirst()).succeeded().out()).contains("nothing is wrong");
    try (var server = NotesServer.start(folder.resolve(name));
        var client = server.client("us-east-1")) {
      return NotesServer.notes(client).size();
    }
  }

  private List<String> backups() {
    return Command.backup("--list", "--to=" + place()).succeeded().out().lines().toList();
  }

  /** The number of complete and incomplete objects. */
  private long objects() throws IOException {
    try (var files = Files.list(place().resolve("objects"))) {
      return files.count();
    }
  }

  @Test
  void a_backup_that_is_killed_anywhere_harms_no_earlier_one_and_the_next_one_succeeds()
      throws Exception {
    write(0);
    Command.backup(data(), "--to=" + place()).succeeded();
    String first = backups().getFirst();
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int kill = 1; kill <= KILLS; kill++) {
      write(kill);
      long sent = objects() + random.nextInt(6);
      try (var backup = GrammeProcess.start("backup", data(), "--to=" + place())) {
        while (backup.isRunning() && objects() < sent) {
          LockSupport.parkNanos(POLL_NANOS);
        }
        backup.kill();
      }
      assertThat(backups()).as("kill %d, seed %d", kill, seed).startsWith(first);
    }
    assertThat(restoredNotes("first", "--at=" + first.split(" ")[0])).isEqualTo(NOTES);
    Command.backup(data(), "--to=" + place(), "--verify").succeeded();
    assertThat(restoredNotes("newest")).as("seed %d", seed).isEqualTo(NOTES * (KILLS + 1));
  }

  @Test
  void a_place_without_space_is_reported_and_keeps_its_earlier_backups() throws Exception {
    write(0);
    Command.backup(data(), "--to=" + place()).succeeded();
    List<String> before = backups();
    write(1);
    try (var backup = GrammeProcess.startWithFileLimit(500, "backup", data(), "--to=" + place())) {
      assertThat(backup.result().failure())
          .matches("gramme: cannot write objects/\\S+ in " + place() + ": .*File too large.*");
    }
    assertThat(backups()).isEqualTo(before);
    assertThat(restoredNotes("first")).isEqualTo(NOTES);
    Command.backup(data(), "--to=" + place()).succeeded();
    assertThat(restoredNotes("second")).isEqualTo(2 * NOTES);
  }

  /** Replaces a text in the only manifest, whose name then has the right hash again. */
  private void forge(String text, String by) throws Exception {
    try (var manifests = Files.list(place().resolve("backups"))) {
      Path manifest = manifests.toList().getFirst();
      String content = Files.readString(manifest);
      assertThat(content).contains(text);
      byte[] forged = content.replace(text, by).getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(forged);
      String name = String.valueOf(manifest.getFileName()).replaceAll("-.*", "");
      Files.delete(manifest);
      Files.write(
          manifest.resolveSibling(
              name + "-" + HexFormat.of().formatHex(hash).substring(0, 16) + ".json"),
          forged);
    }
  }

  @Test
  void a_forged_manifest_opens_no_database_outside_of_the_folder() throws Exception {
    write(0);
    Command.backup(data(), "--to=" + place()).succeeded();
    forge("\"folders\":[\"\"]", "\"folders\":[\"\",\"../outside\"]");
    Command restored =
        Command.restore("--verify", "--data=" + folder.resolve("new"), "--from=" + place());
    assertThat(restored.failure())
        .isEqualTo("gramme: the backup has a database outside of its folder: ../outside");
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(folder.resolve("data"), place());
    }
  }

  @Test
  void a_forged_manifest_writes_no_file_outside_of_the_folder() throws Exception {
    write(0);
    Command.backup(data(), "--to=" + place()).succeeded();
    forge("\"gramme.format\"", "\"../outside\"");
    Command restored = Command.restore("--data=" + folder.resolve("new"), "--from=" + place());
    assertThat(restored.failure())
        .isEqualTo("gramme: the backup has a file outside of its folder: ../outside");
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(folder.resolve("data"), place());
    }
  }
}
