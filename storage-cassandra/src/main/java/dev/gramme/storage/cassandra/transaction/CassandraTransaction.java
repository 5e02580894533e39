package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.cassandra.derived.DerivedRows;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.placement.SchemaVersions;
import dev.gramme.storage.cassandra.placement.WriteMark;
import dev.gramme.storage.cassandra.read.BucketCursor;
import dev.gramme.storage.cassandra.read.EntryCursor;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.KeyRange;
import dev.gramme.storage.cassandra.row.Row;
import dev.gramme.storage.cassandra.row.Write;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a transaction's function, or of several functions that are committed together. It
 * reads without locks and records what it read in a {@link ReadSet}; its writes stay in memory
 * until the {@link CommitStatement} validates the read set and writes.
 */
final class CassandraTransaction implements Transaction {
  private final RowReader rows;
  private final DerivedRows derived;
  private final BucketDirectory buckets;
  private final SchemaVersions versions;
  private final OwnWriteCache cache;
  private final KeyLocks locks;
  private final Set<Bytes> lockedKeys;
  private final ReadSet readSet = new ReadSet();
  private final PendingWrites pending = new PendingWrites();
  private final Map<Bytes, Optional<Bytes>> replacedValues = new LinkedHashMap<>();
  private final Map<Bytes, Bytes> sourceBuckets = new HashMap<>();
  private @Nullable Conflict conflict;
  private boolean ended;

  /**
   * A transaction without reads and writes.
   *
   * @param lockedKeys the keys and buckets that it has locked
   */
  CassandraTransaction(
      RowReader rows,
      DerivedRows derived,
      BucketDirectory buckets,
      SchemaVersions versions,
      OwnWriteCache cache,
      KeyLocks locks,
      Set<Bytes> lockedKeys) {
    this.rows = rows;
    this.derived = derived;
    this.buckets = buckets;
    this.versions = versions;
    this.cache = cache;
    this.locks = locks;
    this.lockedKeys = lockedKeys;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    checkOpen();
    Bytes copy = Bytes.copyOf(key);
    Write write = pending.find(copy);
    if (write != null) {
      return write.value() == null ? null : write.value().array().clone();
    }
    Bytes bucket = buckets.bucketOf(copy);
    if (buckets.isDerived(bucket)) {
      Bytes value = derived.get(bucket, copy);
      return value == null ? null : value.array();
    }
    return readRow(copy).map(row -> row.value().array().clone()).orElse(null);
  }

  /** The stored row of a key, from the read set, from the cache, or else from Cassandra. */
  Optional<Row> readRow(Bytes key) {
    Optional<Row> known = readSet.rows().get(key);
    if (known != null) {
      return known;
    }
    checkNotLocked(key);
    if (!addFromCache(key)) {
      readSet.countReads(1);
      var found = rows.getVersioned(buckets.bucketOf(key), key);
      var row = Optional.ofNullable(found).map(RowReader.VersionedRow::row);
      cache.read(key, row);
      readSet.add(key, row, found == null ? null : found.schemaVersion());
    }
    return readSet.rows().getOrDefault(key, Optional.empty());
  }

  /** Adds a row from the cache to the read set; returns false if it is not cached. */
  private boolean addFromCache(Bytes key) {
    var cached = cache.find(key);
    if (cached == null) {
      return false;
    }
    readSet.addCached(key, cached.row());
    return true;
  }

  /** Reads the missing rows in parallel. */
  @Override
  public List<byte @Nullable []> getAll(List<byte[]> keys) {
    checkOpen();
    var missing = new LinkedHashSet<Bytes>();
    for (byte[] key : keys) {
      Bytes copy = Bytes.copyOf(key);
      if (pending.find(copy) == null
          && !readSet.rows().containsKey(copy)
          && !buckets.isDerived(buckets.bucketOf(copy))) {
        missing.add(copy);
      }
    }
    missing.forEach(this::checkNotLocked);
    missing.removeIf(this::addFromCache);
    if (missing.size() > 1) {
      readSet.countReads(missing.size());
      rows.getAll(missing, buckets)
          .forEach((key, row) -> {
            cache.read(key, row);
            readSet.add(key, row);
          });
    }
    return Transaction.super.getAll(keys);
  }

  /** Whether the read set records that the row does not exist. */
  boolean isKnownAbsent(Bytes key) {
    return Optional.empty().equals(readSet.rows().get(key));
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    checkOpen();
    Bytes first = Bytes.copyOf(from);
    Bytes end = Bytes.copyOf(to);
    if (first.compareTo(end) >= 0) {
      return EntryCursor.empty();
    }
    boolean ascending = direction == Direction.ASCENDING;
    var merged =
        pending.copy(first, end).mergedWith(storedEntries(first, end, direction), ascending);
    return new EntryCursor(() -> {
      checkOpen();
      return merged.next();
    });
  }

  private Supplier<Row.@Nullable Entry> storedEntries(Bytes from, Bytes to, Direction direction) {
    Bytes single = buckets.singleBucket(from, to);
    if (single == null || buckets.isDerived(single)) {
      var inRange = bucketsIn(from, to, direction);
      return new BucketCursor(inRange, from, to, direction, this::markedChunk)::next;
    }
    var read = new RangeRead(single, from, to, direction);
    readSet.ranges().add(read);
    var cursor =
        new BucketCursor(
            List.of(single),
            from,
            to,
            direction,
            (bucket, start, end, way, before) -> {
              Row.Chunk chunk = readChunk(bucket, start, end, way, before);
              if (!read.recordMark(new WriteMark(chunk.mark()))) {
                throw conflictOn(Set.of(bucket));
              }
              return chunk;
            });
    return () -> read.record(cursor.next());
  }

  /**
   * The stored rows of a range that are not derived, ascending. They are validated by the marks of
   * their buckets.
   */
  BucketCursor storedRows(KeyRange range) {
    var inRange = bucketsIn(range).stream().filter(bucket -> !isDerived(bucket)).toList();
    return new BucketCursor(
        inRange, range.from(), range.to(), Direction.ASCENDING, this::markedChunk);
  }

  /** The buckets that may contain keys of a range, ascending. */
  List<Bytes> bucketsIn(KeyRange range) {
    return bucketsIn(range.from(), range.to(), Direction.ASCENDING);
  }

  private List<Bytes> bucketsIn(Bytes from, Bytes to, Direction direction) {
    Bytes single = buckets.singleBucket(from, to);
    if (single != null) {
      return List.of(single);
    }
    readSet.countReads(1);
    var listing = buckets.list(from, to);
    if (!readSet.addDirectoryMark(listing.mark())) {
      throw conflictOn(Set.of());
    }
    return direction == Direction.ASCENDING ? listing.buckets() : listing.buckets().reversed();
  }

  private Row.Chunk markedChunk(
      Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
    if (buckets.isDerived(bucket)) {
      return derived.chunk(bucket, from, to, direction, before);
    }
    Row.Chunk chunk = readChunk(bucket, from, to, direction, before);
    addBucketMark(bucket, new WriteMark(chunk.mark()));
    return chunk;
  }

  private Row.Chunk readChunk(
      Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
    checkNotLocked(bucket);
    readSet.countReads(1);
    return rows.chunk(bucket, from, to, direction, before);
  }

  private void addBucketMark(Bytes bucket, WriteMark mark) {
    if (!readSet.addBucketMark(bucket, mark)) {
      throw conflictOn(Set.of(bucket));
    }
  }

  /**
   * Throws a {@link Conflict} early, before the commit, if another transaction of this server has
   * locked the key or bucket.
   */
  private void checkNotLocked(Bytes key) {
    if (!lockedKeys.contains(key) && locks.isUsedByOther(key)) {
      throw conflictOn(Set.of(key));
    }
  }

  private Conflict conflictOn(Set<Bytes> keys) {
    var found = new Conflict(keys);
    conflict = found;
    return found;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    checkOpen();
    pending.put(underivedKey(key), Bytes.copyOf(value));
  }

  @Override
  public void delete(byte[] key) {
    checkOpen();
    pending.put(underivedKey(key), null);
  }

  private Bytes underivedKey(byte[] key) {
    Bytes copy = Bytes.copyOf(key);
    if (buckets.isDerived(buckets.bucketOf(copy))) {
      throw new IllegalArgumentException("a derived row can be written by derive() only");
    }
    return copy;
  }

  @Override
  public void derive(byte[] source, byte[] key, byte @Nullable [] value) {
    checkOpen();
    Bytes copy = Bytes.copyOf(key);
    if (!buckets.isDerived(buckets.bucketOf(copy))) {
      // The placement does not treat this row as derived, so the transaction writes it.
      Transaction.super.derive(source, key, value);
      return;
    }
    sourceBuckets.put(copy, buckets.bucketOf(Bytes.copyOf(source)));
    pending.put(copy, value == null ? null : Bytes.copyOf(value));
  }

  /** The bucket of the source of a derived row that this transaction writes, else null. */
  @Nullable Bytes sourceBucket(Bytes key) {
    return sourceBuckets.get(key);
  }

  /** Whether the rows of a bucket are derived. */
  boolean isDerived(Bytes bucket) {
    return buckets.isDerived(bucket);
  }

  /** Does not read the row: the commit statement returns the replaced value. */
  @Override
  public Supplier<byte @Nullable []> replace(byte[] key, byte @Nullable [] value) {
    checkOpen();
    Bytes copy = underivedKey(key);
    if (pending.find(copy) != null || readSet.rows().containsKey(copy)) {
      return Transaction.super.replace(key, value);
    }
    pending.put(copy, value == null ? null : Bytes.copyOf(value));
    replacedValues.put(copy, Optional.empty());
    return () -> {
      Bytes before = replacedValues.getOrDefault(copy, Optional.empty()).orElse(null);
      return before == null ? null : before.array().clone();
    };
  }

  /** Whether the cache of this server's writes says that a row exists. */
  boolean isCachedAsPresent(Bytes key) {
    return cache.hasRow(key);
  }

  /**
   * Records that the cached row was stale; the cache serves it again after three matching reads.
   */
  void markStale(Bytes key) {
    cache.markStale(key);
  }

  /** The keys whose replaced values the commit statement must return. */
  Set<Bytes> replacedKeys() {
    return replacedValues.keySet();
  }

  /** Sets the replaced value of such a key, null for none. */
  void setReplacedValue(Bytes key, @Nullable Bytes value) {
    replacedValues.put(key, Optional.ofNullable(value));
  }

  @Override
  public boolean holds(Precondition precondition) {
    checkOpen();
    Bytes key = new Bytes(precondition.key());
    if (versions.scope(key) == null
        || pending.find(key) != null
        || readSet.rows().containsKey(key)) {
      return Transaction.super.holds(precondition);
    }
    Bytes value = new Bytes(precondition.value());
    Bytes version = versions.cachedVersion(key, value);
    if (version == null) {
      Row row = readRow(key).orElse(null);
      if (row == null || !row.value().equals(value)) {
        return false;
      }
      versions.cache(key, row);
      version = row.version();
      // The commit compares the schema version, if possible with the copy in a bucket that it
      // writes.
      readSet.rows().remove(key);
    }
    if (!readSet.addSchemaVersion(key, version)) {
      throw conflictOn(Set.of());
    }
    return true;
  }

  /**
   * Whether all reads saw the same snapshot, so that a read-only transaction needs no validation.
   */
  boolean readsOneSnapshot() {
    return replacedValues.isEmpty() && readSet.readsOneSnapshot();
  }

  @Override
  public void deleteRange(byte[] from, byte[] to) {
    checkOpen();
    var range = new KeyRange(Bytes.copyOf(from), Bytes.copyOf(to));
    if (range.from().compareTo(range.to()) < 0) {
      pending.deleteRange(range);
    }
  }

  /** A copy of the writes so far. */
  Saved save() {
    return new Saved(pending.copy(), new LinkedHashMap<>(replacedValues));
  }

  /** Undoes the writes since a copy. The read set is kept, so that the reads are validated. */
  void restore(Saved saved) {
    pending.restore(saved.pending);
    replacedValues.clear();
    replacedValues.putAll(saved.replacedValues);
  }

  /** Writes of a transaction. */
  record Saved(PendingWrites pending, Map<Bytes, Optional<Bytes>> replacedValues) {}

  /**
   * Returns and clears the conflict that a read has thrown, null for none. A function that catches
   * the exception cannot hide the conflict.
   */
  @Nullable Conflict takeConflict() {
    Conflict found = conflict;
    conflict = null;
    return found;
  }

  /**
   * Ends the transaction when all functions have run.
   *
   * @throws Conflict if two of its range reads saw different states of a bucket
   */
  void end() {
    ended = true;
    for (var range : readSet.ranges()) {
      WriteMark mark = range.mark();
      if (mark != null && !range.isCheckedByRow()) {
        addBucketMark(range.bucket(), mark);
      }
    }
  }

  private void checkOpen() {
    if (ended) {
      throw new IllegalStateException("the transaction has ended");
    }
  }

  /** What it has read. */
  ReadSet readSet() {
    return readSet;
  }

  /** What it has written. */
  PendingWrites pendingWrites() {
    return pending;
  }
}
