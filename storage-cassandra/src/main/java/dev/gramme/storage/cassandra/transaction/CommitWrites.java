package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.cassandra.derived.OutboxEntry;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.placement.SchemaVersions;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.KeyRange;
import dev.gramme.storage.cassandra.row.Write;
import dev.gramme.storage.cassandra.session.Cql;
import dev.gramme.storage.cassandra.session.Schema;
import dev.gramme.storage.cassandra.snapshot.HistoryGenerations;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * The writes of a commit statement. Each written row gets the transaction's id as its version, and
 * its replaced value moves to the history under that id. Each written bucket gets the id as its
 * mark.
 */
final class CommitWrites {
  private final String rows;
  private final BucketDirectory buckets;
  private final SchemaVersions versions;
  private final WriteSet writeSet;
  private final Map<Bytes, Bytes> outboxEntries;
  private final Bytes id;
  private final int generation;
  private final CommitReads reads;

  CommitWrites(
      String rows,
      BucketDirectory buckets,
      SchemaVersions versions,
      WriteSet writeSet,
      Map<Bytes, Bytes> outboxEntries,
      Bytes id,
      int generation,
      CommitReads reads) {
    this.rows = rows;
    this.buckets = buckets;
    this.versions = versions;
    this.writeSet = writeSet;
    this.outboxEntries = outboxEntries;
    this.id = id;
    this.generation = generation;
    this.reads = reads;
  }

  /**
   * Appends all writes to a statement. The static columns of a bucket are written together with its
   * first history row, because each additional write costs time.
   */
  void addTo(Cql cql) {
    var bucketColumns = new LinkedHashMap<Bytes, SequencedMap<String, Bytes>>();
    var written = writeSet.writtenBuckets(buckets);
    written.forEach(bucket -> bucketColumns.put(bucket, bucketColumns(bucket)));
    writeSet
        .rows()
        .forEach((key, write) -> {
          Bytes bucket = buckets.bucketOf(key);
          var columns = bucketColumns.remove(bucket);
          if (columns != null) {
            columns.put(HistoryGenerations.lastAddedColumn(generation), id);
          }
          keepReplaced(cql, bucket, key, columns == null ? Collections.emptySortedMap() : columns);
          if (write.value() == null) {
            delete(cql, bucket, key);
          } else {
            put(cql, bucket, key, write.value());
          }
        });
    writeSet.rangeDeletions().forEach((bucket, ranges) -> deleteRanges(cql, bucket, ranges));
    var others = new LinkedHashSet<>(writeSet.schemaCopies());
    others.removeAll(written);
    others.forEach(bucket -> bucketColumns.put(bucket, new TreeMap<>(Map.of("guard", id))));
    bucketColumns.forEach((bucket, columns) -> updateBucket(cql, bucket, columns));
    writeSet.derived().forEach((bucket, derived) -> addOutboxEntry(cql, bucket, derived));
  }

  /** The static columns of a written bucket. */
  private SequencedMap<String, Bytes> bucketColumns(Bytes bucket) {
    var columns = new TreeMap<String, Bytes>();
    columns.put("mark", id);
    if (writeSet.rangeDeletions().containsKey(bucket)) {
      columns.put("cut", id);
    }
    if (writeSet.schemaCopies().contains(bucket) || isSchemaWritten(bucket)) {
      columns.put("guard", id);
    } else if (reads.newCopies().containsKey(bucket)) {
      columns.put("guard", Objects.requireNonNull(reads.newCopies().get(bucket)));
    }
    return columns;
  }

  /**
   * Whether the statement writes the row with the schema version of a bucket. The write set may
   * lack the bucket, since this transaction may have registered it after it read the directory.
   */
  private boolean isSchemaWritten(Bytes bucket) {
    return writeSet.rows().keySet().stream().anyMatch(key -> versions.covers(key, bucket));
  }

  private void keepReplaced(Cql cql, Bytes bucket, Bytes key, Map<String, Bytes> bucketColumns) {
    cql.add("INSERT INTO " + rows + " (bucket, era, key, ended_by, version, value");
    bucketColumns.keySet().forEach(column -> cql.add(", " + column));
    cql.add(") VALUES (")
        .value(bucket)
        .add(", " + generation + ", ")
        .value(key)
        .add(", ")
        .value(id)
        .add(", 0x, " + reads.rowAlias(key) + ".value");
    bucketColumns.values().forEach(value -> cql.add(", ").value(value));
    cql.add("); ");
  }

  private void put(Cql cql, Bytes bucket, Bytes key, Bytes value) {
    cql.add("INSERT INTO " + rows + " (bucket, era, key, ended_by, value, version) VALUES (")
        .value(bucket)
        .add(", " + Schema.CURRENT + ", ")
        .value(key)
        .add(", 0x, ")
        .value(value)
        .add(", ")
        .value(id)
        .add("); ");
  }

  private void delete(Cql cql, Bytes bucket, Bytes key) {
    cql.add("DELETE FROM " + rows + " WHERE bucket = ")
        .value(bucket)
        .add(CommitStatement.AT_KEY)
        .value(key)
        .add(CommitStatement.IS_CURRENT + "; ");
  }

  private void updateBucket(Cql cql, Bytes bucket, Map<String, Bytes> columns) {
    cql.add("UPDATE " + rows + " SET ");
    String comma = "";
    for (var column : columns.entrySet()) {
      cql.add(comma + column.getKey() + " = ").value(column.getValue());
      comma = ", ";
    }
    cql.add(" WHERE bucket = ").value(bucket).add("; ");
  }

  private void addOutboxEntry(Cql cql, Bytes bucket, SequencedMap<Bytes, Write> derived) {
    cql.add("UPDATE " + rows + " SET stamp += 1 WHERE bucket = ")
        .value(bucket)
        .add(Schema.HEADER_ROW + "; INSERT INTO " + rows)
        .add(" (bucket, era, key, ended_by, value, stamp) VALUES (")
        .value(bucket)
        .add(", " + Schema.OUTBOX + ", ")
        .value(Objects.requireNonNull(outboxEntries.get(bucket)))
        .add(", 0x, ")
        .value(OutboxEntry.encode(derived))
        .add(", " + reads.stampAliases().get(bucket) + ".stamp); ");
  }

  private void deleteRanges(Cql cql, Bytes bucket, List<KeyRange> ranges) {
    for (var range : ranges) {
      if (range.from().compareTo(range.to()) < 0) {
        cql.add("DELETE FROM " + rows + " WHERE bucket = ")
            .value(bucket)
            .add(CommitStatement.FROM_KEY)
            .value(range.from())
            .add(" AND key < ")
            .value(range.to())
            .add("; ");
      }
    }
  }
}
