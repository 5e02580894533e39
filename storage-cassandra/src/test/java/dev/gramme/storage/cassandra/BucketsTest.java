package dev.gramme.storage.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What buckets are told of the rows that guard them. */
final class BucketsTest {
  private static Bytes bytes(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
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
