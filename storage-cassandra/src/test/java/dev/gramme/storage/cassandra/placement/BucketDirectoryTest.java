package dev.gramme.storage.cassandra.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.cassandra.CassandraStore;
import dev.gramme.storage.cassandra.TestCassandra;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.session.InFlightGate;
import dev.gramme.storage.cassandra.session.ReadStatements;
import dev.gramme.storage.cassandra.session.SessionFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A bucket stores a copy of the schema version. */
@Tag("long")
@Tag("slow")
final class BucketDirectoryTest {
  private static Bytes bytes(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_bucket_keeps_the_first_copy_of_a_schema_version_that_it_is_given() {
    var options = TestCassandra.options();
    CassandraStore.open(options).close();
    try (var session = SessionFactory.open(options)) {
      var gate = new InFlightGate();
      var buckets = new BucketDirectory(session, options, gate);
      Bytes bucket = buckets.bucketOf(bytes("a1"));
      assertThat(buckets.copySchemaVersion(bucket, bytes("first"))).isEqualTo(bytes("first"));
      assertThat(buckets.copySchemaVersion(bucket, bytes("second"))).isEqualTo(bytes("first"));
      var rows = new RowReader(session, options.keyspace(), new ReadStatements(session, gate));
      assertThat(rows.bucketState(bucket).schemaVersion()).isEqualTo(bytes("first"));
    }
  }
}
