package dev.gramme.storage.cassandra;

import static dev.gramme.storage.Direction.ASCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Transaction;
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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two stores on the same keyspace, as two servers have them. */
@Tag("slow")
final class TwoStoresTest {
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private CassandraStoreOptions options;
  private CassandraStore one;
  private CassandraStore other;

  @BeforeEach
  void open() {
    InstantSource clock = () -> Instant.now().plus(ahead.get());
    options = TestCassandra.options(clock);
    one = CassandraStore.open(options);
    other = CassandraStore.open(options);
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  private static void put(CassandraStore store, String key, String value) {
    store
        .transact(t -> {
          t.put(bytes(key), bytes(value));
          return true;
        })
        .join();
  }

  private static int increment(Transaction t) {
    String old = text(t.get(bytes("n")));
    int next = old == null ? 1 : Integer.parseInt(old) + 1;
    t.put(bytes("n"), bytes(Integer.toString(next)));
    return next;
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
        assertThat(text(one.get(bytes("k")))).isEqualTo("v");
        assertThat(text(third.get(bytes("k")))).isEqualTo("v");
        assertThat(started).hasValue(1);
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

  private static List<String> keys(Reader reader) {
    var keys = new ArrayList<String>();
    try (Cursor cursor = reader.range(bytes("a"), bytes("z"), ASCENDING)) {
      while (cursor.next()) {
        keys.add(String.valueOf(text(cursor.key())));
      }
    }
    return keys;
  }

  @Test
  void no_increment_through_either_store_is_lost() {
    var futures = new ArrayList<CompletableFuture<Integer>>();
    for (int i = 0; i < 100; i++) {
      futures.add((i % 2 == 0 ? one : other).transact(TwoStoresTest::increment));
    }
    assertThat(futures.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
    assertThat(text(one.get(bytes("n")))).isEqualTo("100");
    assertThat(text(other.get(bytes("n")))).isEqualTo("100");
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
  void a_short_range_read_conflicts_with_writes_into_it() {
    put(one, "a1", "x");
    var runs = new ArrayList<Integer>();
    int seen =
        one.transact(
                t -> {
                  int count = 0;
                  try (Cursor cursor = t.range(bytes("a0"), bytes("a9"), ASCENDING)) {
                    while (cursor.next()) {
                      count++;
                    }
                  }
                  if (runs.isEmpty()) {
                    put(other, "a5", "into it");
                  }
                  runs.add(count);
                  t.put(bytes("b"), bytes("done"));
                  return count;
                })
            .join();
    assertThat(runs).containsExactly(1, 2);
    assertThat(seen).isEqualTo(2);
  }

  @Test
  void a_snapshot_ignores_later_writes_of_the_other_store_until_it_is_too_old() {
    put(one, "a", "1");
    put(other, "b", "1");
    try (Snapshot snapshot = one.snapshot()) {
      put(other, "a", "2");
      put(other, "c", "2");
      assertThat(keys(snapshot)).containsExactly("a", "b");
      assertThat(text(snapshot.get(bytes("a")))).isEqualTo("1");
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
    assertThat(text(other.get(bytes("a")))).isEqualTo("2");
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
    var options = TestCassandra.options().withPlacement(Placement.prefix(7));
    assertThatThrownBy(() -> CassandraStore.open(options))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("was created with the placement \"first byte, for tests\"");
  }
}
