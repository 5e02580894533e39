package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.gramme.storage.Direction;
import dev.gramme.storage.StorageException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads of rows. Each is linearizable by itself: Accord runs it in the order of the transactions of
 * its bucket, without making a transaction of it.
 */
final class Rows {
  /** Cassandra 6.0-alpha2 fails when it reads more rows backwards. */
  private static final int MOST_BACKWARDS = 31;

  private static final int FIRST_CHUNK = 48;
  private static final int LEAST_CHUNK = 8;
  private static final int LARGEST_CHUNK = 512;
  private static final int CHUNK_BYTES = 1 << 20;

  private static final String COLUMNS =
      "key, value, version, WRITETIME(version) AS since, mark, WRITETIME(mark) AS marked";
  private static final String IN_RANGE = " WHERE bucket = ? AND key >= ? AND key < ?";

  private final CqlSession session;
  private final Gate gate;
  private final PreparedStatement one;
  private final PreparedStatement forwards;
  private final PreparedStatement backwards;
  private final PreparedStatement mark;
  private final PreparedStatement past;
  private final PreparedStatement cut;

  Rows(CqlSession session, String keyspace, Gate gate) {
    this.session = session;
    this.gate = gate;
    String rows = " FROM " + keyspace + ".rows";
    this.one = session.prepare("SELECT " + COLUMNS + rows + " WHERE bucket = ? AND key = ?");
    this.forwards = session.prepare("SELECT " + COLUMNS + rows + IN_RANGE + " LIMIT ?");
    this.backwards =
        session.prepare("SELECT " + COLUMNS + rows + IN_RANGE + " ORDER BY key DESC LIMIT ?");
    this.mark =
        session.prepare(
            "SELECT mark, WRITETIME(mark) AS marked, fence" + rows + " WHERE bucket = ? LIMIT 1");
    this.cut = session.prepare("SELECT WRITETIME(cut) AS cut" + rows + " WHERE bucket = ? LIMIT 1");
    this.past =
        session.prepare(
            "SELECT key, version, value, since, ended_by, WRITETIME(since) AS until FROM "
                + keyspace
                + ".past"
                + IN_RANGE);
  }

  /** A row, null if there is none. */
  @Nullable Row get(Bytes bucket, Bytes key) {
    var found = execute(one.bind(bucket.buffer(), key.buffer()));
    return found.isEmpty() ? null : row(found.getFirst());
  }

  /**
   * The next rows of a bucket.
   *
   * @param before the chunk before, null for the first
   */
  Row.Chunk chunk(
      Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
    int limit = limit(direction, before);
    BoundStatement statement =
        (direction == Direction.ASCENDING ? forwards : backwards)
            .bind(bucket.buffer(), from.buffer(), to.buffer(), limit);
    Row.Chunk chunk = chunk(execute(statement), limit);
    if (!chunk.entries().isEmpty()) {
      return chunk;
    }
    // Nothing tells the mark then. One that is read first tells more than is read afterwards.
    Mark first = mark(bucket);
    Row.Chunk again = chunk(execute(statement), limit);
    return again.entries().isEmpty()
        ? new Row.Chunk(List.of(), null, first.mark(), first.marked())
        : again;
  }

  private static int limit(Direction direction, Row.@Nullable Chunk before) {
    int limit = FIRST_CHUNK;
    if (before != null && !before.entries().isEmpty()) {
      long bytes = 1;
      for (var entry : before.entries()) {
        bytes += entry.row().value().length();
      }
      long fitting = CHUNK_BYTES / Math.max(1, bytes / before.entries().size());
      limit = Math.clamp(fitting, LEAST_CHUNK, LARGEST_CHUNK);
    }
    return direction == Direction.ASCENDING ? limit : Math.min(limit, MOST_BACKWARDS);
  }

  private static Row.Chunk chunk(List<com.datastax.oss.driver.api.core.cql.Row> found, int limit) {
    var entries = new ArrayList<Row.Entry>();
    Bytes mark = null;
    long marked = 0;
    for (var each : found) {
      entries.add(new Row.Entry(bytes(each, "key"), row(each)));
      mark = optional(each, "mark");
      marked = each.getLong("marked");
    }
    Bytes last = entries.size() < limit ? null : entries.getLast().key();
    return new Row.Chunk(entries, last, mark, marked);
  }

  /**
   * What a bucket tells of itself.
   *
   * @param mark the id of the transaction that wrote last into it
   * @param marked when that was executed
   * @param fence what changes when an outcome had to be settled
   */
  record Mark(@Nullable Bytes mark, long marked, @Nullable Bytes fence) {}

  /** What a bucket tells of itself. */
  Mark mark(Bytes bucket) {
    var found = execute(mark.bind(bucket.buffer()));
    if (found.isEmpty()) {
      return new Mark(null, 0, null);
    }
    var only = found.getFirst();
    return new Mark(optional(only, "mark"), only.getLong("marked"), optional(only, "fence"));
  }

  /** When rows of a bucket were deleted without a past for the last time, 0 for never. */
  long cut(Bytes bucket) {
    var found = execute(cut.bind(bucket.buffer()));
    return found.isEmpty() ? 0 : found.getFirst().getLong("cut");
  }

  /**
   * A row as it was.
   *
   * @param until when it was replaced or deleted, in microseconds
   * @param endedBy the id of the transaction that did it
   */
  record Former(Row row, long until, Bytes endedBy) {}

  /** The rows that a range of a bucket had lately and has no more, by key. */
  TreeMap<Bytes, List<Former>> past(Bytes bucket, Bytes from, Bytes to) {
    var found = new TreeMap<Bytes, List<Former>>();
    for (var each : execute(past.bind(bucket.buffer(), from.buffer(), to.buffer()))) {
      var row = new Row(bytes(each, "value"), bytes(each, "version"), each.getLong("since"));
      found
          .computeIfAbsent(bytes(each, "key"), _ -> new ArrayList<>())
          .add(new Former(row, each.getLong("until"), bytes(each, "ended_by")));
    }
    return found;
  }

  /** All that is found, with its further pages: the session may be closed afterwards. */
  private List<com.datastax.oss.driver.api.core.cql.Row> execute(BoundStatement statement) {
    gate.enter();
    try {
      return session.execute(statement.setIdempotent(true)).all();
    } catch (DriverException e) {
      throw new StorageException("Cassandra cannot be read: " + e.getMessage(), e);
    } finally {
      gate.exit();
    }
  }

  private static Row row(com.datastax.oss.driver.api.core.cql.Row found) {
    return new Row(bytes(found, "value"), bytes(found, "version"), found.getLong("since"));
  }

  private static Bytes bytes(com.datastax.oss.driver.api.core.cql.Row found, String column) {
    Bytes bytes = optional(found, column);
    if (bytes == null) {
      throw new StorageException("A row in Cassandra has no " + column + ".");
    }
    return bytes;
  }

  private static @Nullable Bytes optional(
      com.datastax.oss.driver.api.core.cql.Row found, String column) {
    ByteBuffer buffer = found.getByteBuffer(column);
    return buffer == null ? null : Bytes.of(buffer);
  }
}
