package dev.gramme.storage;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be read: single values, and ranges in either direction. */
public interface Reader {

  /** The value of a key, null if there is none. */
  byte @Nullable [] get(byte[] key);

  /** The values of keys in their order. A store may look for all of them at once. */
  default List<byte @Nullable []> getAll(List<byte[]> keys) {
    var values = new ArrayList<byte @Nullable []>(keys.size());
    for (byte[] key : keys) {
      values.add(get(key));
    }
    return values;
  }

  /**
   * The entries from a key (inclusive) to another (exclusive), as of the call.
   *
   * @param direction ascending begins at {@code from}, descending just before {@code to}
   */
  Cursor range(byte[] from, byte[] to, Direction direction);
}
