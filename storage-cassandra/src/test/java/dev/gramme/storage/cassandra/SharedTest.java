package dev.gramme.storage.cassandra;

import static dev.gramme.storage.Direction.ASCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Transaction;
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
import org.junit.jupiter.api.Test;

/** Two stores on the same rows, as two servers have them. */
final class SharedTest {
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

  private static int increase(Transaction t) {
    String old = text(t.get(bytes("n")));
    int next = old == null ? 1 : Integer.parseInt(old) + 1;
    t.put(bytes("n"), bytes(Integer.toString(next)));
    return next;
  }

  @Test
  void a_store_talks_by_event_loops_of_others_and_leaves_them_running() throws Exception {
    var started = new AtomicInteger();
    ThreadFactory threads =
        task -> {
          started.incrementAndGet();
          return new Thread(task, "loop of others");
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

  /** So that a request goes to a node that has what it is for, and is not handed on. */
  @Test
  void the_driver_knows_which_nodes_have_a_row() {
    try (var session = Session.open(options)) {
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
  void no_increase_through_either_is_lost() {
    var futures = new ArrayList<CompletableFuture<Integer>>();
    for (int i = 0; i < 100; i++) {
      futures.add((i % 2 == 0 ? one : other).transact(SharedTest::increase));
    }
    assertThat(futures.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
    assertThat(text(one.get(bytes("n")))).isEqualTo("100");
    assertThat(text(other.get(bytes("n")))).isEqualTo("100");
  }

  @Test
  void a_short_range_does_not_meet_writes_beside_it() {
    put(one, "a1", "x");
    var before = one.figures().get("conflicts_total");
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
    assertThat(one.figures().get("conflicts_total")).isEqualTo(before);
    assertThat(keys(other)).containsExactly("a1", "a7", "b");
  }

  @Test
  void a_short_range_meets_writes_into_it() {
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
  void a_snapshot_of_one_is_unmoved_by_the_other_until_it_is_too_old() {
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
  void what_no_snapshot_can_see_any_more_is_tidied_away() {
    put(one, "a", "1");
    put(other, "a", "2");
    assertThat(kept("a")).isEqualTo(2);
    one.tidy(() -> true);
    assertThat(kept("a")).isEqualTo(2);
    ahead.set(Duration.ofMinutes(6));
    one.tidy(() -> true);
    assertThat(kept("a")).isZero();
    assertThat(text(other.get(bytes("a")))).isEqualTo("2");
  }

  @Test
  void a_bucket_that_is_there_is_not_entered_by_the_next_server() {
    put(one, "a", "1");
    Bytes before = directory();
    put(other, "a", "2");
    assertThat(directory()).isEqualTo(before);
    put(other, "b", "1");
    assertThat(directory()).isNotEqualTo(before);
    assertThat(keys(one)).containsExactly("a", "b");
  }

  /** What changes with every bucket that is entered. */
  private @Nullable Bytes directory() {
    try (var session = Session.open(options)) {
      return new Buckets(session, options, new Gate())
          .list(new Bytes(bytes("a")), new Bytes(bytes("z")))
          .mark();
    }
  }

  /** How many writes of a key are still noted in the past. */
  private int kept(String key) {
    try (var session = Session.open(options)) {
      var gate = new Gate();
      var found = new Bytes(bytes(key));
      return new Rows(session, options.keyspace(), gate)
              .past(new Buckets(session, options, gate).of(found), found, found.next())
              .values()
              .stream()
              .mapToInt(List::size)
              .sum();
    }
  }

  @Test
  void a_keyspace_keeps_the_placement_that_it_was_made_with() {
    var options = TestCassandra.options().withPlacement(Placement.prefix(7));
    assertThatThrownBy(() -> CassandraStore.open(options))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("was made with the placement \"apart, for tests\"");
  }
}
