package dev.gramme.storage.rocksdb;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Small values that transactions read lately. Every transaction looks at a few rows that hardly
 * ever change, such as the version of a table's definition; a look here costs a tenth of one into
 * the database. It cannot be out of date: transactions run on one thread, which alone writes, and
 * what is written is forgotten here.
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

  /** The value of a key, a new array; null if it is not known here. */
  byte @Nullable [] find(byte[] key) {
    byte[] value = values.get(ByteBuffer.wrap(key));
    return value == null ? null : value.clone();
  }

  /** Keeps what was read, if it is small. */
  void keep(byte[] key, byte @Nullable [] value) {
    if (value != null && value.length <= MAX_VALUE_BYTES) {
      values.put(ByteBuffer.wrap(key.clone()), value.clone());
    }
  }

  /** A key is written. */
  void forget(byte[] key) {
    values.remove(ByteBuffer.wrap(key));
  }

  /** A range of keys is removed. */
  void forgetAll() {
    values.clear();
  }
}
