package dev.gramme.storage.cassandra;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which bucket a key is in: a bucket is a partition of Cassandra's, and what is in one is read in
 * one piece. Buckets follow one another as their keys do: of two keys, the lesser is never in the
 * greater bucket. A store keeps the placement that it was made with.
 */
public interface Placement {

  /** The bucket of a key: its beginning, or the beginning of a lesser key. */
  byte[] bucket(byte[] key);

  /**
   * The beginning of the keys that a row guards: each of their buckets is told of every change of
   * the row, in the transaction that changes it. So there must not be too many of them, and changes
   * must be rare. It must not be deleted together with thousands of others.
   *
   * @return null if the row guards none
   */
  default byte @Nullable [] guarded(byte[] key) {
    return null;
  }

  /**
   * Whether the rows of a bucket are derived from others: all of them are, or none.
   *
   * @param bucket as {@link #bucket} gives it
   */
  default boolean isDerived(byte[] bucket) {
    return false;
  }

  /** What tells this placement from others. */
  String name();

  /** Keys with the same beginning are together. */
  static Placement prefix(int bytes) {
    return new Placement() {
      @Override
      public byte[] bucket(byte[] key) {
        return Arrays.copyOf(key, Math.min(bytes, key.length));
      }

      @Override
      public String name() {
        return "prefix of " + bytes;
      }
    };
  }
}
