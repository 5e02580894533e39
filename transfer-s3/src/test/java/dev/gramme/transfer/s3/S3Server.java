package dev.gramme.transfer.s3;

import dev.gramme.testkit.FreePorts;
import java.net.URI;
import java.time.Duration;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;

/**
 * An in-process S3 server with its objects in memory. It can be stopped, which cuts its
 * connections, and restarted at the same address with the same buckets.
 */
public final class S3Server implements AutoCloseable {
  /** Retries that are short enough for tests and long enough for a restart of the server. */
  public static final Retries SHORT = new Retries(8, Duration.ofMillis(10), Duration.ofMillis(500));

  private static final String ACCESS_KEY = "reader";
  private static final String SECRET_KEY = "secret";

  private final BlobStore store;
  private final URI uri;
  private S3Proxy server;

  /** A server without buckets. */
  public S3Server() throws Exception {
    this(new TransientNio2BlobStore());
  }

  /** A server for the buckets of a store. */
  public S3Server(BlobStore store) throws Exception {
    this.store = store;
    this.uri = URI.create("http://127.0.0.1:" + FreePorts.next());
    this.server = started();
  }

  private S3Proxy started() throws Exception {
    var fresh =
        S3Proxy.builder()
            .blobStore(store)
            .endpoint(uri)
            .awsAuthentication(AuthenticationType.AWS_V4, ACCESS_KEY, SECRET_KEY)
            .build();
    fresh.start();
    return fresh;
  }

  /** The endpoint with the server's credentials. */
  public S3Endpoint endpoint() {
    return S3Endpoint.of(uri, "us-east-1")
        .withCredentials(ACCESS_KEY, SECRET_KEY)
        .withRetries(SHORT);
  }

  /** The server's storage. */
  public BlobStore store() {
    return store;
  }

  /** Creates a bucket. */
  public S3Server withBucket(String name) {
    store.createContainer(name);
    return this;
  }

  /** Stops the server. */
  public void stop() throws Exception {
    server.stop();
  }

  /** Starts the server again. */
  public void restart() throws Exception {
    server = started();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the server does not stop", e);
    }
    store.close();
  }
}
