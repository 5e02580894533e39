package dev.gramme.server.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Sends the responses of one connection, one at a time. A large body goes to the network in pieces,
 * and the next piece only when the client has taken most of the one before: the network's own
 * buffers lie outside of the heap and are not counted in any budget.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails on a channel closes it
final class ResponseWriter {
  private final HttpLimits limits;
  private final ArrayDeque<ByteBuffer> rest = new ArrayDeque<>(0);
  private long restBytes;
  private @Nullable ChannelFutureListener sent;
  private boolean proceeding;

  // Of the sweep, which looks once a second:
  private long unsentMark;
  private long unsentSinceNanos;
  private long beganNanos;
  private long begunBytes;

  ResponseWriter(HttpLimits limits) {
    this.limits = limits;
  }

  /** Whether a response is not yet handed to the network as a whole. */
  boolean isBusy() {
    return sent != null;
  }

  /**
   * Writes a response.
   *
   * @param head the head, and the body if that is small
   * @param response what it is the head of
   * @param omitBody whether the body is not sent
   * @param whenSent is called when the network has taken the last byte, or the connection is closed
   */
  void write(
      ChannelHandlerContext context,
      io.netty.buffer.ByteBuf head,
      HttpResponse response,
      boolean omitBody,
      ChannelFutureListener whenSent) {
    if (omitBody || response.bodyBytes() <= ResponseEncoder.COPIED_BODY_BYTES) {
      context.write(head).addListener(whenSent);
      return;
    }
    context.write(head, context.voidPromise());
    for (ByteBuffer part : response.parts()) {
      rest.add(part.duplicate());
      restBytes += part.remaining();
    }
    sent = whenSent;
    beganNanos = System.nanoTime();
    begunBytes = restBytes;
    proceed(context);
  }

  /** Hands on as much as the network takes. */
  void proceed(ChannelHandlerContext context) {
    if (proceeding) {
      return; // A flush below has made the channel writable: the loop below continues.
    }
    proceeding = true;
    while (sent != null && context.channel().isWritable()) {
      write(context, sent);
      context.flush();
    }
    proceeding = false;
  }

  /** Writes pieces until the network has enough for now. */
  private void write(ChannelHandlerContext context, ChannelFutureListener whenSent) {
    while (sent != null && context.channel().isWritable()) {
      var written = context.write(Unpooled.wrappedBuffer(next()));
      if (rest.isEmpty()) {
        sent = null;
        written.addListener(whenSent);
      }
    }
  }

  private ByteBuffer next() {
    ByteBuffer part = rest.getFirst();
    int size = Math.min(part.remaining(), HttpLimits.PIECE_BYTES);
    ByteBuffer piece = part.slice(part.position(), size);
    part.position(part.position() + size);
    restBytes -= size;
    if (!part.hasRemaining()) {
      rest.removeFirst();
    }
    return piece;
  }

  /** Forgets what is not sent: the connection is closed. */
  void abandon(Channel channel) {
    var whenSent = sent;
    rest.clear();
    restBytes = 0;
    sent = null;
    if (whenSent != null) {
      channel.newFailedFuture(new java.nio.channels.ClosedChannelException()).addListener(whenSent);
    }
  }

  /** Whether the network has taken everything that was written. */
  boolean hasSentAll(Channel channel) {
    var outbound = channel.unsafe().outboundBuffer();
    return !isBusy() && (outbound == null || outbound.totalPendingWriteBytes() == 0);
  }

  /** Whether the client has everything that was written, as far as the last sweep knows. */
  boolean wasRead() {
    return unsentMark == 0;
  }

  /** Whether the client reads nothing for too long, or too slowly; to be asked by the sweep. */
  boolean isUnread(Channel channel, long nowNanos) {
    var outbound = channel.unsafe().outboundBuffer();
    long unsent =
        restBytes
            + (outbound == null
                ? 0
                : outbound.totalPendingWriteBytes() - outbound.currentProgress());
    if (unsent != unsentMark || unsent == 0) {
      unsentMark = unsent;
      unsentSinceNanos = nowNanos;
      return isBusy() && nowNanos - beganNanos > longestNanos();
    }
    return nowNanos - unsentSinceNanos > limits.send().toNanos();
  }

  /** How long the response under way may take at the least rate. */
  private long longestNanos() {
    return limits.send().toNanos()
        + begunBytes * 1_000_000_000L / HttpLimits.LEAST_BYTES_PER_SECOND;
  }
}
