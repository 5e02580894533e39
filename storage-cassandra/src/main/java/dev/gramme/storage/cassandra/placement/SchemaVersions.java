package dev.gramme.storage.cassandra.placement;

import dev.gramme.storage.cassandra.options.Placement;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.KeyRange;
import dev.gramme.storage.cassandra.row.Row;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A cache of schema versions, so that reads and writes of a table need not read the row that holds
 * its schema version.
 *
 * <p>Each bucket in the scope of a schema version stores a copy of the row's version (the id of the
 * transaction that wrote the row). A change of the row updates all copies in the same transaction.
 * If a bucket's copy equals the cached version, the bucket alone proves that the schema has not
 * changed. Without copies, every write of a table would check the row itself: one partition, on
 * which Accord would execute all these writes sequentially.
 *
 * <p>A new bucket gets its copy before the first transaction that writes into it. Only if that is
 * not possible, the transaction checks the row itself and stores the copy.
 */
public final class SchemaVersions {
  private final Placement placement;
  private final BucketDirectory buckets;
  private final Map<Bytes, Cached> rows = new ConcurrentHashMap<>();
  private final Map<Bytes, Bytes> copies = new ConcurrentHashMap<>();

  private record Cached(Bytes value, Bytes version) {}

  /** An empty cache. */
  public SchemaVersions(Placement placement, BucketDirectory buckets) {
    this.placement = placement;
    this.buckets = buckets;
  }

  /** The keys to which the schema version at a key applies, null if the row holds none. */
  public @Nullable KeyRange scope(Bytes key) {
    byte[] prefix = placement.schemaVersionScope(key.array());
    if (prefix == null) {
      return null;
    }
    byte[] end = prefix.clone();
    int last = end.length - 1;
    while (last >= 0 && end[last] == (byte) 0xff) {
      last--;
    }
    if (last < 0) {
      throw new IllegalArgumentException("the scope of a schema version has no end");
    }
    end[last]++;
    return new KeyRange(new Bytes(prefix), new Bytes(Arrays.copyOf(end, last + 1)));
  }

  /** Whether a bucket is in the scope of the schema version at a key. */
  public boolean covers(Bytes key, Bytes bucket) {
    KeyRange scope = scope(key);
    return scope != null
        && buckets.bucketOf(scope.from()).compareTo(bucket) <= 0
        && bucket.compareTo(buckets.bucketOf(scope.to())) < 0;
  }

  /** The cached version of a row if its cached value is the given one, else null. */
  public @Nullable Bytes cachedVersion(Bytes key, Bytes value) {
    Cached cached = rows.get(key);
    return cached != null && cached.value().equals(value) ? cached.version() : null;
  }

  /** Caches a row that holds a schema version. */
  public void cache(Bytes key, Row row) {
    rows.put(key, new Cached(row.value(), row.version()));
  }

  /** Removes a row from the cache. */
  public void evict(Bytes key) {
    rows.remove(key);
  }

  /** Whether a bucket's copy is cached as this version. */
  public boolean hasCopy(Bytes bucket, Bytes version) {
    return version.equals(copies.get(bucket));
  }

  /** Caches the copy that a bucket has, null if it has none. */
  public void cacheCopy(Bytes bucket, @Nullable Bytes version) {
    if (version == null) {
      copies.remove(bucket);
    } else {
      copies.put(bucket, version);
    }
  }
}
