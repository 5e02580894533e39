package dev.gramme.storage.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.Direction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is derived is written in the end, whatever happens in between. */
final class OutboxTest {
  private static final Bytes SOURCE = bytes("a1");
  private static final int LARGE = 1 << 20;
  private static final int LARGE_ONES = 5;

  /** Stores of other tests are in the same keyspace, and what they have left may be done here. */
  private final Bytes derivedKey = bytes("D" + UUID.randomUUID());

  private final AtomicReference<Duration> later = new AtomicReference<>(Duration.ZERO);
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final Gate gate = new Gate();
  private CassandraStoreOptions options;
  private CqlSession session;
  private Rows rows;
  private Derived derived;
  private Buckets buckets;
  private Guards guards;
  private Bytes bucket;

  @BeforeEach
  void open() {
    options = TestCassandra.options(() -> Instant.now().plus(later.get()));
    session = Session.open(options);
    Schema.create(session, options);
    rows = new Rows(session, options.keyspace(), gate);
    buckets = new Buckets(session, options, gate);
    derived = new Derived(session, options, gate, buckets);
    guards = new Guards(options.placement(), buckets);
    bucket = buckets.of(SOURCE);
  }

  @AfterEach
  void close() {
    executor.shutdown();
    session.close();
  }

  private static Bytes bytes(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private Senders senders(Bytes id) {
    return new Senders(session, options, gate, id);
  }

  private Outbox outbox(Bytes id) {
    return new Outbox(session, options, gate, rows, derived, senders(id), executor);
  }

  private OutboxSweep otherServer() {
    return new OutboxSweep(session, options, gate, rows, senders(id()), derived, buckets);
  }

  private static Bytes id() {
    return bytes(UUID.randomUUID().toString());
  }

  /** A transaction that was executed, by a server that stands still before it goes on. */
  private final class Executed {
    private final Outbox outbox;
    private final Map<Bytes, Bytes> entries;
    private final Map<Bytes, SequencedMap<Bytes, Overlay.Write>> writes;
    private final Map<Bytes, Long> stamps;
    private final Commit commit;
    private final SimpleStatement statement;

    Executed(Outbox outbox, @Nullable String value) {
      this.outbox = outbox;
      var transaction =
          new CassandraTransaction(
              rows, derived, buckets, guards, new Recent(), new Turns(), Set.of());
      byte[] bytes = value == null ? null : bytes(value).array();
      transaction.derive(SOURCE.array(), derivedKey.array(), bytes);
      transaction.end();
      Changes changes = Changes.of(transaction, guards);
      buckets.enter(changes.written(buckets), transaction, OutboxTest::id);
      buckets.enter(changes.derivedInto(buckets), transaction, OutboxTest::id);
      writes = changes.derived();
      entries = outbox.begin(writes.keySet());
      commit =
          new Commit(options.keyspace(), buckets, guards, transaction, changes, entries, id(), 1);
      statement = commit.statement();
      commit.check(Objects.requireNonNull(session.execute(statement).one()));
      stamps = commit.stamps();
    }

    void deliver() {
      outbox.deliver(entries, writes, stamps);
    }
  }

  private @Nullable String value() {
    Bytes found = derived.get(buckets.of(derivedKey), derivedKey);
    return found == null ? null : new String(found.array(), StandardCharsets.UTF_8);
  }

  private int entries() {
    return session
        .execute(
            "SELECT key FROM %s.rows WHERE bucket = 0x%s AND era = %d"
                .formatted(options.keyspace(), bucket, Eras.OUTBOX))
        .all()
        .size();
  }

  /** Looks who is there, and again when it must have heard of those who still are. */
  private void sweepLater() {
    OutboxSweep other = otherServer();
    other.run(() -> true);
    later.set(later.get().plus(Duration.ofMinutes(2)));
    other.run(() -> true);
  }

  @Test
  void what_a_store_has_left_is_written_by_another_once_nothing_is_heard_of_it() {
    var left = new Executed(outbox(id()), "left");
    assertThat(entries()).isEqualTo(1);
    assertThat(value()).isNull();
    sweepLater();
    assertThat(value()).isEqualTo("left");
    assertThat(entries()).isZero();
    left.deliver();
    assertThat(value()).isEqualTo("left");
  }

  @Test
  void what_belongs_to_one_that_is_heard_of_is_left_alone() {
    Bytes id = id();
    var begun = new Executed(outbox(id), "begun");
    OutboxSweep other = otherServer();
    for (int seconds = 0; seconds <= 120; seconds += 30) {
      later.set(Duration.ofSeconds(seconds));
      senders(id).say();
      other.run(() -> true);
    }
    assertThat(value()).isNull();
    assertThat(entries()).isEqualTo(1);
    begun.deliver();
    assertThat(value()).isEqualTo("begun");
  }

  @Test
  void many_are_left() {
    Outbox gone = outbox(id());
    for (int i = 0; i < 80; i++) {
      var _ = new Executed(gone, "value " + i);
    }
    sweepLater();
    assertThat(value()).isEqualTo("value 79");
    assertThat(entries()).isZero();
  }

  @Test
  void large_ones_are_left_and_read_one_by_one() {
    Bytes id = id();
    Outbox gone = outbox(id);
    String large = "x".repeat(LARGE);
    for (int i = 0; i < LARGE_ONES; i++) {
      var _ = new Executed(gone, large + i);
    }
    long before = rows.executed();
    assertThat(otherServer().sweep(bucket, id)).isEqualTo(LARGE_ONES);
    // Their keys, and each by itself: all of them may not fit into one answer.
    assertThat(rows.executed() - before).isEqualTo(1 + LARGE_ONES);
    assertThat(value()).isEqualTo(large + (LARGE_ONES - 1));
    assertThat(entries()).isZero();
  }

  @Test
  void who_comes_late_replaces_nothing_that_is_newer() {
    Outbox outbox = outbox(id());
    var first = new Executed(outbox, "first");
    var second = new Executed(outbox(id()), "second");
    second.deliver();
    first.deliver();
    assertThat(value()).isEqualTo("second");
    var removal = new Executed(outbox, null);
    removal.deliver();
    assertThat(value()).isNull();
    first.deliver();
    second.deliver();
    assertThat(value()).isNull();
    new Executed(outbox, "again").deliver();
    assertThat(value()).isEqualTo("again");
  }

  @Test
  void entries_are_removed_when_they_are_delivered_and_no_others() {
    Outbox outbox = outbox(id());
    new Executed(outbox, "first").deliver();
    var open = new Executed(outbox, "open");
    new Executed(outbox, "last").deliver();
    outbox.close();
    // The second is not done, so it stays, and so does what comes after it.
    assertThat(entries()).isEqualTo(2);
    sweepLater();
    assertThat(entries()).isZero();
    assertThat(value()).isEqualTo("last");
    open.deliver();
    assertThat(value()).isEqualTo("last");
  }

  @Test
  void a_store_that_is_closed_leaves_nothing() {
    var store = CassandraStore.open(options);
    for (int i = 0; i < 10; i++) {
      byte[] value = {(byte) i};
      store
          .transact(t -> {
            t.put(SOURCE.array(), value);
            t.derive(SOURCE.array(), derivedKey.array(), value);
            return true;
          })
          .join();
    }
    assertThat(entries()).isEqualTo(10);
    store.close();
    store.close();
    assertThat(entries()).isZero();
    assertThat(derived.get(buckets.of(derivedKey), derivedKey))
        .isEqualTo(new Bytes(new byte[] {9}));
  }

  @Test
  void a_lost_answer_is_made_good() {
    Outbox outbox = outbox(id());
    var lost = new Executed(outbox, "lost");
    outbox.recover(lost.entries);
    assertThat(value()).isEqualTo("lost");
    outbox.close();
    assertThat(entries()).isZero();
  }

  @Test
  void what_others_have_completed_meanwhile_is_done() {
    Bytes id = id();
    Outbox outbox = outbox(id);
    var lost = new Executed(outbox, "lost");
    sweepLater();
    new Executed(outbox(id()), "newer").deliver();
    outbox.recover(lost.entries);
    assertThat(value()).isEqualTo("newer");
    outbox.close();
    assertThat(senders()).doesNotContain(id);
  }

  private List<Bytes> senders() {
    return session.execute("SELECT id FROM %s.senders".formatted(options.keyspace())).all().stream()
        .map(row -> Bytes.of(Objects.requireNonNull(row.getByteBuffer("id"))))
        .toList();
  }

  @Test
  void what_became_of_a_transaction_that_only_derives_is_found_out() {
    var outcome = new Outcome(session, options, rows, buckets, OutboxTest::id);
    var executed = new Executed(outbox(id()), "executed");
    var lost = new DriverTimeoutException("lost");
    assertThat(outcome.isExecuted(executed.commit, lost)).isTrue();
    var other = new Executed(outbox(id()), "other");
    executed.deliver();
    assertThat(outcome.isExecuted(other.commit, lost)).isTrue();
    sweepLater();
    assertThat(value()).isEqualTo("other");
    assertThat(outcome.isExecuted(other.commit, lost)).isFalse();
  }

  @Test
  void stamps_follow_the_time_when_entries_are_removed() {
    Outbox outbox = outbox(id());
    var first = new Executed(outbox, "first");
    first.deliver();
    later.set(Duration.ofDays(1));
    outbox.close();
    var next = new Executed(outbox(id()), "next");
    long day = Duration.ofDays(1).toMillis() * 1000;
    assertThat(stamp(next) - stamp(first)).isBetween(day, 2 * day);
    next.deliver();
    assertThat(value()).isEqualTo("next");
  }

  private long stamp(Executed transaction) {
    return Objects.requireNonNull(transaction.stamps.get(bucket));
  }

  @Test
  void a_transaction_that_derives_has_the_partition_of_its_source_alone() {
    var written = new Executed(outbox(id()), "value").statement;
    assertThat(written.getPositionalValues())
        .contains(bucket.buffer())
        .doesNotContain(buckets.of(derivedKey).buffer());
  }

  @Test
  void one_transaction_and_one_write_are_all_that_is_needed() {
    try (var store = CassandraStore.open(options)) {
      write(store, "1");
      assertThat(TestCassandra.statements(store, () -> write(store, "2"))).isEqualTo(2);
      assertThat(store.range(bytes("D").array(), bytes("E").array(), Direction.ASCENDING))
          .satisfies(range -> assertThat(range.next()).isTrue());
    }
  }

  private void write(CassandraStore store, String value) {
    store
        .transact(t -> {
          t.put(SOURCE.array(), bytes(value).array());
          t.derive(SOURCE.array(), derivedKey.array(), bytes(value).array());
          return true;
        })
        .join();
  }

  @Test
  void what_is_derived_and_what_is_not_are_not_mixed_up() {
    try (var store = CassandraStore.open(options)) {
      assertThatThrownBy(() ->
              store
                  .transact(t -> {
                    t.put(derivedKey.array(), derivedKey.array());
                    return true;
                  })
                  .join())
          .hasRootCauseInstanceOf(IllegalArgumentException.class);
      store
          .transact(t -> {
            t.derive(SOURCE.array(), bytes("e1").array(), derivedKey.array());
            return true;
          })
          .join();
      assertThat(store.get(bytes("e1").array())).isEqualTo(derivedKey.array());
    }
  }

  @Test
  void an_entry_holds_what_was_put_into_it() {
    var writes = new LinkedHashMap<Bytes, Overlay.Write>();
    writes.put(bytes(""), new Overlay.Write(bytes("")));
    writes.put(bytes("key"), new Overlay.Write(null));
    writes.put(bytes("other"), new Overlay.Write(bytes("value")));
    var stored = OutboxEntry.encode(writes).buffer();
    assertThat(OutboxEntry.decode(stored, 7)).isEqualTo(new OutboxEntry(writes, 7));
  }
}
