package dev.gramme.server.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends the responses of one connection, one at a time. A large body is handed to the network in
 * pieces, and the next piece only when the client has taken most of the previous one: the network's
 * buffers are outside the heap and no budget counts them.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed channel operation closes the channel
final class ResponseWriter {
  private final HttpLimits limits;
  private final ArrayDeque<ByteBuffer> rest = new ArrayDeque<>(0);
  private long restBytes;
  private @Nullable ChannelFutureListener sent;
  private boolean proceeding;

  /** The bytes of all responses so far. */
  private long writtenBytes;

  // State of the sweep, which runs once a second:
  private long unsentMark;
  private long unsentSinceNanos;
  private long behindSinceNanos;
  private long takenBefore;

  ResponseWriter(HttpLimits limits) {
    this.limits = limits;
  }

  /** Whether a part of a response has not been handed to the network yet. */
  boolean isBusy() {
    return sent != null;
  }

  /**
   * Writes a response.
   *
   * @param head the encoded head, with the body if that is small
   * @param response the response
   * @param omitBody whether to send only the head
   * @param whenSent is called when the network has taken the last byte, or when the connection is
   *     closed
   */
  void write(
      ChannelHandlerContext context,
      io.netty.buffer.ByteBuf head,
      HttpResponse response,
      boolean omitBody,
      ChannelFutureListener whenSent) {
    writtenBytes += head.readableBytes();
    if (omitBody || response.bodyBytes() <= ResponseEncoder.COPIED_BODY_BYTES) {
      context.write(head).addListener(whenSent);
      return;
    }
    context.write(head, context.voidPromise());
    for (ByteBuffer part : response.parts()) {
      rest.add(part.duplicate());
      restBytes += part.remaining();
    }
    writtenBytes += restBytes;
    sent = whenSent;
    proceed(context);
  }

  /** Hands over as many pieces as the network accepts. */
  void proceed(ChannelHandlerContext context) {
    if (proceeding) {
      return; // the flush below made the channel writable; the loop below continues
    }
    proceeding = true;
    while (sent != null && context.channel().isWritable()) {
      write(context, sent);
      context.flush();
    }
    proceeding = false;
  }

  /** Writes pieces until the network's buffer is full. */
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

  /** Discards what is not sent yet, because the connection is closed. */
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

  /** Whether the client had taken everything at the last sweep. */
  boolean wasRead() {
    return unsentMark == 0;
  }

  /**
   * Whether the client has read nothing for too long, or reads too slowly: since it last had taken
   * everything, it has taken less than {@link HttpLimits#LEAST_BYTES_PER_SECOND}, apart from the
   * time in which it may read nothing. Called by the sweep only.
   */
  boolean isUnread(Channel channel, long nowNanos) {
    var outbound = channel.unsafe().outboundBuffer();
    long unsent =
        restBytes
            + (outbound == null
                ? 0
                : outbound.totalPendingWriteBytes() - outbound.currentProgress());
    long taken = writtenBytes - unsent;
    if (unsentMark == 0) {
      behindSinceNanos = nowNanos;
      takenBefore = taken;
    }
    if (unsent != unsentMark) {
      unsentMark = unsent;
      unsentSinceNanos = nowNanos;
    }
    if (unsent == 0) {
      return false;
    }
    long longest = limits.send().toNanos();
    long atLeastRate =
        TimeUnit.SECONDS.toNanos((taken - takenBefore) / HttpLimits.LEAST_BYTES_PER_SECOND);
    return nowNanos - unsentSinceNanos > longest
        || nowNanos - behindSinceNanos > longest + atLeastRate;
  }
}
