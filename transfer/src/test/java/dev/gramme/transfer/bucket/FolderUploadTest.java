package dev.gramme.transfer.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.Utf8;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
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
  void incomplete_files_are_removed_after_a_time_and_others_stay() throws IOException {
    Instant limit = Instant.parse("2026-11-01T00:00:00Z");
    Files.createDirectories(folder.resolve("data/deep"));
    Files.createDirectories(folder.resolve("more"));
    for (String name :
        List.of("data/.a.part", "data/deep/.b.part", "data/c", "data/.part", "more/.d.part")) {
      Path file = Files.writeString(folder.resolve(name), "text");
      Files.setLastModifiedTime(file, FileTime.from(limit.minusSeconds(1)));
    }
    Path young = Files.writeString(folder.resolve("data/.e.part"), "text");
    Files.setLastModifiedTime(young, FileTime.from(limit));
    FolderBuckets.of(folder).removeIncomplete("data/", limit);
    try (var files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile).map(file -> folder.relativize(file).toString()))
          .containsExactlyInAnyOrder("data/c", "data/.part", "data/.e.part", "more/.d.part");
    }
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
