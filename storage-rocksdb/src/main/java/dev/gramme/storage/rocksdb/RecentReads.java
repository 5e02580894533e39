package dev.gramme.storage.rocksdb;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cache of small values that transactions read recently. Every transaction reads a few rows that
 * rarely change, such as the version of a table's definition; a lookup here costs a tenth of a
 * lookup in the database. It is never stale: one thread runs all transactions and does all writes,
 * and each write evicts its key.
 */
final class RecentReads {
  private static final int MAX_ENTRIES = 256;
  private static final int MAX_VALUE_BYTES = 16;

  private final Map<ByteBuffer, byte[]> values =
      new LinkedHashMap<>(MAX_ENTRIES * 2) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, byte[]> eldest) {
          return size() > MAX_ENTRIES;
        }
      };

  /** The value of a key, a new array; null if it is not cached. */
  byte @Nullable [] find(byte[] key) {
    byte[] value = values.get(ByteBuffer.wrap(key));
    return value == null ? null : value.clone();
  }

  /** Caches a value if it is small. */
  void keep(byte[] key, byte @Nullable [] value) {
    if (value != null && value.length <= MAX_VALUE_BYTES) {
      values.put(ByteBuffer.wrap(key.clone()), value.clone());
    }
  }

  /** Evicts a key that is written. */
  void forget(byte[] key) {
    values.remove(ByteBuffer.wrap(key));
  }

  /** Evicts everything, after a range was removed or a group failed. */
  void forgetAll() {
    values.clear();
  }
}
