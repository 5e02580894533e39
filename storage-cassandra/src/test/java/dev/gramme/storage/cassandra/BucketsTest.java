package dev.gramme.storage.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What buckets are told of the rows that guard them. */
final class BucketsTest {
  private static Bytes bytes(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void the_directory_is_another_after_each_bucket_that_is_entered() {
    var options = TestCassandra.options();
    CassandraStore.open(options).close();
    try (var session = Session.open(options)) {
      var gate = new Gate();
      var buckets = new Buckets(session, options, gate);
      var rows = new Rows(session, options.keyspace(), gate);
      var transaction =
          new CassandraTransaction(
              rows,
              new Derived(session, options, gate, buckets),
              buckets,
              new Guards(options.placement(), buckets),
              new Recent(),
              new Turns(),
              Set.of());
      var marks = new ArrayList<@Nullable Bytes>();
      buckets.enter(
          List.of(buckets.of(bytes("a1")), buckets.of(bytes("b1")), buckets.of(bytes("c1"))),
          transaction,
          () -> {
            marks.add(buckets.list(bytes("a"), bytes("d")).mark());
            return bytes(UUID.randomUUID().toString());
          });
      marks.add(buckets.list(bytes("a"), bytes("d")).mark());
      assertThat(marks).hasSize(4).doesNotHaveDuplicates();
    }
  }

  @Test
  void a_bucket_that_has_been_told_a_version_keeps_it() {
    var options = TestCassandra.options();
    CassandraStore.open(options).close();
    try (var session = Session.open(options)) {
      var buckets = new Buckets(session, options, new Gate());
      Bytes bucket = buckets.of(bytes("a1"));
      assertThat(buckets.tell(bucket, bytes("first"))).isEqualTo(bytes("first"));
      assertThat(buckets.tell(bucket, bytes("second"))).isEqualTo(bytes("first"));
      var rows = new Rows(session, options.keyspace(), new Gate());
      assertThat(rows.mark(bucket).guard()).isEqualTo(bytes("first"));
    }
  }
}
