package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.placement.SchemaVersions;
import dev.gramme.storage.cassandra.read.BucketCursor;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.KeyRange;
import dev.gramme.storage.cassandra.row.Row;
import dev.gramme.storage.cassandra.row.Write;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * What the commit statement of a transaction writes, computed from its pending writes.
 *
 * @param rows the rows that are put or deleted, by key
 * @param rangeDeletions the ranges that are deleted without keeping their history, by bucket
 * @param schemaCopies the buckets whose copy of the schema version is updated, because the
 *     transaction writes the row that holds it
 * @param derived the derived rows, by the bucket of their source
 * @param derivedRangeDeletions the ranges of derived rows that are removed permanently, by bucket
 */
record WriteSet(
    SequencedMap<Bytes, Write> rows,
    Map<Bytes, List<KeyRange>> rangeDeletions,
    Set<Bytes> schemaCopies,
    Map<Bytes, SequencedMap<Bytes, Write>> derived,
    Map<Bytes, List<KeyRange>> derivedRangeDeletions) {
  /** A deleted range with more rows keeps no history. */
  private static final int MAX_ROWS_WITH_HISTORY = 4096;

  /** A deleted range with more bytes keeps no history. */
  private static final int MAX_BYTES_WITH_HISTORY = 4 << 20;

  /** An empty write set. */
  static WriteSet empty() {
    return new WriteSet(
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashSet<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>());
  }

  /** Computes the write set. Its reads are added to the transaction's read set. */
  static WriteSet of(CassandraTransaction transaction, SchemaVersions versions) {
    WriteSet writeSet = empty();
    PendingWrites pending = transaction.pendingWrites();
    for (var range : pending.deletedRanges()) {
      writeSet.deleteRange(range, transaction);
    }
    pending
        .writes()
        .forEach((key, write) -> {
          Bytes source = transaction.sourceBucket(key);
          if (source != null) {
            writeSet.derived.computeIfAbsent(source, _ -> new LinkedHashMap<>()).put(key, write);
          } else if (write.value() != null || !transaction.isKnownAbsent(key)) {
            writeSet.rows.put(key, write);
          }
        });
    for (Bytes key : writeSet.rows.keySet()) {
      writeSet.updateSchemaCopies(key, transaction, versions);
    }
    return writeSet;
  }

  private void deleteRange(KeyRange range, CassandraTransaction transaction) {
    for (Bytes bucket : transaction.bucketsIn(range)) {
      if (transaction.isDerived(bucket)) {
        derivedRangeDeletions.computeIfAbsent(bucket, _ -> new ArrayList<>()).add(range);
      }
    }
    PendingWrites pending = transaction.pendingWrites();
    var found = new ArrayList<Row.Entry>();
    long bytes = 0;
    BucketCursor cursor = transaction.storedRows(range);
    for (var entry = cursor.next(); entry != null; entry = cursor.next()) {
      found.add(entry);
      bytes += entry.row().value().length();
      if (found.size() > MAX_ROWS_WITH_HISTORY || bytes > MAX_BYTES_WITH_HISTORY) {
        deleteWithoutHistory(range, transaction);
        return;
      }
    }
    for (var entry : found) {
      if (!pending.writes().containsKey(entry.key())) {
        rows.put(entry.key(), new Write(null));
      }
    }
  }

  /**
   * Splits the range around the keys that the transaction writes afterwards: deletion and write
   * have the same time, and then Cassandra lets the deletion win.
   */
  private void deleteWithoutHistory(KeyRange range, CassandraTransaction transaction) {
    var pieces = new ArrayList<KeyRange>();
    Bytes from = range.from();
    for (Bytes key :
        transaction.pendingWrites().writes().subMap(range.from(), range.to()).keySet()) {
      pieces.add(new KeyRange(from, key));
      from = key.successor();
    }
    pieces.add(new KeyRange(from, range.to()));
    for (Bytes bucket : transaction.bucketsIn(range)) {
      if (!transaction.isDerived(bucket)) {
        rangeDeletions.computeIfAbsent(bucket, _ -> new ArrayList<>()).addAll(pieces);
      }
    }
  }

  /** A new schema row needs no update of copies: no bucket can have a copy of it. */
  private void updateSchemaCopies(
      Bytes key, CassandraTransaction transaction, SchemaVersions versions) {
    KeyRange scope = versions.scope(key);
    if (scope != null && !transaction.readRow(key).equals(Optional.empty())) {
      for (Bytes bucket : transaction.bucketsIn(scope)) {
        if (versions.covers(key, bucket)) {
          schemaCopies.add(bucket);
        }
      }
    }
  }

  /** The buckets into which the statement writes rows or outbox entries. */
  Set<Bytes> writtenBuckets(BucketDirectory buckets) {
    var written = new LinkedHashSet<Bytes>();
    rows.keySet().forEach(key -> written.add(buckets.bucketOf(key)));
    written.addAll(rangeDeletions.keySet());
    written.addAll(derived.keySet());
    return written;
  }

  /** The buckets of the derived rows. */
  Set<Bytes> derivedBuckets(BucketDirectory buckets) {
    var into = new LinkedHashSet<Bytes>();
    derived.values().forEach(each -> each.keySet().forEach(key -> into.add(buckets.bucketOf(key))));
    return into;
  }

  /** Whether the statement writes nothing. */
  boolean isEmpty() {
    return rows.isEmpty() && rangeDeletions.isEmpty() && derived.isEmpty();
  }

  /** About how many writes the statement has. */
  int size() {
    return rows.size() * 2
        + schemaCopies.size()
        + rangeDeletions.values().stream().mapToInt(List::size).sum();
  }
}
