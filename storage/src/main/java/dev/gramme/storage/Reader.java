package dev.gramme.storage;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Read access: single values, and ranges in either direction. */
public interface Reader {

  /** The value of a key, or null if the key does not exist. */
  byte @Nullable [] get(byte[] key);

  /** The values of several keys, in the order of the keys. A store may read them in one batch. */
  default List<byte @Nullable []> getAll(List<byte[]> keys) {
    var values = new ArrayList<byte @Nullable []>(keys.size());
    for (byte[] key : keys) {
      values.add(get(key));
    }
    return values;
  }

  /**
   * The entries from a key (inclusive) to another (exclusive), in the state at the time of the
   * call.
   *
   * @param direction ascending starts at {@code from}, descending just before {@code to}
   */
  Cursor range(byte[] from, byte[] to, Direction direction);

  /**
   * A view whose reads do not wait for a slow medium: a read that needs it throws {@link
   * NotInMemoryException}, and so may the cursors of the view. A store that has no medium or a fast
   * one, or that cannot distinguish, returns itself.
   */
  default Reader withoutWaiting() {
    return this;
  }
}
