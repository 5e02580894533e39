package dev.gramme.transfer.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.Utf8;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads of one object by two servers that share a folder. */
final class FolderUploadTest {
  @TempDir Path folder;

  private Upload upload() {
    return FolderBuckets.of(folder).write("data/object", Encryption.DEFAULT);
  }

  private static void write(Upload upload, String text) {
    byte[] bytes = Utf8.bytes(text);
    upload.write(bytes, 0, bytes.length);
  }

  private String object() throws IOException {
    return Files.readString(folder.resolve("data/object"));
  }

  @Test
  void an_upload_that_another_one_has_replaced_cannot_damage_it() throws IOException {
    try (Upload suspended = upload();
        Upload other = upload()) {
      write(suspended, "beginning");
      write(other, "whole");
      write(suspended, ", end");
      assertThatThrownBy(suspended::complete).isInstanceOf(BucketException.class);
      other.complete();
      assertThat(object()).isEqualTo("whole");
    }
    assertThat(object()).isEqualTo("whole");
  }

  @Test
  void an_upload_that_ends_after_the_other_one_does_not_change_the_object() throws IOException {
    try (Upload suspended = upload()) {
      write(suspended, "beginning");
      try (Upload other = upload()) {
        write(other, "whole");
        other.complete();
      }
      write(suspended, ", end");
      assertThatThrownBy(suspended::complete).isInstanceOf(BucketException.class);
    }
    assertThat(object()).isEqualTo("whole");
  }

  @Test
  void what_a_crash_has_left_is_replaced() throws IOException {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data/.object.part"), "a longer text than the object");
    try (Upload upload = upload()) {
      write(upload, "whole");
      upload.complete();
    }
    assertThat(object()).isEqualTo("whole");
    try (var files = Files.list(folder.resolve("data"))) {
      assertThat(files).hasSize(1);
    }
  }
}
