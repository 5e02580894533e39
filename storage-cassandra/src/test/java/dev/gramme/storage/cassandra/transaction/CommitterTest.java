package dev.gramme.storage.cassandra.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.derived.Outbox;
import dev.gramme.storage.cassandra.derived.OutboxOwners;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.session.Schema;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Commits whose answer is lost, on a connection that fails between this test and Cassandra. */
@Tag("long")
@Tag("slow")
final class CommitterTest {
  private static final Bytes SOURCE = bytes("source");

  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final AtomicBoolean commitsLost = new AtomicBoolean();
  private final AtomicBoolean historyLost = new AtomicBoolean();

  // Only this test writes the key: all stores of a process share the derived rows.
  private final Bytes derivedKey = bytes("D" + UUID.randomUUID());

  private StoreParts parts;
  private Outbox outbox;
  private Committer committer;

  /** The value that the last write has replaced. */
  private byte @Nullable [] replaced;

  @BeforeEach
  void open() {
    parts = new StoreParts();
    outbox =
        new Outbox(
            parts.gate,
            parts.outboxTable,
            parts.derived,
            new OutboxOwners(
                parts.session, parts.options, parts.gate, bytes(UUID.randomUUID().toString())),
            executor);
    committer =
        parts.committer(
            losing(parts.session, "", commitsLost),
            losing(parts.session, "SELECT key, value, ended_by", historyLost),
            outbox);
  }

  @AfterEach
  void close() {
    executor.shutdown();
    parts.close();
  }

  private static Bytes bytes(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A session that executes statements, but loses the answers to some while a switch is on. */
  private static CqlSession losing(CqlSession session, String beginning, AtomicBoolean lost) {
    return (CqlSession)
        Proxy.newProxyInstance(
            CqlSession.class.getClassLoader(),
            new Class<?>[] {CqlSession.class},
            (_, method, arguments) -> {
              Object answer;
              try {
                answer = method.invoke(session, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              if (lost.get()
                  && arguments != null
                  && arguments[0] instanceof BoundStatement statement
                  && statement.getPreparedStatement().getQuery().startsWith(beginning)) {
                throw new DriverTimeoutException("lost");
              }
              return answer;
            });
  }

  private void write(String value) {
    var transaction = parts.begin(new OwnWriteCache());
    var before = transaction.replace(bytes("source").array(), bytes(value).array());
    transaction.derive(SOURCE.array(), derivedKey.array(), bytes(value).array());
    transaction.end();
    committer.commit(transaction);
    replaced = before.get();
  }

  private @Nullable String derivedValue() {
    Bytes found = parts.derived.get(parts.buckets.bucketOf(derivedKey), derivedKey);
    return found == null ? null : new String(found.array(), StandardCharsets.UTF_8);
  }

  private int entries() {
    return parts
        .session
        .execute(
            "SELECT key FROM %s.rows WHERE bucket = 0x%s AND era = %d"
                .formatted(parts.options.keyspace(), parts.buckets.bucketOf(SOURCE), Schema.OUTBOX))
        .all()
        .size();
  }

  @Test
  void a_commit_whose_answer_is_lost_returns_the_replaced_value() {
    write("1");
    commitsLost.set(true);
    write("2");
    assertThat(replaced).isEqualTo(bytes("1").array());
    assertThat(derivedValue()).isEqualTo("2");
    assertThat(committer.inDoubt()).isEqualTo(1);
  }

  @Test
  void derived_rows_are_written_even_if_the_replaced_values_cannot_be_read() {
    write("1");
    commitsLost.set(true);
    historyLost.set(true);
    assertThatThrownBy(() -> write("2")).isInstanceOf(StorageException.class);
    assertThat(derivedValue()).isEqualTo("2");
    outbox.close();
    assertThat(entries()).isZero();
  }
}
