package dev.gramme.storage.cassandra;

import static dev.gramme.storage.Direction.ASCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.TwoStoresContract;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.options.Placement;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.placement.WriteMark;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.session.InFlightGate;
import dev.gramme.storage.cassandra.session.ReadStatements;
import dev.gramme.storage.cassandra.session.SessionFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two stores on the same keyspace, as two servers have them. */
@Tag("long")
@Tag("slow")
final class CassandraTwoStoresTest extends TwoStoresContract {
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private final CassandraStoreOptions options =
      TestCassandra.options(() -> Instant.now().plus(ahead.get()));

  @Override
  protected Store open() {
    return CassandraStore.open(options);
  }

  @Test
  void a_store_uses_the_event_loops_of_its_caller_and_leaves_them_running() throws Exception {
    var started = new AtomicInteger();
    ThreadFactory threads =
        task -> {
          started.incrementAndGet();
          return new Thread(task, "loop of the caller");
        };
    var loops = new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory());
    try {
      try (var third = CassandraStore.open(options, loops)) {
        put(third, "k", "v");
        assertThat(get(one, "k")).isEqualTo("v");
        assertThat(get(third, "k")).isEqualTo("v");
        assertThat(started).hasValue(1);
        // It would wait for an answer that only this loop can receive.
        assertThatThrownBy(() -> loops.submit(() -> get(third, "k")).get())
            .cause()
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("A read of Cassandra must not block an event loop.");
      }
      assertThat(loops.submit(() -> "running").get()).isEqualTo("running");
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }

  /** The driver then sends a request to a replica, which need not forward it. */
  @Test
  void the_driver_knows_the_replicas_of_a_row() {
    try (var session = SessionFactory.open(options)) {
      assertThat(
              session
                  .getMetadata()
                  .getTokenMap()
                  .orElseThrow()
                  .getReplicas(options.keyspace(), ByteBuffer.wrap(bytes("bucket"))))
          .hasSize(1);
    }
  }

  @Test
  void a_short_range_read_does_not_conflict_with_writes_beside_it() {
    put(one, "a1", "x");
    var before = one.metrics().get("conflicts_total");
    one.transact(
            t -> {
              try (Cursor cursor = t.range(bytes("a0"), bytes("a5"), ASCENDING)) {
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.next()).isFalse();
              }
              put(other, "a7", "beside");
              t.put(bytes("b"), bytes("done"));
              return true;
            })
        .join();
    assertThat(one.metrics().get("conflicts_total")).isEqualTo(before);
    assertThat(keys(other)).containsExactly("a1", "a7", "b");
  }

  @Test
  void a_snapshot_that_is_too_old_is_refused() {
    put(one, "a", "1");
    try (Snapshot snapshot = one.snapshot()) {
      put(other, "a", "2");
      ahead.set(Duration.ofSeconds(30));
      assertThat(get(snapshot, "a")).isEqualTo("1");
      ahead.set(Duration.ofMinutes(2));
      assertThatThrownBy(() -> snapshot.get(bytes("a")))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("can be read for 60 seconds");
    }
  }

  @Test
  void history_that_no_snapshot_can_need_is_deleted() {
    put(one, "a", "1");
    put(other, "a", "2");
    assertThat(historySize("a")).isEqualTo(2);
    one.removeUnreachable(() -> true);
    assertThat(historySize("a")).isEqualTo(2);
    ahead.set(Duration.ofMinutes(6));
    one.removeUnreachable(() -> true);
    assertThat(historySize("a")).isZero();
    assertThat(get(other, "a")).isEqualTo("2");
  }

  @Test
  void a_second_store_does_not_register_a_bucket_again() {
    put(one, "a", "1");
    WriteMark before = directoryMark();
    put(other, "a", "2");
    assertThat(directoryMark()).isEqualTo(before);
    put(other, "b", "1");
    assertThat(directoryMark()).isNotEqualTo(before);
    assertThat(keys(one)).containsExactly("a", "b");
  }

  private static List<String> keys(Store store) {
    var keys = new ArrayList<String>();
    try (Cursor cursor = store.range(bytes("a"), bytes("z"), ASCENDING)) {
      while (cursor.next()) {
        keys.add(new String(cursor.key(), StandardCharsets.UTF_8));
      }
    }
    return keys;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private WriteMark directoryMark() {
    try (var session = SessionFactory.open(options)) {
      return new BucketDirectory(session, options, new InFlightGate())
          .list(new Bytes(bytes("a")), new Bytes(bytes("z")))
          .mark();
    }
  }

  /** How many replaced values of a key are in the history. */
  private int historySize(String key) {
    try (var session = SessionFactory.open(options)) {
      var gate = new InFlightGate();
      var row = new Bytes(bytes(key));
      var rows = new RowReader(session, options.keyspace(), new ReadStatements(session, gate));
      return rows
          .history(new BucketDirectory(session, options, gate).bucketOf(row), row, row.successor())
          .values()
          .stream()
          .mapToInt(List::size)
          .sum();
    }
  }

  @Test
  void a_keyspace_refuses_another_placement() {
    var options = TestCassandra.options().toBuilder().placement(Placement.prefix(7)).build();
    assertThatThrownBy(() -> CassandraStore.open(options))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("was created with the placement \"first byte, for tests\"");
  }
}
