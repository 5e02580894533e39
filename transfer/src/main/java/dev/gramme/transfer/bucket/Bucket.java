package dev.gramme.transfer.bucket;

import java.io.InputStream;
import java.util.List;

/**
 * Objects by key, as S3 has them. Whatever the bucket is at fault for is a {@link BucketException},
 * also in the streams that it hands out, so that it is not taken for a fault of the data.
 */
public interface Bucket {
  /** The objects whose keys begin with a prefix, in order of their keys, at most so many. */
  List<Entry> list(String prefix, int limit);

  /** What an object holds. To be closed. */
  InputStream read(String key);

  /** A new object under a key, replacing one that is there when it is complete. To be closed. */
  Upload write(String key, Encryption encryption);

  /** An object. */
  record Entry(String key, long sizeBytes) {}
}
