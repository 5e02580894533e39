package dev.gramme.storage.postgres;

import dev.gramme.storage.tree.Entry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

/**
 * The last statements of a group, in one round trip: read rows whose values nobody had to wait for,
 * check preconditions, remove and put rows, and commit.
 *
 * <p>If a precondition does not hold, nothing is removed or put, and the empty transaction commits.
 * The rows that were read show that.
 */
final class CommitStatement {
  private final List<byte[]> puts = new ArrayList<>();
  private final List<byte[]> removed = new ArrayList<>();
  private final List<SplitKey> removedLong = new ArrayList<>();
  private final List<byte[]> reads;
  private final SortedMap<byte[], byte[]> expected;
  private final String table;
  private final Connection connection;
  private int parameter = 1;

  /**
   * The statements for a group.
   *
   * @param table the name of the table
   * @param entries ordered by key, each key once; removed entries mark the keys to remove
   * @param reads the keys of rows to read before the writes, none of them very long
   * @param expected preconditions, by the keys of their rows. The rows are read, too, and the
   *     entries do not write them
   */
  CommitStatement(
      String table,
      Connection connection,
      Collection<byte[]> entries,
      Collection<byte[]> reads,
      SortedMap<byte[], byte[]> expected) {
    this.table = table;
    this.connection = connection;
    this.reads = List.copyOf(reads);
    this.expected = expected;
    for (byte[] entry : entries) {
      if (!Entry.isRemoved(entry)) {
        puts.add(entry);
      } else if (Entry.keyLength(entry) <= SplitKey.HEAD_BYTES) {
        removed.add(Entry.key(entry));
      } else {
        removedLong.add(SplitKey.of(Entry.key(entry)));
      }
    }
  }

  /**
   * Executes the statements and passes on the rows that were read.
   *
   * @return how many rows were removed or put
   * @throws SQLException also if the commit did not wait for a synchronous standby as it should
   *     have: then it is unknown whether the transaction survives a failover
   */
  long execute(RowTable.RowReceiver receiver) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text())) {
      if (!reads.isEmpty()) {
        setArray(statement, reads);
      }
      if (!removed.isEmpty()) {
        setArray(statement, removed);
        setExpected(statement);
      }
      for (SplitKey key : removedLong) {
        statement.setBytes(parameter++, key.head());
        statement.setBytes(parameter++, key.digest());
        setExpected(statement);
      }
      if (!puts.isEmpty()) {
        setPuts(statement);
        setExpected(statement);
      }
      long changedRows = results(statement, receiver);
      if (Failure.hasCancelledWait(statement)) {
        throw new SQLException(Failure.CANCELLED_WAIT, "08007");
      }
      return changedRows;
    }
  }

  private static long results(PreparedStatement statement, RowTable.RowReceiver receiver)
      throws SQLException {
    long changedRows = 0;
    boolean hasRows = statement.execute();
    while (hasRows || statement.getLargeUpdateCount() != -1) {
      if (hasRows) {
        try (ResultSet found = statement.getResultSet()) {
          while (found.next()) {
            receiver.row(found.getBytes(1), found.getBytes(2));
          }
        }
      } else {
        changedRows += statement.getLargeUpdateCount();
      }
      hasRows = statement.getMoreResults();
    }
    return changedRows;
  }

  private String text() {
    var text = new StringBuilder();
    if (!reads.isEmpty()) {
      text.append("SELECT head, value FROM ")
          .append(table)
          .append(" WHERE head = ANY (?) AND digest = '';");
    }
    if (!removed.isEmpty()) {
      text.append("DELETE FROM ").append(table).append(" WHERE head = ANY (?) AND digest = ''");
      text.append(expected.isEmpty() ? "" : " AND " + precondition()).append(';');
    }
    for (var _ : removedLong) {
      text.append("DELETE FROM ").append(table).append(" WHERE head = ? AND digest = ?");
      text.append(expected.isEmpty() ? "" : " AND " + precondition()).append(';');
    }
    if (!puts.isEmpty()) {
      text.append("INSERT INTO ")
          .append(table)
          .append(" (head, digest, tail, value) SELECT * FROM unnest(?, ?, ?, ?)")
          .append(expected.isEmpty() ? "" : " WHERE " + precondition())
          .append(" ON CONFLICT (head, digest) DO UPDATE SET value = excluded.value;");
    }
    return text.append("COMMIT").toString();
  }

  /** PostgreSQL evaluates this once for each statement, with one lookup for each row. */
  private String precondition() {
    return "NOT EXISTS (SELECT 1 FROM unnest(?, ?) AS e (head, value) WHERE e.value IS DISTINCT FROM"
        + " (SELECT r.value FROM "
        + table
        + " r WHERE r.head = e.head AND r.digest = ''))";
  }

  private void setExpected(PreparedStatement statement) throws SQLException {
    if (!expected.isEmpty()) {
      setArray(statement, expected.keySet());
      setArray(statement, expected.values());
    }
  }

  private void setPuts(PreparedStatement statement) throws SQLException {
    var heads = new ArrayList<byte[]>(puts.size());
    var digests = new ArrayList<byte[]>(puts.size());
    var tails = new ArrayList<byte[]>(puts.size());
    var values = new ArrayList<byte[]>(puts.size());
    for (byte[] entry : puts) {
      SplitKey key = SplitKey.of(Entry.key(entry));
      heads.add(key.head());
      digests.add(key.digest());
      tails.add(key.tail());
      values.add(Entry.value(entry));
    }
    setArray(statement, heads);
    setArray(statement, digests);
    setArray(statement, tails);
    setArray(statement, values);
  }

  private void setArray(PreparedStatement statement, Collection<byte[]> values)
      throws SQLException {
    statement.setArray(
        parameter++, connection.createArrayOf("bytea", values.toArray(new byte[0][])));
  }
}
