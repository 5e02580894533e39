package dev.gramme.storage.cassandra.derived;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.Direction;
import dev.gramme.storage.cassandra.CassandraStore;
import dev.gramme.storage.cassandra.TestCassandra;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Write;
import dev.gramme.storage.cassandra.session.Schema;
import dev.gramme.storage.cassandra.transaction.StoreParts;
import dev.gramme.storage.cassandra.transaction.StoreParts.Derivation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Derived rows are finally written, even if a server dies or stalls. */
@Tag("long")
@Tag("slow")
final class OutboxTest {
  private static final Bytes SOURCE = bytes("a1");
  private static final int LARGE = 1 << 20;
  private static final int LARGE_ONES = 5;

  /** A unique key: a sweep here may deliver entries of other tests in the same keyspace. */
  private final Bytes derivedKey = bytes("D" + UUID.randomUUID());

  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private StoreParts parts;
  private Bytes bucket;

  @BeforeEach
  void open() {
    parts = new StoreParts(() -> Instant.now().plus(ahead.get()));
    bucket = parts.buckets.bucketOf(SOURCE);
  }

  @AfterEach
  void close() {
    executor.shutdown();
    parts.close();
  }

  private static Bytes bytes(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Bytes newOwner() {
    return bytes(UUID.randomUUID().toString());
  }

  private OutboxOwners owners(Bytes owner) {
    return new OutboxOwners(parts.session, parts.options, parts.gate, owner);
  }

  private Outbox outbox(Bytes owner) {
    return new Outbox(parts.gate, parts.outboxTable, parts.derived, owners(owner), executor);
  }

  private OutboxSweep otherServer() {
    return new OutboxSweep(
        parts.gate, parts.outboxTable, owners(newOwner()), parts.derived, parts.buckets);
  }

  /** Executes a transaction that writes the derived row, without delivering it. */
  private Derivation derive(Outbox outbox, @Nullable String value) {
    return parts.derive(outbox, SOURCE, derivedKey, value);
  }

  private @Nullable Bytes found() {
    return parts.derived.get(parts.buckets.bucketOf(derivedKey), derivedKey);
  }

  private @Nullable String value() {
    Bytes found = found();
    return found == null ? null : new String(found.array(), StandardCharsets.UTF_8);
  }

  private int entries() {
    return parts
        .session
        .execute(
            "SELECT key FROM %s.rows WHERE bucket = 0x%s AND era = %d"
                .formatted(parts.options.keyspace(), bucket, Schema.OUTBOX))
        .all()
        .size();
  }

  /** Sweeps twice, with two minutes between in which no heartbeat is written. */
  private void sweepLater() {
    OutboxSweep other = otherServer();
    other.run(() -> true);
    ahead.set(ahead.get().plus(Duration.ofMinutes(2)));
    other.run(() -> true);
  }

  @Test
  void another_server_delivers_the_entries_of_a_dead_one() {
    var left = derive(outbox(newOwner()), "left");
    assertThat(entries()).isEqualTo(1);
    assertThat(value()).isNull();
    sweepLater();
    assertThat(value()).isEqualTo("left");
    assertThat(entries()).isZero();
    left.deliver();
    assertThat(value()).isEqualTo("left");
  }

  @Test
  void entries_of_a_server_with_a_heartbeat_are_not_swept() {
    Bytes owner = newOwner();
    var begun = derive(outbox(owner), "begun");
    OutboxSweep other = otherServer();
    for (int seconds = 0; seconds <= 120; seconds += 30) {
      ahead.set(Duration.ofSeconds(seconds));
      owners(owner).beat();
      other.run(() -> true);
    }
    assertThat(value()).isNull();
    assertThat(entries()).isEqualTo(1);
    begun.deliver();
    assertThat(value()).isEqualTo("begun");
  }

  @Test
  void many_entries_of_a_dead_server_are_delivered() {
    Outbox dead = outbox(newOwner());
    for (int i = 0; i < 80; i++) {
      var _ = derive(dead, "value " + i);
    }
    sweepLater();
    assertThat(value()).isEqualTo("value 79");
    assertThat(entries()).isZero();
  }

  @Test
  void large_entries_are_read_singly() {
    Bytes owner = newOwner();
    Outbox dead = outbox(owner);
    String large = "x".repeat(LARGE);
    for (int i = 0; i < LARGE_ONES; i++) {
      var _ = derive(dead, large + i);
    }
    long before = parts.reads.executed();
    assertThat(otherServer().sweep(bucket, owner)).isEqualTo(LARGE_ONES);
    // One read of the keys and one of each entry: all entries may be too large for one answer.
    assertThat(parts.reads.executed() - before).isEqualTo(1 + LARGE_ONES);
    assertThat(value()).isEqualTo(large + (LARGE_ONES - 1));
    assertThat(entries()).isZero();
  }

  @Test
  void a_late_delivery_does_not_replace_a_newer_value() {
    Outbox outbox = outbox(newOwner());
    var first = derive(outbox, "first");
    var second = derive(outbox(newOwner()), "second");
    second.deliver();
    first.deliver();
    assertThat(value()).isEqualTo("second");
    var removal = derive(outbox, null);
    removal.deliver();
    assertThat(value()).isNull();
    first.deliver();
    second.deliver();
    assertThat(value()).isNull();
    derive(outbox, "again").deliver();
    assertThat(value()).isEqualTo("again");
  }

  @Test
  void only_delivered_entries_are_removed() {
    Outbox outbox = outbox(newOwner());
    derive(outbox, "first").deliver();
    var open = derive(outbox, "open");
    derive(outbox, "last").deliver();
    outbox.close();
    // The second entry is not delivered, so it remains, and so do those after it.
    assertThat(entries()).isEqualTo(2);
    sweepLater();
    assertThat(entries()).isZero();
    assertThat(value()).isEqualTo("last");
    open.deliver();
    assertThat(value()).isEqualTo("last");
  }

  @Test
  void a_closed_store_leaves_no_entries() {
    var store = CassandraStore.open(parts.options);
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
    assertThat(found()).isEqualTo(new Bytes(new byte[] {9}));
  }

  @Test
  void entries_are_recovered_after_a_lost_answer() {
    Outbox outbox = outbox(newOwner());
    var lost = derive(outbox, "lost");
    lost.recover();
    assertThat(value()).isEqualTo("lost");
    outbox.close();
    assertThat(entries()).isZero();
  }

  @Test
  void recovery_accepts_that_another_server_has_delivered_the_entry() {
    Bytes owner = newOwner();
    Outbox outbox = outbox(owner);
    var lost = derive(outbox, "lost");
    sweepLater();
    derive(outbox(newOwner()), "newer").deliver();
    lost.recover();
    assertThat(value()).isEqualTo("newer");
    outbox.close();
    assertThat(registeredOwners()).doesNotContain(owner);
  }

  private List<Bytes> registeredOwners() {
    return parts
        .session
        .execute("SELECT id FROM %s.senders".formatted(parts.options.keyspace()))
        .all()
        .stream()
        .map(row -> Bytes.of(Objects.requireNonNull(row.getByteBuffer("id"))))
        .toList();
  }

  @Test
  void the_outcome_of_a_transaction_with_derived_rows_only_is_resolved() {
    var executed = derive(outbox(newOwner()), "executed");
    assertThat(executed.wasExecuted()).isTrue();
    var other = derive(outbox(newOwner()), "other");
    executed.deliver();
    assertThat(other.wasExecuted()).isTrue();
    sweepLater();
    assertThat(value()).isEqualTo("other");
    assertThat(other.wasExecuted()).isFalse();
  }

  @Test
  void stamps_advance_to_the_time_when_entries_are_removed() {
    Outbox outbox = outbox(newOwner());
    var first = derive(outbox, "first");
    first.deliver();
    ahead.set(Duration.ofDays(1));
    outbox.close();
    var next = derive(outbox(newOwner()), "next");
    long day = Duration.ofDays(1).toMillis() * 1000;
    assertThat(next.previousStamp() - first.previousStamp()).isBetween(day, 2 * day);
    next.deliver();
    assertThat(value()).isEqualTo("next");
  }

  @Test
  void a_transaction_with_derived_rows_uses_only_the_partition_of_their_source() {
    assertThat(derive(outbox(newOwner()), "value").statementValues())
        .contains(bucket.buffer())
        .doesNotContain(parts.buckets.bucketOf(derivedKey).buffer());
  }

  @Test
  void a_write_with_one_derived_row_takes_two_statements() {
    try (var store = CassandraStore.open(parts.options)) {
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
  void only_derive_writes_derived_rows_and_it_writes_other_rows_in_the_transaction() {
    try (var store = CassandraStore.open(parts.options)) {
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
  void an_encoded_entry_is_decoded_to_the_same_writes() {
    var writes = new LinkedHashMap<Bytes, Write>();
    writes.put(bytes(""), new Write(bytes("")));
    writes.put(bytes("key"), new Write(null));
    writes.put(bytes("other"), new Write(bytes("value")));
    var stored = OutboxEntry.encode(writes).buffer();
    assertThat(OutboxEntry.decode(stored, 7)).isEqualTo(new OutboxEntry(writes, 7));
  }
}
