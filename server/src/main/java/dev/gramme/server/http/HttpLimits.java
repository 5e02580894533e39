package dev.gramme.server.http;

import java.time.Duration;

/**
 * What a client may take of the server.
 *
 * @param bodyBytes the largest body; a larger one is answered 413
 * @param headBytes the longest request line, and the most bytes of header fields; more is 400
 * @param connections how many at once; further ones are closed at once
 * @param bufferedBytes bodies that are being received, over all connections; a large body beyond
 *     that is answered 503, which clients repeat
 * @param unsentBytes of responses waiting for a client to read them; with more, the connection's
 *     next request is not begun
 * @param idle how long a connection may be silent between requests, or trickle its header fields
 * @param receive how long the rest of a request may take after its header fields
 * @param send how long a client may read nothing of a response that waits for it
 * @param linger how long the input of a refused request is read and dropped before the close
 */
public record HttpLimits(
    int bodyBytes,
    int headBytes,
    int connections,
    long bufferedBytes,
    int unsentBytes,
    Duration idle,
    Duration receive,
    Duration send,
    Duration linger) {

  /** The service's limits where they are known, and otherwise generous ones. */
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          16 << 20,
          16 << 10,
          10_000,
          Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 4),
          64 << 10,
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          Duration.ofSeconds(2));
}
