package dev.gramme.storage.cassandra;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Guard;
import dev.gramme.storage.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a transaction's body, or of several that are committed together. It reads what there
 * is and remembers in which version; its writes wait. {@link Commit} then writes them if all that
 * was read is still as it was.
 */
final class CassandraTransaction implements Transaction {
  private final Rows rows;
  private final Derived derived;
  private final Buckets buckets;
  private final Guards guards;
  private final Recent recent;
  private final Turns turns;
  private final Set<Bytes> held;
  private final Map<Bytes, Optional<Row>> reads = new LinkedHashMap<>();
  private final Map<Bytes, Tag> marks = new HashMap<>();
  private final List<Look> ranges = new ArrayList<>();
  private final Overlay overlay = new Overlay();
  private final Map<Bytes, Bytes> assumed = new TreeMap<>();
  private final Map<Bytes, Optional<Bytes>> replaced = new LinkedHashMap<>();
  private final Map<Bytes, Bytes> sources = new HashMap<>();
  private @Nullable Tag directory;
  private @Nullable Bytes witnessed;
  private int looks;
  private boolean isOld;
  private @Nullable Conflict conflict;
  private boolean ended;

  /**
   * A run.
   *
   * @param held the keys and buckets on which this transaction has its turn
   */
  CassandraTransaction(
      Rows rows,
      Derived derived,
      Buckets buckets,
      Guards guards,
      Recent recent,
      Turns turns,
      Set<Bytes> held) {
    this.rows = rows;
    this.derived = derived;
    this.buckets = buckets;
    this.guards = guards;
    this.recent = recent;
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
    Bytes bucket = buckets.of(copy);
    if (buckets.isDerived(bucket)) {
      Bytes value = derived.get(bucket, copy);
      return value == null ? null : value.array();
    }
    return read(copy).map(row -> row.value().array().clone()).orElse(null);
  }

  /** A row as this transaction has seen it, or sees it now. */
  Optional<Row> read(Bytes key) {
    Optional<Row> known = reads.get(key);
    if (known != null) {
      return known;
    }
    checkTurn(key);
    if (!recall(key)) {
      looks++;
      var found = rows.guarded(buckets.of(key), key);
      witnessed = found == null ? null : found.guard();
      saw(key, Optional.ofNullable(found).map(Rows.Guarded::row));
    }
    return reads.getOrDefault(key, Optional.empty());
  }

  private void saw(Bytes key, Optional<Row> row) {
    recent.read(key, row);
    reads.put(key, row);
  }

  /** Takes a row as it is remembered, which will be checked; false if it is not. */
  private boolean recall(Bytes key) {
    var known = recent.find(key);
    if (known == null) {
      return false;
    }
    isOld = true;
    reads.put(key, known.row());
    return true;
  }

  /** Looks for all of them at once. */
  @Override
  public List<byte @Nullable []> getAll(List<byte[]> keys) {
    checkOpen();
    var unknown = new LinkedHashSet<Bytes>();
    for (byte[] key : keys) {
      Bytes copy = Bytes.copyOf(key);
      if (overlay.find(copy) == null
          && !reads.containsKey(copy)
          && !buckets.isDerived(buckets.of(copy))) {
        unknown.add(copy);
      }
    }
    unknown.forEach(this::checkTurn);
    unknown.removeIf(this::recall);
    if (unknown.size() > 1) {
      looks += unknown.size();
      rows.getAll(unknown, buckets).forEach(this::saw);
    }
    return Transaction.super.getAll(keys);
  }

  /** Whether a row is known not to be there. */
  boolean isAbsent(Bytes key) {
    return Optional.empty().equals(reads.get(key));
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
    if (only == null || buckets.isDerived(only)) {
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

  /** The stored rows of a range, which is checked in the end, but for derived ones. */
  private Walk walk(Bytes from, Bytes to, Direction direction) {
    return new Walk(bucketsIn(from, to, direction), from, to, direction, this::chunk);
  }

  /** Those of them that are not derived, ascending. */
  Walk walkRows(Overlay.Range range) {
    var buckets = bucketsIn(range).stream().filter(bucket -> !isDerived(bucket)).toList();
    return new Walk(buckets, range.from(), range.to(), Direction.ASCENDING, this::chunk);
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
    if (buckets.isDerived(bucket)) {
      return derived.chunk(bucket, from, to, direction, before);
    }
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
    overlay.put(ofNoSource(key), Bytes.copyOf(value));
  }

  @Override
  public void delete(byte[] key) {
    checkOpen();
    overlay.put(ofNoSource(key), null);
  }

  private Bytes ofNoSource(byte[] key) {
    Bytes copy = Bytes.copyOf(key);
    if (buckets.isDerived(buckets.of(copy))) {
      throw new IllegalArgumentException("a derived row is written without its source");
    }
    return copy;
  }

  @Override
  public void derive(byte[] source, byte[] key, byte @Nullable [] value) {
    checkOpen();
    Bytes copy = Bytes.copyOf(key);
    if (!buckets.isDerived(buckets.of(copy))) {
      // It is placed among the others, and so written as they are.
      Transaction.super.derive(source, key, value);
      return;
    }
    sources.put(copy, buckets.of(Bytes.copyOf(source)));
    overlay.put(copy, value == null ? null : Bytes.copyOf(value));
  }

  /** The bucket of the source of a row that this transaction derives, null for any other row. */
  @Nullable Bytes source(Bytes key) {
    return sources.get(key);
  }

  /** Whether the rows of a bucket are derived. */
  boolean isDerived(Bytes bucket) {
    return buckets.isDerived(bucket);
  }

  /** What was there is told by the statement that replaces it. */
  @Override
  public Supplier<byte @Nullable []> replace(byte[] key, byte @Nullable [] value) {
    checkOpen();
    Bytes copy = ofNoSource(key);
    if (overlay.find(copy) != null || reads.containsKey(copy)) {
      return Transaction.super.replace(key, value);
    }
    overlay.put(copy, value == null ? null : Bytes.copyOf(value));
    replaced.put(copy, Optional.empty());
    return () -> {
      Bytes before = replaced.getOrDefault(copy, Optional.empty()).orElse(null);
      return before == null ? null : before.array().clone();
    };
  }

  /** Whether this server has left a row there, and knows nothing of others that write it. */
  boolean isBelieved(Bytes key) {
    return recent.isThere(key);
  }

  /** A row may not be there. */
  void disbelieve(Bytes key) {
    recent.met(key);
  }

  /** The rows of which it was asked what was there before they were written. */
  Set<Bytes> replaced() {
    return replaced.keySet();
  }

  /** Such a row had a value, or null for none. */
  void replaced(Bytes key, @Nullable Bytes value) {
    replaced.put(key, Optional.ofNullable(value));
  }

  @Override
  public boolean holds(Guard guard) {
    checkOpen();
    Bytes key = new Bytes(guard.key());
    if (guards.guarded(key) == null || overlay.find(key) != null || reads.containsKey(key)) {
      return Transaction.super.holds(guard);
    }
    Bytes value = new Bytes(guard.value());
    Bytes version = guards.version(key, value);
    if (version == null) {
      Row row = read(key).orElse(null);
      if (row == null || !row.value().equals(value)) {
        return false;
      }
      guards.learn(key, row);
      version = row.version();
      reads.remove(key);
    }
    if (!version.equals(assumed.getOrDefault(key, version))) {
      throw met(Set.of());
    }
    assumed.put(key, version);
    return true;
  }

  /** The versions of the guards that it takes for granted, in the order of their keys. */
  Map<Bytes, Bytes> assumed() {
    return assumed;
  }

  /** Whether all that it has seen was so at one moment: then it needs no check. */
  boolean isOfOneMoment() {
    if (isOld) {
      return false;
    }
    if (looks == 0) {
      return assumed.isEmpty() && replaced.isEmpty();
    }
    return looks == 1
        && replaced.isEmpty()
        && assumed.values().stream().allMatch(version -> version.equals(witnessed));
  }

  @Override
  public void deleteRange(byte[] from, byte[] to) {
    checkOpen();
    var range = new Overlay.Range(Bytes.copyOf(from), Bytes.copyOf(to));
    if (range.from().compareTo(range.to()) < 0) {
      overlay.clear(range);
    }
  }

  /** What was written so far, to return to. */
  Saved save() {
    return new Saved(overlay.copy(), new LinkedHashMap<>(replaced));
  }

  /** Undoes what was written since. What was read since is checked all the same. */
  void restore(Saved saved) {
    overlay.restore(saved.overlay);
    replaced.clear();
    replaced.putAll(saved.replaced);
  }

  /** What a body has written, and what it has replaced unseen. */
  record Saved(Overlay overlay, Map<Bytes, Optional<Bytes>> replaced) {}

  /** The conflict that it has met, even if the body has hidden that; null for none. */
  @Nullable Conflict takeConflict() {
    Conflict met = conflict;
    conflict = null;
    return met;
  }

  /**
   * All bodies have run.
   *
   * @throws Conflict if it has met another transaction
   */
  void end() {
    ended = true;
    for (var look : ranges) {
      Tag mark = look.mark();
      if (mark != null && !look.isShort()) {
        mark(look.bucket(), mark);
      }
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
}
