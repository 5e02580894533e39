package dev.gramme.transfer.s3;

import dev.gramme.transfer.bucket.BucketException;
import dev.gramme.transfer.bucket.Digest;
import dev.gramme.transfer.bucket.Upload;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * Writes an object: in parts while its content arrives, or in one request if it is not larger than
 * a part. The object is invisible until it is complete. One part is held in memory for retries.
 */
final class S3Upload extends Upload {
  private static final Logger LOG = LoggerFactory.getLogger(S3Upload.class);

  /** The minimum size that S3 accepts for a part other than the last. */
  static final int PART_BYTES = 5 << 20;

  /**
   * After this many parts the part size grows by {@link #PART_BYTES} each time, so that S3's
   * maximum of 10,000 parts holds 275 GB.
   */
  private static final int PARTS_OF_A_SIZE = 1000;

  private static final int FIRST_BUFFER_BYTES = 1 << 16;
  private static final String TYPE = "application/octet-stream";

  private final S3Target target;
  private final Semaphore turns;
  private final List<CompletedPart> parts = new ArrayList<>();
  private byte[] buffer = new byte[FIRST_BUFFER_BYTES];
  private int filled;
  private long sentBytes;
  private @Nullable String uploadId;
  private boolean isClosed;

  /**
   * Waits for a permit, then begins.
   *
   * @param turns its permits limit the number of concurrent uploads
   */
  S3Upload(S3Target target, Semaphore turns) {
    this.target = target;
    this.turns = turns;
    turns.acquireUninterruptibly();
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    int done = 0;
    while (done < length) {
      int most = partBytes();
      if (filled == most) {
        sendPart();
        continue;
      }
      int count = Math.min(length - done, most - filled);
      ensure(filled + count, most);
      System.arraycopy(bytes, offset + done, buffer, filled, count);
      filled += count;
      done += count;
    }
  }

  private int partBytes() {
    return PART_BYTES * (1 + parts.size() / PARTS_OF_A_SIZE);
  }

  private void ensure(int size, int most) {
    if (size > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.min(most, Math.max(size, 2 * buffer.length)));
    }
  }

  private void sendPart() {
    String id = uploadId;
    if (id == null) {
      target.abandonEarlier();
      id = target.begin();
      uploadId = id;
    }
    parts.add(target.sendPart(id, parts.size() + 1, body(), md5()));
    sentBytes += filled;
    filled = 0;
  }

  /** The content of the buffer, without a copy. */
  private RequestBody body() {
    byte[] bytes = buffer;
    int length = filled;
    return RequestBody.fromContentProvider(
        () -> new ByteArrayInputStream(bytes, 0, length), length, TYPE);
  }

  private String md5() {
    var md5 = new Digest();
    md5.update(buffer, 0, filled);
    return md5.base64();
  }

  @Override
  public String complete() {
    String etag;
    if (uploadId == null) {
      etag = target.put(body(), md5());
    } else {
      if (filled > 0) {
        sendPart();
      }
      etag = target.complete(uploadId, parts, sentBytes);
      uploadId = null;
    }
    return etag.replace("\"", "");
  }

  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    turns.release();
    if (uploadId != null) {
      try {
        target.abandon(uploadId);
      } catch (BucketException e) {
        // The earlier failure is the important one; a lifecycle rule of the bucket can remove the
        // parts.
        LOG.warn(
            "the uploaded parts of {} remain in the bucket, invisible: {}",
            target.key(),
            e.getMessage());
      }
    }
  }
}
