package dev.gramme.storage.cassandra.read;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.gramme.storage.Direction;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import dev.gramme.storage.cassandra.session.ReadStatements;
import dev.gramme.storage.cassandra.session.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads current rows, replaced values and the state of buckets. Each read is linearizable: Accord
 * orders it after the committed transactions of its bucket, although it is not a transaction.
 */
public final class RowReader {
  /**
   * The maximum number of rows of a descending read: Cassandra 6.0-alpha2 fails if it is larger.
   */
  private static final int MAX_DESCENDING = 31;

  private static final int FIRST_CHUNK = 48;
  private static final int MIN_CHUNK = 8;
  private static final int MAX_CHUNK = 512;
  private static final int CHUNK_BYTES = 1 << 20;

  private static final String COLUMNS =
      "value, version, WRITETIME(version), guard, key, mark, WRITETIME(mark)";

  /** Positions in {@link #COLUMNS}. */
  private static final int VALUE = 0;

  private static final int VERSION = 1;
  private static final int WRITTEN = 2;
  private static final int SCHEMA_VERSION = 3;
  private static final int KEY = 4;
  private static final int MARK = 5;
  private static final int MARKED = 6;

  private static final String IN_RANGE = " AND key >= ? AND key < ?";
  private static final int HISTORY_GENERATIONS = 2;

  private final ReadStatements reads;
  private final PreparedStatement one;
  private final PreparedStatement ascending;
  private final PreparedStatement descending;
  private final PreparedStatement bucketState;
  private final List<PreparedStatement> history = new ArrayList<>();
  private final PreparedStatement historyGap;

  /** A reader of a keyspace. */
  public RowReader(CqlSession session, String keyspace, ReadStatements reads) {
    this.reads = reads;
    String rows = " FROM " + keyspace + ".rows WHERE bucket = ?";
    String current = rows + " AND era = " + Schema.CURRENT;
    this.one =
        session.prepare(
            "SELECT value, version, WRITETIME(version), guard"
                + current
                + " AND key = ? AND ended_by = 0x");
    this.ascending = session.prepare("SELECT " + COLUMNS + current + IN_RANGE + " LIMIT ?");
    this.descending =
        session.prepare(
            "SELECT " + COLUMNS + current + IN_RANGE + " ORDER BY era DESC, key DESC LIMIT ?");
    this.bucketState =
        session.prepare("SELECT mark, WRITETIME(mark), fence, guard" + rows + " LIMIT 1");
    this.historyGap = session.prepare("SELECT WRITETIME(cut)" + rows + " LIMIT 1");
    for (int generation = 1; generation <= HISTORY_GENERATIONS; generation++) {
      history.add(
          session.prepare(
              "SELECT key, value, ended_by, WRITETIME(version)"
                  + rows
                  + " AND era = "
                  + generation
                  + IN_RANGE));
    }
  }

  /**
   * A row, and its bucket's copy of the schema version.
   *
   * @param schemaVersion null if the bucket has no copy
   */
  public record VersionedRow(Row row, @Nullable Bytes schemaVersion) {}

  /** A row, null if it does not exist. */
  public @Nullable Row get(Bytes bucket, Bytes key) {
    VersionedRow found = getVersioned(bucket, key);
    return found == null ? null : found.row();
  }

  /** A row with its bucket's copy of the schema version, null if the row does not exist. */
  public @Nullable VersionedRow getVersioned(Bytes bucket, Bytes key) {
    var found = reads.all(one.bind(bucket.buffer(), key.buffer()));
    return found.isEmpty()
        ? null
        : new VersionedRow(
            row(found.getFirst()), ReadStatements.optional(found.getFirst(), SCHEMA_VERSION));
  }

  /** Reads rows in parallel. The result is not a snapshot: each row is read at its own time. */
  public Map<Bytes, Optional<Row>> getAll(Collection<Bytes> keys, BucketDirectory buckets) {
    var found =
        reads
            .firsts(
                keys.stream()
                    .map(key -> one.bind(buckets.bucketOf(key).buffer(), key.buffer()))
                    .toList())
            .iterator();
    var rows = new LinkedHashMap<Bytes, Optional<Row>>();
    keys.forEach(key -> rows.put(key, Optional.ofNullable(found.next()).map(RowReader::row)));
    return rows;
  }

  /**
   * The next rows of a bucket.
   *
   * @param before the previous chunk, null for the first
   */
  public Row.Chunk chunk(
      Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
    int limit = limit(direction, before);
    BoundStatement statement =
        (direction == Direction.ASCENDING ? ascending : descending)
            .bind(bucket.buffer(), from.buffer(), to.buffer(), limit);
    Row.Chunk chunk = chunk(reads.all(statement), limit);
    if (!chunk.entries().isEmpty()) {
      return chunk;
    }
    // Without rows, the result has no mark. The mark is read first and the rows again afterwards,
    // so that the rows are at least as recent as the mark.
    BucketState state = bucketState(bucket);
    Row.Chunk again = chunk(reads.all(statement), limit);
    return again.entries().isEmpty()
        ? new Row.Chunk(List.of(), null, state.mark(), state.markedMicros(), state.schemaVersion())
        : again;
  }

  private static int limit(Direction direction, Row.@Nullable Chunk before) {
    int limit = chunkLimit(before);
    return direction == Direction.ASCENDING ? limit : Math.min(limit, MAX_DESCENDING);
  }

  /**
   * How many rows the next chunk may have: 48 for the first, then about a megabyte.
   *
   * @param before the previous chunk, null for the first
   */
  public static int chunkLimit(Row.@Nullable Chunk before) {
    int limit = FIRST_CHUNK;
    if (before != null && !before.entries().isEmpty()) {
      long bytes = 1;
      for (var entry : before.entries()) {
        bytes += entry.row().value().length();
      }
      long fitting = CHUNK_BYTES / Math.max(1, bytes / before.entries().size());
      limit = Math.clamp(fitting, MIN_CHUNK, MAX_CHUNK);
    }
    return limit;
  }

  private static Row.Chunk chunk(List<com.datastax.oss.driver.api.core.cql.Row> found, int limit) {
    var entries = new ArrayList<Row.Entry>();
    Bytes mark = null;
    Bytes schemaVersion = null;
    long markedMicros = 0;
    for (var each : found) {
      entries.add(new Row.Entry(ReadStatements.bytes(each, KEY), row(each)));
    }
    if (!found.isEmpty()) {
      // Static columns are the same in every row.
      var any = found.getFirst();
      mark = ReadStatements.optional(any, MARK);
      markedMicros = ReadStatements.number(any, MARKED);
      schemaVersion = ReadStatements.optional(any, SCHEMA_VERSION);
    }
    Bytes lastKey = entries.size() < limit ? null : entries.getLast().key();
    return new Row.Chunk(entries, lastKey, mark, markedMicros, schemaVersion);
  }

  /**
   * The state of a bucket.
   *
   * @param mark the id of the transaction that wrote last into it
   * @param markedMicros when that transaction was executed
   * @param fence the fencing token
   * @param schemaVersion the copy of the schema version
   */
  public record BucketState(
      @Nullable Bytes mark,
      long markedMicros,
      @Nullable Bytes fence,
      @Nullable Bytes schemaVersion) {}

  /** The state of a bucket. */
  public BucketState bucketState(Bytes bucket) {
    var found = reads.all(bucketState.bind(bucket.buffer()));
    if (found.isEmpty()) {
      return new BucketState(null, 0, null, null);
    }
    var only = found.getFirst();
    return new BucketState(
        ReadStatements.optional(only, 0),
        ReadStatements.number(only, 1),
        ReadStatements.optional(only, 2),
        ReadStatements.optional(only, 3));
  }

  /** When a range of a bucket was last deleted without keeping its history, 0 for never. */
  public long historyGapMicros(Bytes bucket) {
    var found = reads.all(historyGap.bind(bucket.buffer()));
    return found.isEmpty() ? 0 : ReadStatements.number(found.getFirst(), 0);
  }

  /**
   * A value that was replaced or deleted.
   *
   * @param value null if the row did not exist before
   * @param replacedMicros when it was replaced, in microseconds
   * @param replacedBy the id of the transaction that replaced it
   */
  public record ReplacedValue(@Nullable Bytes value, long replacedMicros, Bytes replacedBy) {}

  /** The history of a range of a bucket, by key. */
  public TreeMap<Bytes, List<ReplacedValue>> history(Bytes bucket, Bytes from, Bytes to) {
    var found = new TreeMap<Bytes, List<ReplacedValue>>();
    for (var generation : history) {
      for (var each : reads.all(generation.bind(bucket.buffer(), from.buffer(), to.buffer()))) {
        found
            .computeIfAbsent(ReadStatements.bytes(each, 0), _ -> new ArrayList<>())
            .add(
                new ReplacedValue(
                    ReadStatements.optional(each, 1),
                    ReadStatements.number(each, 3),
                    ReadStatements.bytes(each, 2)));
      }
    }
    return found;
  }

  private static Row row(com.datastax.oss.driver.api.core.cql.Row found) {
    return new Row(
        ReadStatements.bytes(found, VALUE),
        ReadStatements.bytes(found, VERSION),
        ReadStatements.number(found, WRITTEN));
  }
}
