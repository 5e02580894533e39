package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.placement.SchemaVersions;
import dev.gramme.storage.cassandra.placement.WriteMark;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import dev.gramme.storage.cassandra.session.Cql;
import dev.gramme.storage.cassandra.session.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a commit statement (LET), and its preconditions: the fence of a written bucket, the
 * schema versions, the single rows, the range reads, and the marks. It also reads the values that
 * the statement replaces and the stamps of buckets with derived rows.
 */
final class CommitReads {
  private final String keyspace;
  private final String rows;
  private final BucketDirectory buckets;
  private final SchemaVersions versions;
  private final CassandraTransaction transaction;
  private final WriteSet writeSet;
  private final List<ColumnPrecondition> preconditions = new ArrayList<>();
  private final Map<Bytes, String> rowAliases = new LinkedHashMap<>();
  private final Map<Bytes, String> stampAliases = new LinkedHashMap<>();
  private final Map<Bytes, Bytes> newCopies = new HashMap<>();

  /** For each schema row that need not be read: the written bucket whose copy is checked. */
  private final Map<Bytes, Bytes> copyBuckets = new LinkedHashMap<>();

  private @Nullable Bytes fencedBucket;
  private @Nullable Bytes rowWithFence;
  private boolean reliesOnCachedRow;
  private String fenceAlias = "f";

  CommitReads(
      String keyspace,
      BucketDirectory buckets,
      SchemaVersions versions,
      CassandraTransaction transaction,
      WriteSet writeSet) {
    this.keyspace = keyspace;
    this.rows = keyspace + ".rows";
    this.buckets = buckets;
    this.versions = versions;
    this.transaction = transaction;
    this.writeSet = writeSet;
  }

  /** Appends all reads to a statement. */
  void addTo(Cql cql) {
    // The cache may change at any time, so this method consults it once.
    transaction
        .readSet()
        .schemaVersions()
        .forEach((row, version) ->
            copyBucket(row, version).ifPresent(bucket -> copyBuckets.put(row, bucket)));
    nameRows();
    if (!writeSet.isEmpty()) {
      readFence(cql);
    }
    readSchemaVersions(cql);
    readRows(cql);
    readRanges(cql);
    readMarks(cql);
    readStamps(cql);
  }

  /** The preconditions, in the order in which the statement returns their actual values. */
  List<ColumnPrecondition> preconditions() {
    return preconditions;
  }

  /** The statement's names for the single rows, by key. */
  String rowAlias(Bytes key) {
    return Objects.requireNonNull(rowAliases.get(key));
  }

  /** The statement's names for the header rows with stamps, by bucket. */
  Map<Bytes, String> stampAliases() {
    return stampAliases;
  }

  /** The keys whose replaced values the statement returns, in the order of the result. */
  List<Bytes> replacedKeys() {
    return rowAliases.keySet().stream().filter(transaction.replacedKeys()::contains).toList();
  }

  /** The bucket whose fence is a precondition, null if the statement writes nothing. */
  @Nullable Bytes fencedBucket() {
    return fencedBucket;
  }

  /** The buckets that the statement gives a copy of the schema version that it has read. */
  Map<Bytes, Bytes> newCopies() {
    return newCopies;
  }

  /**
   * Names rows in the order of keys, so that transactions with the same keys have the same text.
   */
  private void nameRows() {
    var keys = new TreeSet<>(transaction.readSet().rows().keySet());
    keys.addAll(writeSet.rows().keySet());
    keys.addAll(transaction.replacedKeys());
    keys.forEach(key -> rowAliases.put(key, "r" + rowAliases.size()));
  }

  private Set<Bytes> writtenBuckets() {
    return writeSet.writtenBuckets(buckets);
  }

  /**
   * Reads the fence of one written bucket. If the statement reads an existing row of that bucket
   * anyway, the fence is read together with it.
   */
  private void readFence(Cql cql) {
    Bytes bucket =
        copyBuckets.values().stream()
            .findFirst()
            .orElseGet(() -> writtenBuckets().iterator().next());
    fencedBucket = bucket;
    var reads = transaction.readSet().rows();
    var readRow =
        rowAliases.keySet().stream()
            .filter(key -> buckets.bucketOf(key).equals(bucket))
            .filter(key -> reads.getOrDefault(key, Optional.empty()).isPresent())
            .findFirst();
    // A row that was not read, but is cached as present, serves as well. If it does not exist after
    // all, the copy of the schema version is null, that precondition fails and nothing is written.
    var cachedRow =
        unreadKeys().stream()
            .filter(key -> !copyBuckets.isEmpty() && buckets.bucketOf(key).equals(bucket))
            .filter(transaction::isCachedAsPresent)
            .findFirst();
    reliesOnCachedRow = readRow.isEmpty() && cachedRow.isPresent();
    rowWithFence = readRow.or(() -> cachedRow).orElse(null);
    if (rowWithFence == null) {
      cql.add("LET f = (SELECT fence, guard FROM " + rows + " WHERE bucket = ")
          .value(bucket)
          .add(" LIMIT 1); ");
    } else {
      fenceAlias = rowAlias(rowWithFence);
    }
    preconditions.add(
        new ColumnPrecondition(
            fenceAlias,
            "fence",
            buckets.cachedFence(bucket),
            null,
            actual -> {
              if (actual != null) {
                buckets.cacheFence(bucket, actual);
              }
            }));
  }

  /** The keys that are written and were not read. */
  private Set<Bytes> unreadKeys() {
    var unread = new LinkedHashSet<>(writeSet.rows().keySet());
    unread.removeAll(transaction.readSet().rows().keySet());
    return unread;
  }

  /** A written bucket whose cached copy equals the expected version of a schema row. */
  private Optional<Bytes> copyBucket(Bytes schemaRow, Bytes version) {
    return writtenBuckets().stream()
        .filter(bucket -> versions.covers(schemaRow, bucket) && versions.hasCopy(bucket, version))
        .findFirst();
  }

  /** Checks each schema version by the copy of a written bucket, or else by its row. */
  private void readSchemaVersions(Cql cql) {
    int number = 0;
    for (var expected : transaction.readSet().schemaVersions().entrySet()) {
      Bytes schemaRow = expected.getKey();
      Bytes version = expected.getValue();
      Bytes bucket = copyBuckets.get(schemaRow);
      if (bucket == null) {
        String alias = "h" + number++;
        cql.add("LET " + alias + " = (SELECT version FROM " + rows + " WHERE bucket = ")
            .value(buckets.bucketOf(schemaRow))
            .add(CommitStatement.AT_KEY)
            .value(schemaRow)
            .add(CommitStatement.IS_CURRENT + "); ");
        preconditions.add(
            new ColumnPrecondition(
                alias, "version", version, null, actual -> versions.evict(schemaRow)));
        writtenBuckets().stream()
            .filter(written -> versions.covers(schemaRow, written))
            .forEach(written -> newCopies.put(written, version));
      } else {
        boolean isFenced = bucket.equals(fencedBucket);
        String alias = isFenced ? fenceAlias : "h" + number++;
        if (!isFenced) {
          cql.add("LET " + alias + " = (SELECT guard FROM " + rows + " WHERE bucket = ")
              .value(bucket)
              .add(" LIMIT 1); ");
        }
        preconditions.add(
            new ColumnPrecondition(
                alias, "guard", version, null, actual -> correctCaches(schemaRow, bucket, actual)));
      }
    }
  }

  /** Corrects the caches after a bucket had another copy of a schema version than expected. */
  private void correctCaches(Bytes schemaRow, Bytes bucket, @Nullable Bytes actual) {
    if (actual == null && reliesOnCachedRow && bucket.equals(fencedBucket)) {
      // The cached row, through which the copy was read, does not exist.
      unreadKeys().forEach(transaction::markStale);
      return;
    }
    versions.cacheCopy(bucket, actual);
    if (actual != null) {
      versions.evict(schemaRow);
    }
  }

  private void readRows(Cql cql) {
    var reads = transaction.readSet().rows();
    rowAliases.forEach((key, alias) -> {
      var row = reads.get(key);
      var columns = new ArrayList<String>();
      if (key.equals(rowWithFence)) {
        columns.addAll(List.of("fence", "guard"));
      }
      if (row != null) {
        columns.add("version");
        preconditions.add(
            new ColumnPrecondition(alias, "version", row.map(Row::version).orElse(null), key));
      }
      if (row == null || writeSet.rows().containsKey(key)) {
        columns.add("value");
      }
      cql.add("LET " + alias + " = (SELECT " + String.join(", ", columns) + " FROM " + rows)
          .add(" WHERE bucket = ")
          .value(buckets.bucketOf(key))
          .add(CommitStatement.AT_KEY)
          .value(key)
          .add(CommitStatement.IS_CURRENT + "); ");
    });
  }

  /** Checks a range read row by row: the first row from each position must be the expected one. */
  private void readRanges(Cql cql) {
    int number = 0;
    for (RangeRead range : transaction.readSet().ranges()) {
      if (!range.isCheckedByRow()) {
        continue;
      }
      Bytes from = range.from();
      for (Row.Entry entry : range.entries()) {
        String alias = "g" + number++;
        readFirst(cql, alias, range, from);
        preconditions.add(new ColumnPrecondition(alias, "key", entry.key(), range.bucket()));
        preconditions.add(
            new ColumnPrecondition(alias, "version", entry.row().version(), range.bucket()));
        from = entry.key().successor();
      }
      // Cassandra refuses to read an empty range.
      if (range.reachedEnd() && from.compareTo(range.to()) < 0) {
        String alias = "g" + number++;
        readFirst(cql, alias, range, from);
        preconditions.add(new ColumnPrecondition(alias, "key", null, range.bucket()));
      }
    }
  }

  private void readFirst(Cql cql, String alias, RangeRead range, Bytes from) {
    cql.add("LET " + alias + " = (SELECT key, version FROM " + rows + " WHERE bucket = ")
        .value(range.bucket())
        .add(CommitStatement.FROM_KEY)
        .value(from)
        .add(" AND key < ")
        .value(range.to())
        .add(" LIMIT 1); ");
  }

  private void readMarks(Cql cql) {
    int number = 0;
    for (var mark : transaction.readSet().bucketMarks().entrySet()) {
      String alias = "m" + number++;
      cql.add("LET " + alias + " = (SELECT mark FROM " + rows + " WHERE bucket = ")
          .value(mark.getKey())
          .add(" LIMIT 1); ");
      preconditions.add(new ColumnPrecondition(alias, "mark", mark.getValue().id(), mark.getKey()));
    }
    WriteMark directory = transaction.readSet().directoryMark();
    if (directory != null) {
      cql.add(
          "LET d = (SELECT mark FROM %s.buckets WHERE slice = %s LIMIT 1); "
              .formatted(keyspace, Schema.SLICE));
      preconditions.add(new ColumnPrecondition("d", "mark", directory.id(), null));
    }
  }

  private void readStamps(Cql cql) {
    for (Bytes bucket : writeSet.derived().keySet()) {
      String alias = "s" + stampAliases.size();
      stampAliases.put(bucket, alias);
      cql.add("LET " + alias + " = (SELECT stamp FROM " + rows + " WHERE bucket = ")
          .value(bucket)
          .add(Schema.HEADER_ROW + "); ");
    }
  }
}
