package dev.gramme.transfer.bucket;

import java.io.InputStream;
import java.time.Instant;
import java.util.List;

/**
 * Objects by key, as in S3. Every failure of the bucket is a {@link BucketException}, also in the
 * streams that it returns, so that it is not mistaken for malformed data.
 */
public interface Bucket {
  /** The objects whose keys begin with a prefix, in order of their keys, up to a limit. */
  List<Entry> list(String prefix, int limit);

  /** The content of an object. The caller closes the stream. */
  InputStream read(String key);

  /** A new object under a key; once complete, it replaces an existing one. The caller closes it. */
  Upload write(String key, Encryption encryption);

  /** Removes an object; no effect if it does not exist. */
  void delete(String key);

  /** Removes many objects, in any order. If one fails, others may remain, too. */
  default void deleteAll(List<String> keys) {
    keys.forEach(this::delete);
  }

  /**
   * Removes what uploads have left that were neither completed nor closed, because their process
   * has ended. It is in no list, but needs space.
   *
   * @param prefix of the keys of the objects
   * @param before uploads that have written nothing since this time have ended
   */
  void removeIncomplete(String prefix, Instant before);

  /**
   * An object.
   *
   * @param modified when it was written
   */
  record Entry(String key, long sizeBytes, Instant modified) {}
}
