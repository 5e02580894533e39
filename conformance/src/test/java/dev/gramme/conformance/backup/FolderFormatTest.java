package dev.gramme.conformance.backup;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.server.StartException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data folders of every version of the format can be used. */
@Tag("slow")
final class FolderFormatTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = 1)
  void a_folder_of_an_earlier_build_is_complete_and_can_be_written(int version) throws Exception {
    FolderFixture.unpack(version, folder);
    assertThat(Files.readString(folder.resolve("gramme.format")))
        .isEqualTo("rocksdb " + version + "\n");
    assertThat(Command.check("--data=" + folder).succeeded().out()).contains("nothing is wrong");
    try (var server = NotesServer.start(folder);
        var east = server.client("us-east-1");
        var west = server.client("eu-west-1")) {
      assertThat(NotesServer.notes(west)).isEqualTo(Map.of("far", "away"));
      for (int i = 0; i < FolderFixture.ITEMS; i++) {
        var item = FolderFixture.item(i);
        var key =
            Map.of(
                "customer", requireNonNull(item.get("customer")),
                "id", requireNonNull(item.get("id")));
        assertThat(east.getItem(get -> get.tableName("orders").key(key)).item()).isEqualTo(item);
      }
      FolderFixture.put(east, FolderFixture.ITEMS);
      assertThat(east.scan(scan -> scan.tableName("orders").indexName("states")).count())
          .isEqualTo(FolderFixture.ITEMS + 1);
    }
    assertThat(Command.check("--data=" + folder).succeeded().out()).contains("nothing is wrong");
  }

  @Test
  void a_folder_of_a_later_version_is_refused_in_one_line() throws Exception {
    FolderFixture.unpack(1, folder);
    Files.writeString(folder.resolve("gramme.format"), "rocksdb 2\n");
    assertThatThrownBy(() -> NotesServer.start(folder))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "The folder %s has the format \"rocksdb 2\"; this version of Gramme reads \"rocksdb 1\", so a newer version is needed.",
            folder);
  }
}
