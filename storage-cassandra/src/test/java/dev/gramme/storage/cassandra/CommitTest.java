package dev.gramme.storage.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.Guard;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions that do the same have the same statement, whose answer each takes as its own. */
final class CommitTest {
  private OpenParts parts;
  private long ids;

  @BeforeEach
  void open() {
    parts = new OpenParts();
  }

  @AfterEach
  void close() {
    parts.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  private CassandraTransaction begun() {
    return parts.begun(new Recent());
  }

  private Commit ending(CassandraTransaction transaction) {
    return parts.ending(transaction, new Bytes(ByteBuffer.allocate(16).putLong(8, ++ids).array()));
  }

  /** Executes it; the statement's text. */
  private String execute(Commit commit) {
    var statement = commit.statement();
    commit.check(Objects.requireNonNull(parts.session.execute(statement).one()));
    return statement.getQuery();
  }

  /** Replaces rows in an order; its statement, once what it has replaced is checked. */
  private String replace(List<String> keys, String value, @Nullable String before) {
    var transaction = begun();
    var replaced = new HashMap<String, Supplier<byte @Nullable []>>();
    keys.forEach(key -> replaced.put(key, transaction.replace(bytes(key), bytes(key + value))));
    String statement = execute(ending(transaction));
    replaced.forEach((key, found) ->
        assertThat(text(found.get())).isEqualTo(before == null ? null : key + before));
    return statement;
  }

  @Test
  void whatever_the_order_in_which_rows_are_replaced() {
    String first = replace(List.of("a1", "b1", "b2", "c1"), "1", null);
    assertThat(replace(List.of("c1", "b2", "a1", "b1"), "2", "1")).isEqualTo(first);
    assertThat(replace(List.of("b2", "c1", "b1", "a1"), "3", "2")).isEqualTo(first);
  }

  /** Reads some and writes others; its statement. */
  private String readAndWrite(List<String> read, List<String> written, String value) {
    var transaction = begun();
    read.forEach(key -> transaction.get(bytes(key)));
    written.forEach(key -> transaction.put(bytes(key), bytes(key + value)));
    return execute(ending(transaction));
  }

  @Test
  void whatever_the_order_in_which_rows_are_read_and_written() {
    replace(List.of("a1", "b1", "c1", "d1"), "1", null);
    String first = readAndWrite(List.of("a1", "b1", "c1"), List.of("b1", "c1", "d1"), "2");
    assertThat(readAndWrite(List.of("c1", "a1", "b1"), List.of("d1", "c1", "b1"), "3"))
        .isEqualTo(first);
    assertThat(
            parts
                .rows
                .getAll(List.of(key("a1"), key("b1"), key("c1"), key("d1")), parts.buckets)
                .values())
        .extracting(row -> text(row.orElseThrow().value().array()))
        .containsExactly("a11", "b13", "c13", "d13");
  }

  /** Writes under guards; its statement. */
  private String writeUnder(List<String> guarded, String value) {
    var transaction = begun();
    for (String each : guarded) {
      byte[] guard = bytes("G" + each);
      assertThat(transaction.holds(new Guard(guard, guard))).isTrue();
      transaction.get(bytes(each + "1"));
      transaction.put(bytes(each + "1"), bytes(value));
    }
    return execute(ending(transaction));
  }

  @Test
  void whatever_the_order_of_what_guards_them() {
    for (String each : List.of("Ga", "Gb", "Gc")) {
      var guard = begun();
      guard.put(bytes(each), bytes(each));
      execute(ending(guard));
    }
    // The first tells the buckets of what guards them.
    writeUnder(List.of("a", "b", "c"), "1");
    String second = writeUnder(List.of("a", "b", "c"), "2");
    assertThat(writeUnder(List.of("c", "b", "a"), "3")).isEqualTo(second);
  }

  private static Bytes key(String text) {
    return new Bytes(bytes(text));
  }
}
