package dev.gramme.storage.cassandra.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.Precondition;
import dev.gramme.storage.cassandra.row.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Transactions with the same keys have the same statement text, in whatever order they use them.
 */
@Tag("long")
@Tag("slow")
final class CommitStatementTest {
  private StoreParts parts;
  private long ids;

  @BeforeEach
  void open() {
    parts = new StoreParts();
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

  private CassandraTransaction begin() {
    return parts.begin(new OwnWriteCache());
  }

  private CommitStatement end(CassandraTransaction transaction) {
    return parts.end(transaction, new Bytes(ByteBuffer.allocate(16).putLong(8, ++ids).array()));
  }

  /** Executes a statement and returns its text. */
  private String execute(CommitStatement commit) {
    var statement = commit.build();
    commit.check(Objects.requireNonNull(parts.session.execute(statement).one()));
    return statement.getQuery();
  }

  /** Replaces rows in an order, checks the replaced values, and returns the statement's text. */
  private String replace(List<String> keys, String value, @Nullable String before) {
    var transaction = begin();
    var replaced = new HashMap<String, Supplier<byte @Nullable []>>();
    keys.forEach(key -> replaced.put(key, transaction.replace(bytes(key), bytes(key + value))));
    String statement = execute(end(transaction));
    replaced.forEach((key, found) ->
        assertThat(text(found.get())).isEqualTo(before == null ? null : key + before));
    return statement;
  }

  @Test
  void the_text_does_not_depend_on_the_order_of_replaced_rows() {
    String first = replace(List.of("a1", "b1", "b2", "c1"), "1", null);
    assertThat(replace(List.of("c1", "b2", "a1", "b1"), "2", "1")).isEqualTo(first);
    assertThat(replace(List.of("b2", "c1", "b1", "a1"), "3", "2")).isEqualTo(first);
  }

  /** Reads and writes rows in an order, and returns the statement's text. */
  private String readAndWrite(List<String> read, List<String> written, String value) {
    var transaction = begin();
    read.forEach(key -> transaction.get(bytes(key)));
    written.forEach(key -> transaction.put(bytes(key), bytes(key + value)));
    return execute(end(transaction));
  }

  @Test
  void the_text_does_not_depend_on_the_order_of_reads_and_writes() {
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

  /** Checks schema versions and writes in an order, and returns the statement's text. */
  private String writeWithPreconditions(List<String> schemas, String value) {
    var transaction = begin();
    for (String each : schemas) {
      byte[] schema = bytes("G" + each);
      assertThat(transaction.holds(new Precondition(schema, schema))).isTrue();
      transaction.get(bytes(each + "1"));
      transaction.put(bytes(each + "1"), bytes(value));
    }
    return execute(end(transaction));
  }

  @Test
  void the_text_does_not_depend_on_the_order_of_schema_versions() {
    for (String each : List.of("Ga", "Gb", "Gc")) {
      var schema = begin();
      schema.put(bytes(each), bytes(each));
      execute(end(schema));
    }
    // The first transaction gives the buckets their copies of the schema versions.
    writeWithPreconditions(List.of("a", "b", "c"), "1");
    String second = writeWithPreconditions(List.of("a", "b", "c"), "2");
    assertThat(writeWithPreconditions(List.of("c", "b", "a"), "3")).isEqualTo(second);
  }

  private static Bytes key(String text) {
    return new Bytes(bytes(text));
  }
}
