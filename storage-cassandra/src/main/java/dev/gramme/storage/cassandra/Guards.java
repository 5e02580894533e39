package dev.gramme.storage.cassandra;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What this server believes of rows that guard others, so that it need not read them. Who changes
 * such a row tells its version to all buckets that it guards, in the same transaction. So a bucket
 * that has been told a version which is believed to be the row's bears witness to that: with a row
 * that is read there, and for a transaction that writes there.
 *
 * <p>Else every write of a table would look at the version of its definition, in a partition that
 * all of them meet in: Accord would execute them one after another.
 *
 * <p>A bucket that is new has been told nothing. It is told before the first transaction that
 * writes there, apart from it. Only where that cannot be done the transaction looks at the row
 * itself, and tells the bucket.
 */
final class Guards {
  private final Placement placement;
  private final Buckets buckets;
  private final Map<Bytes, Known> known = new ConcurrentHashMap<>();
  private final Map<Bytes, Bytes> told = new ConcurrentHashMap<>();

  private record Known(Bytes value, Bytes version) {}

  Guards(Placement placement, Buckets buckets) {
    this.placement = placement;
    this.buckets = buckets;
  }

  /** The keys of which a row guards the buckets, null if it guards none. */
  Overlay.@Nullable Range guarded(Bytes key) {
    byte[] prefix = placement.guarded(key.array());
    if (prefix == null) {
      return null;
    }
    byte[] end = prefix.clone();
    int last = end.length - 1;
    while (last >= 0 && end[last] == (byte) 0xff) {
      last--;
    }
    if (last < 0) {
      throw new IllegalArgumentException("nothing follows the keys with this beginning");
    }
    end[last]++;
    return new Overlay.Range(new Bytes(prefix), new Bytes(Arrays.copyOf(end, last + 1)));
  }

  /** Whether a row guards a bucket. */
  boolean covers(Bytes key, Bytes bucket) {
    Overlay.Range range = guarded(key);
    return range != null
        && buckets.of(range.from()).compareTo(bucket) <= 0
        && bucket.compareTo(buckets.of(range.to())) < 0;
  }

  /** The version that a row has if it has a value, as is believed; null if that is not known. */
  @Nullable Bytes version(Bytes key, Bytes value) {
    Known one = known.get(key);
    return one != null && one.value().equals(value) ? one.version() : null;
  }

  /** Believes a row that was read. */
  void learn(Bytes key, Row row) {
    known.put(key, new Known(row.value(), row.version()));
  }

  /** Believes nothing of a row any more. */
  void forget(Bytes key) {
    known.remove(key);
  }

  /** Whether a bucket is believed to have been told a version. */
  boolean isTold(Bytes bucket, Bytes version) {
    return version.equals(told.get(bucket));
  }

  /** A bucket has been told a version, or nothing. */
  void told(Bytes bucket, @Nullable Bytes version) {
    if (version == null) {
      told.remove(bucket);
    } else {
      told.put(bucket, version);
    }
  }
}
