package dev.gramme.transfer.s3;

import dev.gramme.transfer.bucket.BucketAddress;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Reads an object. After a lost connection it requests the remaining range of the same version of
 * the object. So a reader gets one complete version, or the read fails. Failures are thrown as
 * faults of the bucket ({@link S3Calls#fault}), so that the caller does not report damaged data.
 */
final class ObjectStream extends InputStream {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectStream.class);
  private static final long UNKNOWN = -1;

  private final S3Calls calls;
  private final BucketAddress address;
  private final String key;
  private @Nullable ResponseInputStream<GetObjectResponse> body;
  private @Nullable String version;
  private long length = UNKNOWN;
  private long position;
  private int failures;

  private ObjectStream(S3Calls calls, BucketAddress address, String key) {
    this.calls = calls;
    this.address = address;
    this.key = key;
  }

  /** Opens an object at its start. */
  static ObjectStream open(S3Calls calls, BucketAddress address, String key) {
    var stream = new ObjectStream(calls, address, key);
    var first = stream.request();
    stream.body = first;
    stream.version = first.response().eTag();
    Long length = first.response().contentLength();
    stream.length = length == null ? UNKNOWN : length;
    return stream;
  }

  private ResponseInputStream<GetObjectResponse> request() {
    var request =
        GetObjectRequest.builder()
            .bucket(address.name())
            .expectedBucketOwner(address.owner())
            .key(key)
            .ifMatch(version)
            .range(position == 0 ? null : "bytes=" + position + "-")
            .build();
    return calls.call("reading " + key + " of " + address.name(), s3 -> s3.getObject(request));
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int count) {
    if (count == 0) {
      return 0;
    }
    while (position != length) {
      try {
        int read = connected().read(into, offset, count);
        if (read > 0) {
          position += read;
          failures = 0;
          return read;
        }
        if (length == UNKNOWN) {
          length = position;
        } else {
          throw new EOFException("the connection ended after " + position + " of " + length);
        }
      } catch (IOException | SdkException e) {
        reconnectLater(e);
      }
    }
    return -1;
  }

  private ResponseInputStream<GetObjectResponse> connected() throws IOException {
    ResponseInputStream<GetObjectResponse> open = body;
    if (open == null) {
      open = request();
      body = open;
      if (position > 0 && open.response().contentRange() == null) {
        // Not every S3 implementation supports range requests.
        open.skipNBytes(position);
      }
    }
    return open;
  }

  private void reconnectLater(Exception e) {
    disconnect();
    failures++;
    if (failures >= calls.endpoint().retries().attempts()) {
      throw calls.fault("reading " + key + " of " + address.name(), e);
    }
    LOG.info(
        "reading {} of {} continues at byte {}: {}", key, address.name(), position, e.getMessage());
    calls.endpoint().retries().pause(failures);
  }

  private void disconnect() {
    if (body != null) {
      body.abort();
      body = null;
    }
  }

  @Override
  public void close() {
    disconnect();
  }
}
