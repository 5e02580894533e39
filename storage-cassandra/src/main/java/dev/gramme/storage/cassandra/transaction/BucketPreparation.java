package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.placement.SchemaVersions;
import dev.gramme.storage.cassandra.placement.WriteMark;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Prepares buckets for the first write of this server: registers them and gives them a copy. */
final class BucketPreparation {
  private final RowReader rows;
  private final BucketDirectory buckets;
  private final SchemaVersions versions;
  private final Supplier<Bytes> ids;

  BucketPreparation(
      RowReader rows, BucketDirectory buckets, SchemaVersions versions, Supplier<Bytes> ids) {
    this.rows = rows;
    this.buckets = buckets;
    this.versions = versions;
    this.ids = ids;
  }

  /**
   * Registers the buckets of a transaction and gives them copies of its schema versions.
   *
   * @throws Conflict if the transaction has read the directory and it has changed since
   */
  void prepare(WriteSet writeSet, CassandraTransaction transaction) {
    Set<Bytes> written = writeSet.writtenBuckets(buckets);
    register(written, transaction);
    register(writeSet.derivedBuckets(buckets), transaction);
    copySchemaVersions(written, transaction.readSet().schemaVersions());
  }

  /** Registers buckets. Every registration gets a new id, so each changes the directory's mark. */
  void register(Collection<Bytes> unprepared, CassandraTransaction transaction) {
    for (Bytes bucket : unprepared) {
      if (buckets.isRegistered(bucket)) {
        continue;
      }
      Bytes id = ids.get();
      WriteMark read = transaction.readSet().directoryMark();
      if (read == null) {
        buckets.register(bucket, id);
      } else if (buckets.registerIfUnchanged(bucket, id, read)) {
        transaction.readSet().replaceDirectoryMark(id);
      } else {
        throw new Conflict(Set.of());
      }
    }
  }

  /**
   * Gives written buckets their copies of the schema versions. Without a copy, the commit statement
   * would check the schema row itself, a partition in which all such transactions would conflict.
   */
  private void copySchemaVersions(Set<Bytes> written, Map<Bytes, Bytes> schemaVersions) {
    schemaVersions.forEach((schemaRow, version) -> {
      for (Bytes bucket : written) {
        if (versions.covers(schemaRow, bucket) && !versions.hasCopy(bucket, version)) {
          versions.cacheCopy(bucket, copySchemaVersion(bucket, schemaRow));
        }
      }
    });
  }

  /**
   * The copy of a bucket, which is created if there is none; null if the schema row does not exist.
   * The bucket is registered already, so every later change of the schema row updates its copy, and
   * a stale version that was read here cannot replace a newer copy.
   */
  private @Nullable Bytes copySchemaVersion(Bytes bucket, Bytes schemaRow) {
    Bytes copy = rows.bucketState(bucket).schemaVersion();
    if (copy != null) {
      return copy;
    }
    Row row = rows.get(buckets.bucketOf(schemaRow), schemaRow);
    return row == null ? null : buckets.copySchemaVersion(bucket, row.version());
  }
}
