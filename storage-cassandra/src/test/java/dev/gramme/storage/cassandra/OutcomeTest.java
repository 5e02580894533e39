package dev.gramme.storage.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.gramme.storage.Guard;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What became of a transaction whose answer was lost is found out. */
final class OutcomeTest {
  private static final Bytes KEY = new Bytes("key".getBytes(StandardCharsets.UTF_8));

  private static final Bytes GUARD = new Bytes("Ga".getBytes(StandardCharsets.UTF_8));
  private static final Bytes GUARDED = new Bytes("a1".getBytes(StandardCharsets.UTF_8));

  private OpenParts parts;
  private Outcome outcome;
  private final Recent recent = new Recent();

  @BeforeEach
  void open() {
    parts = new OpenParts();
    outcome = new Outcome(parts.session, parts.options, parts.rows, parts.buckets, OutcomeTest::id);
  }

  @AfterEach
  void close() {
    parts.close();
  }

  private static Bytes id() {
    var id = UUID.randomUUID();
    return new Bytes(
        ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array());
  }

  private CassandraTransaction begun() {
    return parts.begun(recent);
  }

  /** A transaction that is about to write what it has read. */
  private Commit commit(@Nullable String value) {
    var transaction = begun();
    transaction.get(KEY.array());
    if (value == null) {
      transaction.delete(KEY.array());
    } else {
      transaction.put(KEY.array(), value.getBytes(StandardCharsets.UTF_8));
    }
    return ending(transaction);
  }

  private Commit ending(CassandraTransaction transaction) {
    return parts.ending(transaction, id());
  }

  private com.datastax.oss.driver.api.core.cql.Row execute(Commit commit) {
    return Objects.requireNonNull(parts.session.execute(commit.statement()).one());
  }

  private boolean isExecuted(Commit commit) {
    return outcome.isExecuted(commit, new DriverTimeoutException("lost"));
  }

  private @Nullable String value() {
    Row row = parts.rows.get(parts.buckets.of(KEY), KEY);
    return row == null ? null : new String(row.value().array(), StandardCharsets.UTF_8);
  }

  @Test
  void one_that_was_executed_is_found_even_when_it_was_replaced_since() {
    var first = commit("1");
    execute(first);
    assertThat(isExecuted(first)).isTrue();
    var second = commit("2");
    second.check(execute(second));
    assertThat(value()).isEqualTo("2");
    assertThat(isExecuted(first)).isTrue();
    var deletion = commit(null);
    execute(deletion);
    assertThat(isExecuted(deletion)).isTrue();
    assertThat(isExecuted(second)).isTrue();
    assertThat(value()).isNull();
  }

  @Test
  void one_that_was_not_executed_never_will_be() {
    var late = commit("late");
    var statement = late.statement();
    assertThat(isExecuted(late)).isFalse();
    // Even though the key is absent, as it expects: the node that had it goes on only now.
    var found = Objects.requireNonNull(parts.session.execute(statement).one());
    assertThatThrownBy(() -> late.check(found)).isInstanceOf(Conflict.class);
    assertThat(value()).isNull();
    var next = commit("next");
    next.check(execute(next));
    assertThat(value()).isEqualTo("next");
  }

  /** One that replaces a row which it believes to be there, under a guard. */
  private Commit replacing(String value) {
    var transaction = begun();
    assertThat(transaction.holds(new Guard(GUARD.array(), GUARD.array()))).isTrue();
    transaction.replace(GUARDED.array(), value.getBytes(StandardCharsets.UTF_8));
    return ending(transaction);
  }

  @Test
  void nor_will_one_that_looks_at_nothing_but_the_row_that_it_replaces() {
    var guard = begun();
    guard.put(GUARD.array(), GUARD.array());
    execute(ending(guard));
    var first = replacing("1");
    first.check(execute(first));
    recent.wrote(GUARDED, new Bytes(new byte[1]), first.id());

    var late = replacing("late");
    var statement = late.statement();
    assertThat(statement.getQuery()).containsOnlyOnce("LET");
    assertThat(statement.getRoutingKey()).isEqualTo(parts.buckets.of(GUARDED).buffer());
    assertThat(isExecuted(late)).isFalse();
    var found = Objects.requireNonNull(parts.session.execute(statement).one());
    assertThatThrownBy(() -> late.check(found)).isInstanceOf(Conflict.class);
    var next = replacing("next");
    next.check(execute(next));
    assertThat(parts.rows.get(parts.buckets.of(GUARDED), GUARDED))
        .extracting(row -> new String(row.value().array(), StandardCharsets.UTF_8))
        .isEqualTo("next");
  }
}
