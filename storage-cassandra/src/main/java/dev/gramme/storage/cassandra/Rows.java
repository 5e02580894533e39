package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.gramme.storage.Direction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** What is read of a row first, and then of its bucket, by their places in what is found. */
  private static final String COLUMNS =
      "value, version, WRITETIME(version), guard, key, mark, WRITETIME(mark)";

  private static final int VALUE = 0;
  private static final int VERSION = 1;
  private static final int SINCE = 2;
  private static final int GUARD = 3;
  private static final int KEY = 4;
  private static final int MARK = 5;
  private static final int MARKED = 6;

  private static final String IN_RANGE = " AND key >= ? AND key < ?";
  private static final int ERAS = 2;

  private final Reads reads;
  private final PreparedStatement one;
  private final PreparedStatement forwards;
  private final PreparedStatement backwards;
  private final PreparedStatement mark;
  private final List<PreparedStatement> past = new ArrayList<>();
  private final PreparedStatement cut;
  private final PreparedStatement due;
  private final PreparedStatement dues;

  Rows(CqlSession session, String keyspace, Gate gate) {
    this.reads = new Reads(session, gate);
    String rows = " FROM " + keyspace + ".rows WHERE bucket = ?";
    String now = rows + " AND era = " + Eras.NOW;
    this.one =
        session.prepare(
            "SELECT value, version, WRITETIME(version), guard"
                + now
                + " AND key = ? AND ended_by = 0x");
    this.forwards = session.prepare("SELECT " + COLUMNS + now + IN_RANGE + " LIMIT ?");
    this.backwards =
        session.prepare(
            "SELECT " + COLUMNS + now + IN_RANGE + " ORDER BY era DESC, key DESC LIMIT ?");
    this.mark = session.prepare("SELECT mark, WRITETIME(mark), fence, guard" + rows + " LIMIT 1");
    this.cut = session.prepare("SELECT WRITETIME(cut)" + rows + " LIMIT 1");
    this.due =
        session.prepare(
            "SELECT value, stamp"
                + rows
                + " AND era = "
                + Eras.OUTBOX
                + " AND key = ? AND ended_by = 0x");
    this.dues =
        session.prepare("SELECT key" + rows + " AND era = " + Eras.OUTBOX + IN_RANGE + " LIMIT ?");
    for (int era = 1; era <= ERAS; era++) {
      past.add(
          session.prepare(
              "SELECT key, value, ended_by, WRITETIME(version)"
                  + rows
                  + " AND era = "
                  + era
                  + IN_RANGE));
    }
  }

  /**
   * A row with what its bucket tells.
   *
   * @param guard the version of the row that guards the bucket, null if it has not been told of any
   */
  record Guarded(Row row, @Nullable Bytes guard) {}

  /** A row, null if there is none. */
  @Nullable Row get(Bytes bucket, Bytes key) {
    Guarded found = guarded(bucket, key);
    return found == null ? null : found.row();
  }

  /** A row with what its bucket tells, null if there is no such row. */
  @Nullable Guarded guarded(Bytes bucket, Bytes key) {
    return guarded(reads.all(one.bind(bucket.buffer(), key.buffer())));
  }

  private static @Nullable Guarded guarded(List<com.datastax.oss.driver.api.core.cql.Row> found) {
    return found.isEmpty()
        ? null
        : new Guarded(row(found.getFirst()), Reads.optional(found.getFirst(), GUARD));
  }

  /** Rows, all of which are looked for at once; each is read by itself. */
  Map<Bytes, Optional<Row>> getAll(Collection<Bytes> keys, Buckets buckets) {
    var found =
        reads
            .firsts(
                keys.stream().map(key -> one.bind(buckets.of(key).buffer(), key.buffer())).toList())
            .iterator();
    var rows = new LinkedHashMap<Bytes, Optional<Row>>();
    keys.forEach(key -> rows.put(key, Optional.ofNullable(found.next()).map(Rows::row)));
    return rows;
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
    Row.Chunk chunk = chunk(reads.all(statement), limit);
    if (!chunk.entries().isEmpty()) {
      return chunk;
    }
    // Nothing tells the mark then. One that is read first tells more than is read afterwards.
    Mark first = mark(bucket);
    Row.Chunk again = chunk(reads.all(statement), limit);
    return again.entries().isEmpty()
        ? new Row.Chunk(List.of(), null, first.mark(), first.marked(), first.guard())
        : again;
  }

  private static int limit(Direction direction, Row.@Nullable Chunk before) {
    int limit = limit(before);
    return direction == Direction.ASCENDING ? limit : Math.min(limit, MOST_BACKWARDS);
  }

  /** How many rows are read after a chunk, or first. */
  static int limit(Row.@Nullable Chunk before) {
    int limit = FIRST_CHUNK;
    if (before != null && !before.entries().isEmpty()) {
      long bytes = 1;
      for (var entry : before.entries()) {
        bytes += entry.row().value().length();
      }
      long fitting = CHUNK_BYTES / Math.max(1, bytes / before.entries().size());
      limit = Math.clamp(fitting, LEAST_CHUNK, LARGEST_CHUNK);
    }
    return limit;
  }

  private static Row.Chunk chunk(List<com.datastax.oss.driver.api.core.cql.Row> found, int limit) {
    var entries = new ArrayList<Row.Entry>();
    Bytes mark = null;
    Bytes guard = null;
    long marked = 0;
    for (var each : found) {
      entries.add(new Row.Entry(Reads.bytes(each, KEY), row(each)));
    }
    if (!found.isEmpty()) {
      // All of them tell the same of their bucket.
      var any = found.getFirst();
      mark = Reads.optional(any, MARK);
      marked = Reads.number(any, MARKED);
      guard = Reads.optional(any, GUARD);
    }
    Bytes last = entries.size() < limit ? null : entries.getLast().key();
    return new Row.Chunk(entries, last, mark, marked, guard);
  }

  /**
   * What a bucket tells of itself.
   *
   * @param mark the id of the transaction that wrote last into it
   * @param marked when that was executed
   * @param fence what changes when an outcome had to be settled
   * @param guard the version of the row that guards it
   */
  record Mark(@Nullable Bytes mark, long marked, @Nullable Bytes fence, @Nullable Bytes guard) {}

  /** What a bucket tells of itself. */
  Mark mark(Bytes bucket) {
    var found = reads.all(mark.bind(bucket.buffer()));
    if (found.isEmpty()) {
      return new Mark(null, 0, null, null);
    }
    var only = found.getFirst();
    return new Mark(
        Reads.optional(only, 0),
        Reads.number(only, 1),
        Reads.optional(only, 2),
        Reads.optional(only, 3));
  }

  /** When rows of a bucket were deleted without a past for the last time, 0 for never. */
  long cut(Bytes bucket) {
    var found = reads.all(cut.bind(bucket.buffer()));
    return found.isEmpty() ? 0 : Reads.number(found.getFirst(), 0);
  }

  /**
   * What a write has found.
   *
   * @param value null if there was none
   * @param until when the write was executed, in microseconds
   * @param endedBy its id
   */
  record Former(@Nullable Bytes value, long until, Bytes endedBy) {}

  /** What the writes of late have found in a range of a bucket, by key. */
  TreeMap<Bytes, List<Former>> past(Bytes bucket, Bytes from, Bytes to) {
    var found = new TreeMap<Bytes, List<Former>>();
    for (var era : past) {
      for (var each : reads.all(era.bind(bucket.buffer(), from.buffer(), to.buffer()))) {
        found
            .computeIfAbsent(Reads.bytes(each, 0), _ -> new ArrayList<>())
            .add(new Former(Reads.optional(each, 1), Reads.number(each, 3), Reads.bytes(each, 2)));
      }
    }
    return found;
  }

  /** An entry of a bucket's outbox, null if there is none. */
  @Nullable OutboxEntry due(Bytes bucket, Bytes key) {
    var found = reads.all(due.bind(bucket.buffer(), key.buffer()));
    return found.isEmpty()
        ? null
        : OutboxEntry.decode(
            Reads.bytes(found.getFirst(), 0).buffer(), Reads.number(found.getFirst(), 1));
  }

  /** The keys of the first entries of a range in a bucket's outbox. */
  List<Bytes> due(Bytes bucket, Bytes from, Bytes to, int limit) {
    return reads.all(dues.bind(bucket.buffer(), from.buffer(), to.buffer(), limit)).stream()
        .map(found -> Reads.bytes(found, 0))
        .toList();
  }

  /** How many statements have been executed. */
  long executed() {
    return reads.executed();
  }

  private static Row row(com.datastax.oss.driver.api.core.cql.Row found) {
    return new Row(
        Reads.bytes(found, VALUE), Reads.bytes(found, VERSION), Reads.number(found, SINCE));
  }
}
