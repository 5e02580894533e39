package dev.gramme.storage.postgres;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot: a read-only transaction that stays open, and its connection. Its first read
 * determines the state, so opening it reads.
 */
final class PostgresSnapshot implements Snapshot {
  private final RowTable rows;
  private final Connection connection;
  private boolean closed;

  private PostgresSnapshot(RowTable rows, Connection connection) {
    this.rows = rows;
    this.connection = connection;
  }

  /**
   * Opens a snapshot of the current state.
   *
   * @throws StorageException if the database cannot be reached, or too many snapshots are open
   */
  static PostgresSnapshot open(Connections connections, RowTable rows) {
    return connections.repeat(() -> {
      Connection connection = connections.openLongRead();
      var snapshot = new PostgresSnapshot(rows, connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SELECT 1"); // The first statement determines the state.
        connections.primary().check(connection);
        return snapshot;
      } catch (SQLException e) {
        snapshot.close();
        throw e;
      }
    });
  }

  @Override
  public synchronized byte @Nullable [] get(byte[] key) {
    checkOpen();
    try {
      return rows.get(connection, key);
    } catch (SQLException e) {
      throw Connections.failed(e);
    }
  }

  @Override
  public synchronized List<byte @Nullable []> getAll(List<byte[]> keys) {
    checkOpen();
    var found = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
    try {
      rows.getAll(connection, keys, found::put);
    } catch (SQLException e) {
      throw Connections.failed(e);
    }
    return inOrder(keys, found);
  }

  /** The values in the order of their keys; each a copy, because a key may occur twice. */
  static List<byte @Nullable []> inOrder(List<byte[]> keys, SortedMap<byte[], byte[]> found) {
    var values = new ArrayList<byte @Nullable []>(keys.size());
    for (byte[] key : keys) {
      byte[] value = found.get(key);
      values.add(value == null ? null : value.clone());
    }
    return values;
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    return new RowCursor(this::chunk, from, to, direction);
  }

  /** Reads the first rows of a range that is not empty. */
  synchronized RowTable.Chunk chunk(byte[] from, byte[] to, Direction direction, int limit) {
    checkOpen();
    try {
      return rows.chunk(connection, from, to, direction, limit);
    } catch (SQLException e) {
      throw Connections.failed(e);
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new StorageException("The snapshot is closed.");
    }
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    Connections.end(connection);
  }
}
