package dev.gramme.storage.cassandra.options;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Maps keys to buckets. A bucket is one partition in Cassandra, so its rows can be read together.
 * Buckets have the order of their keys: a smaller key is never in a greater bucket. A keyspace
 * keeps the placement with which it was created.
 */
public interface Placement {

  /** The bucket of a key: a prefix of the key, or a prefix of a smaller key. */
  byte[] bucket(byte[] key);

  /**
   * The scope of a schema version: if the row at this key holds a schema version, the prefix of the
   * keys to which that version applies. Every change of the row also updates a copy in each bucket
   * of the scope, in one transaction. So the scope must have few buckets (about 256), changes must
   * be rare, and the row must not be deleted together with thousands of others.
   *
   * @return null if the row holds no schema version
   */
  default byte @Nullable [] schemaVersionScope(byte[] key) {
    return null;
  }

  /**
   * Whether the rows of a bucket are derived from other rows. A bucket has either derived rows only
   * or none.
   *
   * @param bucket as {@link #bucket} returns it
   */
  default boolean isDerived(byte[] bucket) {
    return false;
  }

  /** A name that is different for every different placement; the keyspace records it. */
  String name();

  /** A placement by the first bytes of the key. */
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
