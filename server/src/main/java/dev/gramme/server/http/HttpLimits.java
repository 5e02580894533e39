package dev.gramme.server.http;

import java.time.Duration;

/**
 * What clients may take of the server.
 *
 * @param bodyBytes the largest body; a larger one is answered 413
 * @param headBytes the longest request line, and the most bytes of header fields; more is 400
 * @param connections how many at once; further ones are closed at once
 * @param connectionsPerAddress how many at once from one IP address; further ones are closed at
 *     once
 * @param receivingBytes heads and bodies that have arrived in part, over all connections. Beyond
 *     that the server closes the connections that have been sending one request for longer than
 *     {@link #SLOW}, and reads no further from others until there is room. Requests of at most
 *     {@link #SMALL_REQUEST_BYTES} may use a quarter more, and need not wait for slow ones
 * @param unsentBytes of responses in the outbound buffer of one connection; with more, nothing
 *     further is written to it and its next request is not begun
 * @param idle how long a connection may be silent between requests, or trickle its header fields
 * @param receive how long the rest of a request may take after its header fields
 * @param send how long a client may read nothing of a response that waits for it
 * @param linger how long the input of a refused request is read and dropped before the close
 */
public record HttpLimits(
    int bodyBytes,
    int headBytes,
    int connections,
    int connectionsPerAddress,
    long receivingBytes,
    int unsentBytes,
    Duration idle,
    Duration receive,
    Duration send,
    Duration linger) {
  /** A client that sends one request for longer than this is closed when others need its room. */
  static final Duration SLOW = Duration.ofSeconds(2);

  /** A request that takes so much while it arrives counts as small. */
  static final long SMALL_REQUEST_BYTES = 16 << 10;

  /** How long a request waits for memory before it is answered with a ThrottlingException. */
  static final Duration PATIENCE = Duration.ofSeconds(1);

  /** How often such a request looks again. */
  static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  /** So many requests of one event loop may wait for memory; one more is answered at once. */
  static final int WAITING_FOR_MEMORY = 64;

  /** A client that sends more requests than this without waiting for answers is cut off. */
  static final int PIPELINED = 1_000;

  /** A client that reads its response more slowly is cut off. */
  static final int LEAST_BYTES_PER_SECOND = 16 << 10;

  /** Responses are handed to the network in pieces of this size. */
  static final int PIECE_BYTES = 64 << 10;

  /** A tenth of the heap is for requests that arrive, and never less than the largest body. */
  private static final int RECEIVING_SHARE = 10;

  private static final long LEAST_RECEIVING_BYTES = 20L << 20;

  /** The service's limits where they are known, and otherwise generous ones. */
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          16 << 20,
          16 << 10,
          10_000,
          1_000,
          Math.max(LEAST_RECEIVING_BYTES, Runtime.getRuntime().maxMemory() / RECEIVING_SHARE),
          64 << 10,
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          Duration.ofSeconds(2));

  /** What arrives in part, over all connections, when the next request is small. */
  long smallReceivingBytes() {
    return receivingBytes + receivingBytes / 4;
  }

  /** The same with other limits of connections. */
  public HttpLimits withConnections(int all, int perAddress) {
    return new HttpLimits(
        bodyBytes,
        headBytes,
        all,
        perAddress,
        receivingBytes,
        unsentBytes,
        idle,
        receive,
        send,
        linger);
  }

  /** The same with another limit of what is being received. */
  public HttpLimits withReceivingBytes(long bytes) {
    return new HttpLimits(
        bodyBytes,
        headBytes,
        connections,
        connectionsPerAddress,
        bytes,
        unsentBytes,
        idle,
        receive,
        send,
        linger);
  }

  /** The same with other times. */
  public HttpLimits withTimes(
      Duration newIdle, Duration newReceive, Duration newSend, Duration newLinger) {
    return new HttpLimits(
        bodyBytes,
        headBytes,
        connections,
        connectionsPerAddress,
        receivingBytes,
        unsentBytes,
        newIdle,
        newReceive,
        newSend,
        newLinger);
  }
}
