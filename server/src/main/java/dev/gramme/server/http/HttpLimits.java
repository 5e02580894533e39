package dev.gramme.server.http;

import java.time.Duration;

/**
 * Limits on the resources that clients can use.
 *
 * @param bodyBytes the largest body; a larger one is answered with 413
 * @param headBytes the longest request line, and the largest sum of header fields; more is answered
 *     with 400
 * @param connections the most open connections; further ones are closed at once
 * @param connectionsPerAddress the most open connections from one network (see {@link
 *     ClientNetwork}); further ones are closed at once
 * @param receivingBytes the memory for incomplete requests of all connections, and for what is read
 *     behind a request that waits. When it is full, the server closes connections whose current
 *     request arrives slowly, large requests first, and stops reading from others until there is
 *     room. Requests of at most {@link #SMALL_REQUEST_BYTES} may use a quarter more, so they need
 *     not wait for slow ones
 * @param slow a request that has been arriving for longer may be closed when others need the memory
 * @param unsentBytes the most response bytes in the outbound buffer of one connection; beyond it,
 *     nothing further is written to the buffer and the next request is not started
 * @param idle how long a connection may be silent between requests, or take to send its header
 *     fields
 * @param receive how long the rest of a request may take after its header fields
 * @param send how long a client may read nothing while a response waits to be sent
 * @param linger how long the input of a refused request is read and discarded before the close
 */
public record HttpLimits(
    int bodyBytes,
    int headBytes,
    int connections,
    int connectionsPerAddress,
    long receivingBytes,
    Duration slow,
    int unsentBytes,
    Duration idle,
    Duration receive,
    Duration send,
    Duration linger) {
  /** A request that uses at most this much memory while it arrives counts as small. */
  static final long SMALL_REQUEST_BYTES = 16 << 10;

  /** How long a request waits for memory before it is answered with a ThrottlingException. */
  static final Duration LONGEST_MEMORY_WAIT = Duration.ofSeconds(1);

  /** The interval at which a waiting request checks for memory. */
  static final Duration MEMORY_POLL_INTERVAL = Duration.ofMillis(10);

  /**
   * The most requests of one event loop that may wait for memory; further ones are refused at once.
   */
  static final int WAITING_FOR_MEMORY = 64;

  /**
   * The most memory of decoded fields with which a request may wait for memory, because it holds
   * them meanwhile. A request of the SDKs has less than a tenth.
   */
  static final int WAITING_FIELDS = 64 << 10;

  /** A client that reads its response more slowly is disconnected. */
  static final int LEAST_BYTES_PER_SECOND = 16 << 10;

  /** The size of the pieces in which a response is handed to the network. */
  static final int PIECE_BYTES = 64 << 10;

  /** Arriving requests may use a tenth of the heap, but at least the size of the largest body. */
  private static final int RECEIVING_SHARE = 10;

  private static final long LEAST_RECEIVING_BYTES = 20L << 20;

  /** The service's limits where they are known, otherwise generous ones. */
  public static final HttpLimits DEFAULT = new Builder().build();

  /** A builder that begins with these limits. */
  public Builder toBuilder() {
    var builder = new Builder();
    builder.bodyBytes = bodyBytes;
    builder.headBytes = headBytes;
    builder.connections = connections;
    builder.connectionsPerAddress = connectionsPerAddress;
    builder.receivingBytes = receivingBytes;
    builder.slow = slow;
    builder.unsentBytes = unsentBytes;
    builder.idle = idle;
    builder.receive = receive;
    builder.send = send;
    builder.linger = linger;
    return builder;
  }

  /** The memory for arriving requests if the next request is small. */
  long smallReceivingBytes() {
    return receivingBytes + receivingBytes / 4;
  }

  /** Builds limits that differ from the default in some values. */
  public static final class Builder {
    private int bodyBytes = 16 << 20;
    private int headBytes = 16 << 10;
    private int connections = 10_000;
    private int connectionsPerAddress = 1_000;
    private long receivingBytes =
        Math.max(LEAST_RECEIVING_BYTES, Runtime.getRuntime().maxMemory() / RECEIVING_SHARE);
    private Duration slow = Duration.ofSeconds(2);
    private int unsentBytes = 64 << 10;
    private Duration idle = Duration.ofSeconds(60);
    private Duration receive = Duration.ofSeconds(60);
    private Duration send = Duration.ofSeconds(30);
    private Duration linger = Duration.ofSeconds(2);

    private Builder() {}

    /** The most open connections. */
    public Builder connections(int value) {
      connections = value;
      return this;
    }

    /** The most open connections from one network. */
    public Builder connectionsPerAddress(int value) {
      connectionsPerAddress = value;
      return this;
    }

    /**
     * The memory for incomplete heads and bodies of all connections, and for what is read behind a
     * request that waits.
     */
    public Builder receivingBytes(long value) {
      receivingBytes = value;
      return this;
    }

    /** The time after which an arriving request counts as slow. */
    public Builder slow(Duration value) {
      slow = value;
      return this;
    }

    /** How long a connection may be silent between requests, or take to send header fields. */
    public Builder idle(Duration value) {
      idle = value;
      return this;
    }

    /** How long the rest of a request may take after its header fields. */
    public Builder receive(Duration value) {
      receive = value;
      return this;
    }

    /** How long a client may read nothing while a response waits to be sent. */
    public Builder send(Duration value) {
      send = value;
      return this;
    }

    /** How long the input of a refused request is read and discarded before the close. */
    public Builder linger(Duration value) {
      linger = value;
      return this;
    }

    /** The limits. */
    public HttpLimits build() {
      return new HttpLimits(
          bodyBytes,
          headBytes,
          connections,
          connectionsPerAddress,
          receivingBytes,
          slow,
          unsentBytes,
          idle,
          receive,
          send,
          linger);
    }
  }
}
