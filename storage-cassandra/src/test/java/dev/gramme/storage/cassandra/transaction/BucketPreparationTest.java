package dev.gramme.storage.cassandra.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.cassandra.placement.WriteMark;
import dev.gramme.storage.cassandra.row.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Buckets are registered in the directory before they are written. */
@Tag("long")
@Tag("slow")
final class BucketPreparationTest {
  private static Bytes bytes(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void the_mark_of_the_directory_changes_with_each_registered_bucket() {
    try (var parts = new StoreParts()) {
      var marks = new ArrayList<WriteMark>();
      var preparation =
          new BucketPreparation(
              parts.rows,
              parts.buckets,
              parts.versions,
              () -> {
                marks.add(parts.buckets.list(bytes("a"), bytes("d")).mark());
                return StoreParts.newId();
              });
      preparation.register(
          List.of(
              parts.buckets.bucketOf(bytes("a1")),
              parts.buckets.bucketOf(bytes("b1")),
              parts.buckets.bucketOf(bytes("c1"))),
          parts.begin(new OwnWriteCache()));
      marks.add(parts.buckets.list(bytes("a"), bytes("d")).mark());
      assertThat(marks).hasSize(4).doesNotHaveDuplicates();
    }
  }
}
