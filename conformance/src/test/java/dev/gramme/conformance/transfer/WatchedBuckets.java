package dev.gramme.conformance.transfer;

import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.BucketAddress;
import dev.gramme.transfer.bucket.Buckets;
import dev.gramme.transfer.bucket.Encryption;
import dev.gramme.transfer.bucket.Upload;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Buckets that report which objects are about to be read or written. */
record WatchedBuckets(Buckets buckets, Consumer<String> watcher) implements Buckets {
  @Override
  public Bucket open(BucketAddress address) {
    Bucket bucket = buckets.open(address);
    return new Bucket() {
      @Override
      public void delete(String key) {
        bucket.delete(key);
      }

      @Override
      public void removeIncomplete(String prefix, Instant before) {
        bucket.removeIncomplete(prefix, before);
      }

      @Override
      public List<Entry> list(String prefix, int limit) {
        return bucket.list(prefix, limit);
      }

      @Override
      public InputStream read(String key) {
        watcher.accept(key);
        return bucket.read(key);
      }

      @Override
      public Upload write(String key, Encryption encryption) {
        Upload upload = bucket.write(key, encryption);
        watcher.accept(key);
        return upload;
      }
    };
  }
}
