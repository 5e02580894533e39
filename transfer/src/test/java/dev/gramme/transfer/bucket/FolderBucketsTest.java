package dev.gramme.transfer.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bucket in a folder that is a symbolic link. */
final class FolderBucketsTest {
  @TempDir Path folder;

  private static void write(Bucket bucket, String key) {
    byte[] bytes = Utf8.bytes(key);
    try (Upload upload = bucket.write(key, Encryption.DEFAULT)) {
      upload.write(bytes, 0, bytes.length);
      upload.complete();
    }
  }

  @Test
  void a_link_to_a_folder_is_a_bucket_like_the_folder() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("disk"));
    Bucket bucket = FolderBuckets.of(link);
    assertThatThrownBy(() -> bucket.list("", 10)).isInstanceOf(BucketException.class);
    Files.createDirectory(folder.resolve("disk")); // is mounted later
    write(bucket, "data/a");
    write(bucket, "data/b");
    write(bucket, "other");
    assertThat(bucket.list("data/", 10))
        .extracting(Bucket.Entry::key)
        .containsExactly("data/a", "data/b");
    assertThat(bucket.list("", 10)).hasSize(3);
    Path part = Files.createFile(folder.resolve("disk/data/.c.part"));
    bucket.removeIncomplete("data/", Instant.MAX);
    assertThat(part).doesNotExist();
    try (InputStream content = bucket.read("data/a")) {
      assertThat(content.readAllBytes()).isEqualTo(Utf8.bytes("data/a"));
    }
    bucket.delete("data/a");
    assertThat(folder.resolve("disk/data/a")).doesNotExist();
  }

  @Test
  void a_link_inside_of_a_bucket_is_not_followed() throws IOException {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("a"), "secret");
    Path inside = Files.createDirectory(folder.resolve("inside"));
    Files.createSymbolicLink(inside.resolve("link"), outside);
    Bucket bucket = FolderBuckets.of(Files.createSymbolicLink(folder.resolve("link"), inside));
    assertThat(bucket.list("", 10)).isEmpty();
    assertThatThrownBy(() -> bucket.read("link/a")).isInstanceOf(BucketException.class);
  }
}
