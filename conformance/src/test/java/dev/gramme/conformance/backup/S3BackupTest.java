package dev.gramme.conformance.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.transfer.s3.S3Server;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups in an S3 bucket. */
@Tag("slow")
final class S3BackupTest {
  @TempDir private Path folder;

  @Test
  void a_running_server_is_backed_up_to_a_bucket_and_restored_from_it() throws Exception {
    try (var s3 = new S3Server().withBucket("safe")) {
      Path data = folder.resolve("data");
      try (var server = NotesServer.start(data);
          var client = server.client("us-east-1")) {
        NotesServer.createTable(client);
        for (int i = 0; i < 50; i++) {
          NotesServer.put(client, "note-" + i, "x".repeat(100_000) + i);
        }
        Command.backup(flags(s3, data, "--to=s3://safe/gramme/one", "--verify")).succeeded();
        NotesServer.put(client, "last", "note");
        var second =
            Command.backup(flags(s3, data, "--to=s3://safe/gramme/one", "--keep=1")).succeeded();
        assertThat(second.out()).contains("1 backups deleted, 0 B").doesNotContain(" 0 B reused");
        Path restored = folder.resolve("restored");
        Command.restore(flags(s3, restored, "--from=s3://safe/gramme/one")).succeeded();
        try (var copy = NotesServer.start(restored);
            var reader = copy.client("us-east-1")) {
          assertThat(NotesServer.notes(reader)).isEqualTo(NotesServer.notes(client)).hasSize(51);
        }
      }
      assertThat(Command.backup(flags(s3, data, "--to=s3://other/gramme")).failure())
          .startsWith("gramme: cannot ")
          .contains("in s3://other/gramme: ");
    }
    assertThat(Command.backup("--data=" + folder.resolve("data"), "--to=s3://safe").err())
        .contains("s3:// needs --s3-endpoint URL");
  }

  private static String[] flags(S3Server s3, Path data, String... more) {
    var flags =
        new ArrayList<>(
            List.of(
                "--data=" + data,
                "--s3-endpoint=" + s3.endpoint().uri(),
                "--s3-access-key=reader",
                "--s3-secret-key=secret"));
    flags.addAll(List.of(more));
    return flags.toArray(String[]::new);
  }
}
