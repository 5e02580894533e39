package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.cassandra.placement.WriteMark;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a transaction has read. The commit statement validates all of it. */
final class ReadSet {
  private final Map<Bytes, Optional<Row>> rows = new LinkedHashMap<>();
  private final Map<Bytes, WriteMark> bucketMarks = new HashMap<>();
  private final List<RangeRead> ranges = new ArrayList<>();
  private final Map<Bytes, Bytes> schemaVersions = new TreeMap<>();
  private @Nullable WriteMark directoryMark;
  private @Nullable Bytes lastSchemaCopy;
  private int reads;
  private boolean hasCachedRow;

  /** The single rows by key; empty for a row that does not exist. */
  Map<Bytes, Optional<Row>> rows() {
    return rows;
  }

  /** The marks of the buckets whose ranges are validated as a whole. */
  Map<Bytes, WriteMark> bucketMarks() {
    return bucketMarks;
  }

  /** The range reads of single buckets; those that are not checked by row are in the marks, too. */
  List<RangeRead> ranges() {
    return ranges;
  }

  /** The expected versions of the rows that hold schema versions, in the order of their keys. */
  Map<Bytes, Bytes> schemaVersions() {
    return schemaVersions;
  }

  /** The mark of the directory, null if it was not read. */
  @Nullable WriteMark directoryMark() {
    return directoryMark;
  }

  /** Counts reads of Cassandra. */
  void countReads(int more) {
    reads += more;
  }

  /** Adds a row that was read together with others. */
  void add(Bytes key, Optional<Row> row) {
    rows.put(key, row);
  }

  /** Adds a row that was read alone, with its bucket's copy of the schema version. */
  void add(Bytes key, Optional<Row> row, @Nullable Bytes schemaCopy) {
    rows.put(key, row);
    lastSchemaCopy = schemaCopy;
  }

  /** Adds a row from the cache of this server's writes, which may be stale. */
  void addCached(Bytes key, Optional<Row> row) {
    hasCachedRow = true;
    rows.put(key, row);
  }

  /** Adds the mark of a bucket; returns false if it differs from an earlier one. */
  boolean addBucketMark(Bytes bucket, WriteMark mark) {
    WriteMark earlier = bucketMarks.putIfAbsent(bucket, mark);
    return earlier == null || earlier.equals(mark);
  }

  /** Adds the mark of the directory; returns false if it differs from an earlier one. */
  boolean addDirectoryMark(WriteMark mark) {
    if (directoryMark != null && !directoryMark.equals(mark)) {
      return false;
    }
    directoryMark = mark;
    return true;
  }

  /** Replaces the mark of the directory, since this transaction has changed it itself. */
  void replaceDirectoryMark(Bytes id) {
    directoryMark = new WriteMark(id);
  }

  /** Adds the expected version of a schema row; returns false if it differs from an earlier one. */
  boolean addSchemaVersion(Bytes key, Bytes version) {
    if (!version.equals(schemaVersions.getOrDefault(key, version))) {
      return false;
    }
    schemaVersions.put(key, version);
    return true;
  }

  /**
   * Whether all of it was true at one moment, because it came from at most one read of Cassandra. A
   * transaction without writes then needs no validation.
   */
  boolean readsOneSnapshot() {
    if (hasCachedRow) {
      return false;
    }
    if (reads == 0) {
      return schemaVersions.isEmpty();
    }
    return reads == 1
        && schemaVersions.values().stream().allMatch(version -> version.equals(lastSchemaCopy));
  }
}
