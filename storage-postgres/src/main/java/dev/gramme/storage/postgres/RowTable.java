package dev.gramme.storage.postgres;

import dev.gramme.storage.Direction;
import dev.gramme.storage.tree.Entry;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The table with all rows of a store, and the statements on it. The callers choose the connection
 * and with it the transaction.
 */
final class RowTable {
  /** How many rows one statement reads, by the number of the chunk: few rows first, then more. */
  private static final int[] CHUNK_ROWS = {32, 128, 512};

  /** With larger rows, a chunk has the first of these sizes. */
  private static final long CHUNK_BYTES = 1 << 20;

  private final String name;
  private final String get;
  private final String getSeveral;

  RowTable(String schema) {
    this.name = Schema.quoted(schema) + ".rows";
    this.get = "SELECT value FROM " + name + " WHERE head = ? AND digest = ?";
    this.getSeveral = "SELECT head, value FROM " + name + " WHERE head = ANY (?) AND digest = ''";
  }

  /**
   * The statement that creates the table. A fifth of each page stays free for new versions of its
   * rows. A version on another page needs a new index entry, and conflicts with each transaction
   * that has read a neighbour of its key.
   */
  String creation() {
    return "CREATE TABLE IF NOT EXISTS "
        + name
        + " (head bytea NOT NULL, digest bytea NOT NULL, tail bytea NOT NULL, value bytea NOT NULL,"
        + " PRIMARY KEY (head, digest)) WITH (fillfactor = 80)";
  }

  /** The value of a key, null if the key does not exist. */
  byte @Nullable [] get(Connection connection, byte[] key) throws SQLException {
    SplitKey split = SplitKey.of(key);
    try (PreparedStatement statement = connection.prepareStatement(get)) {
      statement.setBytes(1, split.head());
      statement.setBytes(2, split.digest());
      try (ResultSet found = statement.executeQuery()) {
        return found.next() ? found.getBytes(1) : null;
      }
    }
  }

  /** Receives rows. */
  @FunctionalInterface
  interface RowReceiver {
    void row(byte[] key, byte[] value);
  }

  /** Reads the rows of some keys with one statement, and one more for each very long key. */
  void getAll(Connection connection, Collection<byte[]> keys, RowReceiver receiver)
      throws SQLException {
    var heads = new ArrayList<byte[]>(keys.size());
    for (byte[] key : keys) {
      if (key.length <= SplitKey.HEAD_BYTES) {
        heads.add(key);
      } else {
        byte[] value = get(connection, key);
        if (value != null) {
          receiver.row(key, value);
        }
      }
    }
    if (heads.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(getSeveral)) {
      statement.setArray(1, array(connection, heads));
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          receiver.row(found.getBytes(1), found.getBytes(2));
        }
      }
    }
  }

  private static Array array(Connection connection, List<byte[]> values) throws SQLException {
    return connection.createArrayOf("bytea", values.toArray(new byte[0][]));
  }

  /**
   * The first rows of a range, in its direction.
   *
   * @param rows the entries, as many as were requested unless the range has no more
   * @param isLast whether the range has no more rows
   */
  record Chunk(List<byte[]> rows, boolean isLast) {
    /** The average size of a row in bytes. */
    long rowBytes() {
      return rows.isEmpty() ? 0 : rows.stream().mapToLong(row -> row.length).sum() / rows.size();
    }
  }

  /** The number of rows to read in the chunk after another one; null for the first chunk. */
  static int rowsAfter(@Nullable Chunk before) {
    if (before == null) {
      return CHUNK_ROWS[0];
    }
    int rows = CHUNK_ROWS[0];
    for (int more : CHUNK_ROWS) {
      if (more <= before.rows().size() * 4 && more * before.rowBytes() <= CHUNK_BYTES) {
        rows = more;
      }
    }
    return rows;
  }

  /** Reads the first rows of a range that is not empty. */
  Chunk chunk(Connection connection, byte[] from, byte[] to, Direction direction, int rows)
      throws SQLException {
    var range = new Range(from, to);
    try (PreparedStatement statement =
        connection.prepareStatement(firstRows(range, direction, rows))) {
      range.bind(statement, 1);
      try (ResultSet result = statement.executeQuery()) {
        return chunk(result, rows);
      }
    }
  }

  /**
   * The first rows of a range, and the value of a key in the same state.
   *
   * @param value empty if the key does not exist
   */
  record ChunkWithValue(Chunk chunk, Optional<byte[]> value) {}

  /** Reads both in one round trip, and in one transaction. */
  ChunkWithValue chunkWithValue(
      Connection connection, byte[] key, byte[] from, byte[] to, Direction direction, int rows)
      throws SQLException {
    SplitKey split = SplitKey.of(key);
    var range = new Range(from, to);
    String text = get + ";" + firstRows(range, direction, rows);
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      statement.setBytes(1, split.head());
      statement.setBytes(2, split.digest());
      range.bind(statement, 3);
      statement.execute();
      Optional<byte[]> value;
      try (ResultSet found = statement.getResultSet()) {
        value = found.next() ? Optional.of(found.getBytes(1)) : Optional.empty();
      }
      statement.getMoreResults();
      try (ResultSet result = statement.getResultSet()) {
        return new ChunkWithValue(chunk(result, rows), value);
      }
    }
  }

  private String firstRows(Range range, Direction direction, int rows) {
    String order = direction == Direction.ASCENDING ? "" : " DESC";
    // The limit is a part of the text, because the planner must know that it is small.
    return "SELECT head, tail, value FROM %s WHERE %s ORDER BY head%s, tail%3$s LIMIT %d"
        .formatted(name, range.condition(), order, rows);
  }

  private static Chunk chunk(ResultSet result, int rows) throws SQLException {
    var found = new ArrayList<byte[]>(rows);
    while (result.next()) {
      byte[] key = SplitKey.join(result.getBytes(1), result.getBytes(2));
      found.add(Entry.of(key, result.getBytes(3)));
    }
    return new Chunk(found, found.size() < rows);
  }

  /** Deletes the rows of a range that is not empty, and returns their number. */
  long deleteRange(Connection connection, byte[] from, byte[] to) throws SQLException {
    var range = new Range(from, to);
    String text = "DELETE FROM " + name + " WHERE " + range.condition();
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      range.bind(statement, 1);
      return statement.executeLargeUpdate();
    }
  }

  /** The name of the table, with its schema. */
  String name() {
    return name;
  }

  /** A range as a condition on the columns. Only bounds that are very long keys need the tail. */
  private record Range(SplitKey from, SplitKey to) {
    Range(byte[] from, byte[] to) {
      this(SplitKey.of(from), SplitKey.of(to));
    }

    String condition() {
      return (from.isLong() ? "head >= ? AND (head > ? OR tail >= ?)" : "head >= ?")
          + (to.isLong() ? " AND head <= ? AND (head < ? OR tail < ?)" : " AND head < ?");
    }

    /** Sets the parameters of the condition, from a position on. */
    void bind(PreparedStatement statement, int position) throws SQLException {
      int next = bind(statement, position, from);
      bind(statement, next, to);
    }

    private static int bind(PreparedStatement statement, int position, SplitKey key)
        throws SQLException {
      int next = position;
      statement.setBytes(next++, key.head());
      if (key.isLong()) {
        statement.setBytes(next++, key.head());
        statement.setBytes(next++, key.tail());
      }
      return next;
    }
  }
}
