package dev.gramme.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of earlier and later versions. */
final class FolderFormatTest {
  @TempDir private Path folder;

  private final List<String> done = new ArrayList<>();

  private FolderFormat.Step step(String name) {
    return path -> {
      assertThat(path).isEqualTo(folder);
      done.add(name + " on " + format());
    };
  }

  private String format() throws IOException {
    return Files.readString(folder.resolve("gramme.format"));
  }

  @Test
  void an_earlier_version_is_upgraded_step_by_step() throws Exception {
    Files.writeString(folder.resolve("gramme.format"), "rocksdb 1\n");
    var format = new FolderFormat(List.of(step("first"), step("second")));
    format.upgrade(folder);
    assertThat(done).containsExactly("first on rocksdb 1\n", "second on rocksdb 2\n");
    assertThat(format()).isEqualTo("rocksdb 3\n");
    format.upgrade(folder);
    assertThat(done).hasSize(2);
  }

  @Test
  void an_interrupted_upgrade_continues_with_the_interrupted_step() throws Exception {
    Files.writeString(folder.resolve("gramme.format"), "rocksdb 1\n");
    FolderFormat.Step failing =
        path -> {
          throw new IOException("no space for " + path.getFileName());
        };
    var interrupted = new FolderFormat(List.of(step("first"), failing));
    assertThatThrownBy(() -> interrupted.upgrade(folder)).isInstanceOf(IOException.class);
    assertThat(format()).isEqualTo("rocksdb 2\n");
    new FolderFormat(List.of(step("first"), step("second"))).upgrade(folder);
    assertThat(done).containsExactly("first on rocksdb 1\n", "second on rocksdb 2\n");
  }

  @Test
  void a_first_start_continues_after_one_that_did_not_complete_the_format() throws Exception {
    Files.writeString(folder.resolve("gramme.format.tmp"), "rocks");
    StoreFolder.open(folder).close();
    assertThat(format()).isEqualTo("rocksdb 1\n");
  }

  @Test
  void a_later_version_is_refused_in_one_line_and_left_unchanged() throws Exception {
    Files.writeString(folder.resolve("gramme.format"), "rocksdb 4\n");
    var format = new FolderFormat(List.of(step("first"), step("second")));
    assertThatThrownBy(() -> format.upgrade(folder))
        .isInstanceOf(StorageException.class)
        .hasMessage(
            "The folder %s has the format \"rocksdb 4\"; this version of Gramme reads \"rocksdb 3\", so a newer version is needed.",
            folder);
    assertThat(format()).isEqualTo("rocksdb 4\n");
    assertThat(done).isEmpty();
  }

  @Test
  void an_unknown_format_is_refused() throws Exception {
    Files.writeString(folder.resolve("gramme.format"), "something else\n");
    assertThatThrownBy(() -> FolderFormat.CURRENT.upgrade(folder))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("has the format \"something else\"");
  }
}
