package dev.gramme.storage.cassandra;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a transaction's body. It reads what there is and remembers in which version; its
 * writes wait. {@link Commit} then writes them if all that was read is still as it was.
 */
final class CassandraTransaction implements Transaction {
  private final Rows rows;
  private final Buckets buckets;
  private final Turns turns;
  private final Set<Bytes> held;
  private final Map<Bytes, Optional<Row>> reads = new LinkedHashMap<>();
  private final Map<Bytes, Tag> marks = new HashMap<>();
  private final List<Look> ranges = new ArrayList<>();
  private final Overlay overlay = new Overlay();
  private @Nullable Tag directory;
  private int looks;
  private @Nullable Conflict conflict;
  private boolean ended;

  /**
   * A run.
   *
   * @param held the keys and buckets on which this transaction has its turn
   */
  CassandraTransaction(Rows rows, Buckets buckets, Turns turns, Set<Bytes> held) {
    this.rows = rows;
    this.buckets = buckets;
    this.turns = turns;
    this.held = held;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    checkOpen();
    Bytes copy = Bytes.copyOf(key);
    Overlay.Write write = overlay.find(copy);
    if (write != null) {
      return write.value() == null ? null : write.value().array().clone();
    }
    return read(copy).map(row -> row.value().array().clone()).orElse(null);
  }

  /** A row as this transaction has seen it, or sees it now. */
  Optional<Row> read(Bytes key) {
    Optional<Row> known = reads.get(key);
    if (known == null) {
      checkTurn(key);
      looks++;
      known = Optional.ofNullable(rows.get(buckets.of(key), key));
      reads.put(key, known);
    }
    return known;
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    checkOpen();
    Bytes first = Bytes.copyOf(from);
    Bytes end = Bytes.copyOf(to);
    if (first.compareTo(end) >= 0) {
      return new EntryCursor(() -> EntryCursor.Found.of(null));
    }
    boolean ascending = direction == Direction.ASCENDING;
    var merged = overlay.copy(first, end).over(stored(first, end, direction), ascending);
    return new EntryCursor(() -> {
      checkOpen();
      return merged.next();
    });
  }

  private Supplier<Row.@Nullable Entry> stored(Bytes from, Bytes to, Direction direction) {
    Bytes only = buckets.only(from, to);
    if (only == null) {
      return walk(from, to, direction)::next;
    }
    var look = new Look(only, from, to, direction);
    ranges.add(look);
    var walk =
        new Walk(
            List.of(only),
            from,
            to,
            direction,
            (bucket, start, end, way, before) -> {
              Row.Chunk chunk = read(bucket, start, end, way, before);
              if (!look.isSame(new Tag(chunk.mark()))) {
                throw met(Set.of(bucket));
              }
              return chunk;
            });
    return () -> look.see(walk.next());
  }

  /** The stored rows of a range, which is checked in the end. */
  Walk walk(Bytes from, Bytes to, Direction direction) {
    return new Walk(bucketsIn(from, to, direction), from, to, direction, this::chunk);
  }

  /** The buckets that a range may be in. */
  List<Bytes> bucketsIn(Overlay.Range range) {
    return bucketsIn(range.from(), range.to(), Direction.ASCENDING);
  }

  private List<Bytes> bucketsIn(Bytes from, Bytes to, Direction direction) {
    Bytes only = buckets.only(from, to);
    if (only != null) {
      return List.of(only);
    }
    looks++;
    var listing = buckets.list(from, to);
    Tag mark = new Tag(listing.mark());
    if (directory != null && !directory.equals(mark)) {
      throw met(Set.of());
    }
    directory = mark;
    return direction == Direction.ASCENDING ? listing.buckets() : listing.buckets().reversed();
  }

  private Row.Chunk chunk(
      Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
    Row.Chunk chunk = read(bucket, from, to, direction, before);
    mark(bucket, new Tag(chunk.mark()));
    return chunk;
  }

  private Row.Chunk read(
      Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
    checkTurn(bucket);
    looks++;
    return rows.chunk(bucket, from, to, direction, before);
  }

  private void mark(Bytes bucket, Tag mark) {
    Tag earlier = marks.putIfAbsent(bucket, mark);
    if (earlier != null && !earlier.equals(mark)) {
      throw met(Set.of(bucket));
    }
  }

  private void checkTurn(Bytes key) {
    if (!held.contains(key) && turns.isTaken(key)) {
      throw met(Set.of(key));
    }
  }

  private Conflict met(Set<Bytes> on) {
    var met = new Conflict(on);
    conflict = met;
    return met;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    checkOpen();
    overlay.put(Bytes.copyOf(key), Bytes.copyOf(value));
  }

  @Override
  public void delete(byte[] key) {
    checkOpen();
    overlay.put(Bytes.copyOf(key), null);
  }

  @Override
  public void deleteRange(byte[] from, byte[] to) {
    checkOpen();
    var range = new Overlay.Range(Bytes.copyOf(from), Bytes.copyOf(to));
    if (range.from().compareTo(range.to()) < 0) {
      overlay.clear(range);
    }
  }

  /**
   * The body has returned, or has thrown.
   *
   * @throws Conflict if it has met another transaction, even if the body has hidden that
   */
  void end() {
    ended = true;
    for (var look : ranges) {
      Tag mark = look.mark();
      if (mark != null && !look.isShort()) {
        mark(look.bucket(), mark);
      }
    }
    if (conflict != null) {
      throw conflict;
    }
  }

  private void checkOpen() {
    if (ended) {
      throw new IllegalStateException("the transaction is over");
    }
  }

  /** What was read, by key. */
  Map<Bytes, Optional<Row>> reads() {
    return reads;
  }

  /** The marks of the buckets of which ranges were read. */
  Map<Bytes, Tag> marks() {
    return marks;
  }

  /** The ranges that were looked at; those that are not short are among the marks. */
  List<Look> ranges() {
    return ranges;
  }

  /** The mark of the directory, null if it was not read. */
  @Nullable Tag directory() {
    return directory;
  }

  /** It has itself entered a bucket into the directory that it had read. */
  void entered(Bytes mark) {
    directory = new Tag(mark);
  }

  /** What was written. */
  Overlay overlay() {
    return overlay;
  }

  /** How often the store was read: what was read at once needs no check. */
  int looks() {
    return looks;
  }
}
