package dev.gramme.server.backup;

import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.BucketException;
import dev.gramme.transfer.bucket.Encryption;
import dev.gramme.transfer.bucket.Upload;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;

/**
 * A bucket in which one write or one read fails, or every deletion, or something happens before or
 * after a write.
 */
final class FailingBucket implements Bucket {
  private static final int NEVER = -1;
  private static final String NOTHING = "no key begins with this";

  private final Bucket bucket;
  private int writesLeft = NEVER;
  private String unreadable = NOTHING;
  private boolean refusesDeletions;
  private Event beforeWrite = () -> {};
  private Event afterWrite = () -> {};

  FailingBucket(Bucket bucket) {
    this.bucket = bucket;
  }

  /** Makes the write after this number of further writes fail, once. */
  void failAfter(int writes) {
    writesLeft = writes;
  }

  /** Makes the next listing or reading of keys with a prefix fail, once. */
  void failNext(String prefix) {
    unreadable = prefix;
  }

  private void requireReadable(String key) {
    if (key.startsWith(unreadable)) {
      unreadable = NOTHING;
      throw BucketException.failed(new IOException("the read of " + key + " fails"));
    }
  }

  /** What happens to the medium of the bucket. */
  interface Event {
    void happen() throws IOException;
  }

  /** Makes something happen once, before the next write. */
  void beforeWrite(Event event) {
    beforeWrite = event;
  }

  /** Makes something happen once, after the next write. */
  void afterWrite(Event event) {
    afterWrite = event;
  }

  private String complete(Upload upload) {
    String tag = upload.complete();
    Event event = afterWrite;
    afterWrite = () -> {};
    happen(event);
    return tag;
  }

  private static void happen(Event event) {
    try {
      event.happen();
    } catch (IOException e) {
      throw BucketException.failed(e);
    }
  }

  /** Makes every deletion fail. */
  void refuseDeletions() {
    refusesDeletions = true;
  }

  private void requireDeletions() {
    if (refusesDeletions) {
      throw BucketException.accessDenied();
    }
  }

  @Override
  public Upload write(String key, Encryption encryption) {
    if (writesLeft != NEVER && writesLeft-- == 0) {
      throw BucketException.failed(new IOException("the write of " + key + " fails"));
    }
    Event event = beforeWrite;
    beforeWrite = () -> {};
    happen(event);
    Upload upload = bucket.write(key, encryption);
    return new Upload() {
      @Override
      public String complete() {
        return FailingBucket.this.complete(upload);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) {
        upload.write(bytes, offset, length);
      }

      @Override
      public void close() {
        upload.close();
      }
    };
  }

  @Override
  public List<Entry> list(String prefix, int limit) {
    requireReadable(prefix);
    return bucket.list(prefix, limit);
  }

  @Override
  public InputStream read(String key) {
    requireReadable(key);
    return bucket.read(key);
  }

  @Override
  public void delete(String key) {
    requireDeletions();
    bucket.delete(key);
  }

  @Override
  public void deleteAll(List<String> keys) {
    requireDeletions();
    bucket.deleteAll(keys);
  }

  @Override
  public void removeIncomplete(String prefix, Instant before) {
    bucket.removeIncomplete(prefix, before);
  }
}
