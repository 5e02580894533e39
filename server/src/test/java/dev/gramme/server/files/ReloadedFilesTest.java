package dev.gramme.server.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.server.files.ReloadedFiles.UnreadableException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadedFilesTest {
  @TempDir private Path folder;
  private int reads;

  private String read() throws Exception {
    return Files.readString(folder.resolve("a")) + Files.readString(folder.resolve("b"));
  }

  private ReloadedFiles<String> open() throws Exception {
    return ReloadedFiles.read(
        "words",
        List.of(folder.resolve("a"), folder.resolve("b")),
        () -> {
          reads++;
          String text =
              Files.readString(folder.resolve("a")) + Files.readString(folder.resolve("b"));
          if (text.contains("broken")) {
            throw new UnreadableException("it is broken", null);
          }
          return text;
        });
  }

  private void write(String name, String text) throws Exception {
    Files.writeString(folder.resolve(name), text);
  }

  @Test
  void files_are_read_again_only_if_one_of_them_has_changed() throws Exception {
    write("a", "1");
    write("b", "2");
    var files = open();
    assertThat(files.get()).isEqualTo(read());
    files.check();
    assertThat(reads).isEqualTo(1);
    write("b", "three");
    assertThat(files.get()).isEqualTo("12");
    files.check();
    assertThat(files.get()).isEqualTo("1three");
    assertThat(reads).isEqualTo(2);
  }

  @Test
  void a_replaced_file_is_read_even_if_its_time_is_unchanged() throws Exception {
    write("a", "1");
    write("b", "2");
    var files = open();
    var other = Files.writeString(folder.resolve("c"), "3");
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(folder.resolve("b")));
    Files.move(other, folder.resolve("b"), StandardCopyOption.ATOMIC_MOVE);
    files.check();
    assertThat(files.get()).isEqualTo("13");
  }

  @Test
  void unusable_or_deleted_files_leave_the_value_unchanged() throws Exception {
    write("a", "1");
    write("b", "2");
    var files = open();
    write("a", "broken");
    files.check();
    files.check();
    assertThat(reads).as("a broken file is read once").isEqualTo(2);
    assertThat(files.get()).isEqualTo("12");
    Files.delete(folder.resolve("a"));
    files.check();
    assertThat(files.get()).isEqualTo("12");
    write("a", "new");
    files.check();
    assertThat(files.get()).isEqualTo("new2");
  }

  @Test
  void a_first_read_that_fails_is_an_error() throws Exception {
    write("a", "broken");
    assertThatThrownBy(this::open).isInstanceOf(NoSuchFileException.class);
    write("b", "");
    assertThatThrownBy(this::open).hasMessage("it is broken");
  }
}
