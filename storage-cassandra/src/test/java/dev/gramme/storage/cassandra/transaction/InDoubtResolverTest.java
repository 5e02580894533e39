package dev.gramme.storage.cassandra.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The outcome of a transaction whose answer was lost is resolved. */
@Tag("long")
@Tag("slow")
final class InDoubtResolverTest {
  private static final Bytes KEY = new Bytes("key".getBytes(StandardCharsets.UTF_8));

  private static final Bytes SCHEMA_ROW = new Bytes("Ga".getBytes(StandardCharsets.UTF_8));
  private static final Bytes ROW = new Bytes("a1".getBytes(StandardCharsets.UTF_8));

  private StoreParts parts;
  private InDoubtResolver resolver;
  private final OwnWriteCache cache = new OwnWriteCache();

  @BeforeEach
  void open() {
    parts = new StoreParts();
    resolver = parts.resolver();
  }

  @AfterEach
  void close() {
    parts.close();
  }

  private CassandraTransaction begin() {
    return parts.begin(cache);
  }

  /** A transaction that has read the row and is about to write it. */
  private CommitStatement commit(@Nullable String value) {
    var transaction = begin();
    transaction.get(KEY.array());
    if (value == null) {
      transaction.delete(KEY.array());
    } else {
      transaction.put(KEY.array(), value.getBytes(StandardCharsets.UTF_8));
    }
    return end(transaction);
  }

  private CommitStatement end(CassandraTransaction transaction) {
    return parts.end(transaction, StoreParts.newId());
  }

  private com.datastax.oss.driver.api.core.cql.Row execute(CommitStatement commit) {
    return Objects.requireNonNull(parts.session.execute(commit.build()).one());
  }

  private boolean wasExecuted(CommitStatement commit) {
    return resolver.wasExecuted(commit, new DriverTimeoutException("lost"));
  }

  private @Nullable String value() {
    Row row = parts.rows.get(parts.buckets.bucketOf(KEY), KEY);
    return row == null ? null : new String(row.value().array(), StandardCharsets.UTF_8);
  }

  @Test
  void an_executed_transaction_is_recognized_even_if_its_values_were_replaced_since() {
    var first = commit("1");
    execute(first);
    assertThat(wasExecuted(first)).isTrue();
    var second = commit("2");
    second.check(execute(second));
    assertThat(value()).isEqualTo("2");
    assertThat(wasExecuted(first)).isTrue();
    var deletion = commit(null);
    execute(deletion);
    assertThat(wasExecuted(deletion)).isTrue();
    assertThat(wasExecuted(second)).isTrue();
    assertThat(value()).isNull();
  }

  @Test
  void a_resolved_transaction_that_was_not_executed_cannot_be_executed_later() {
    var late = commit("late");
    var statement = late.build();
    assertThat(wasExecuted(late)).isFalse();
    // A suspended node continues only now. The key is absent as expected, but the fence differs.
    var found = Objects.requireNonNull(parts.session.execute(statement).one());
    assertThatThrownBy(() -> late.check(found)).isInstanceOf(Conflict.class);
    assertThat(value()).isNull();
    var next = commit("next");
    next.check(execute(next));
    assertThat(value()).isEqualTo("next");
  }

  /** A transaction that replaces a row which is cached as present, with a precondition. */
  private CommitStatement replace(String value) {
    var transaction = begin();
    assertThat(transaction.holds(new Precondition(SCHEMA_ROW.array(), SCHEMA_ROW.array())))
        .isTrue();
    transaction.replace(ROW.array(), value.getBytes(StandardCharsets.UTF_8));
    return end(transaction);
  }

  @Test
  void the_same_holds_for_a_transaction_that_reads_only_the_row_that_it_replaces() {
    var schema = begin();
    schema.put(SCHEMA_ROW.array(), SCHEMA_ROW.array());
    execute(end(schema));
    var first = replace("1");
    first.check(execute(first));
    cache.wrote(ROW, new Bytes(new byte[1]), first.id());

    var late = replace("late");
    var statement = late.build();
    assertThat(statement.getQuery()).containsOnlyOnce("LET");
    assertThat(statement.getRoutingKey()).isEqualTo(parts.buckets.bucketOf(ROW).buffer());
    assertThat(wasExecuted(late)).isFalse();
    var found = Objects.requireNonNull(parts.session.execute(statement).one());
    assertThatThrownBy(() -> late.check(found)).isInstanceOf(Conflict.class);
    var next = replace("next");
    next.check(execute(next));
    assertThat(parts.rows.get(parts.buckets.bucketOf(ROW), ROW))
        .extracting(row -> new String(row.value().array(), StandardCharsets.UTF_8))
        .isEqualTo("next");
  }
}
