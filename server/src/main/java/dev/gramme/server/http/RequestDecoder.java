package dev.gramme.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Decodes the requests of one connection. It differs from Netty's decoder in four points, which
 * bound the memory of a connection:
 *
 * <ul>
 *   <li>It reports what it holds of an incomplete head or trailer. Netty's decoder keeps the
 *       decoded fields to itself until the last one has arrived.
 *   <li>It can be paused. Bytes that arrive meanwhile stay bytes: as decoded fields they would take
 *       a multiple of that memory.
 *   <li>It reports after a long line that another decoder should take its place. Netty's decoder
 *       keeps a buffer of the length of its longest line.
 *   <li>It never reads from the socket. Netty's decoder does so after each read that did not
 *       complete a message, even if the connection has stopped reading.
 * </ul>
 */
final class RequestDecoder extends HttpRequestDecoder {
  /** More decoded bytes than these, without bodies, may contain a long line. */
  private static final int LONG_LINE_BYTES = 2 << 10;

  private final Runnable afterRead;
  private boolean paused;
  private boolean betweenRequests;
  private boolean keepsLongLine;
  private int fieldBytes;

  /**
   * A decoder.
   *
   * @param afterRead called when the bytes of a read are decoded
   */
  RequestDecoder(HttpLimits limits, Runnable afterRead) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(limits.headBytes())
            .setMaxHeaderSize(limits.headBytes()));
    this.afterRead = afterRead;
  }

  /**
   * The bytes of an incomplete head or trailer that are decoded, with the empty lines before it.
   */
  int fieldBytes() {
    return fieldBytes;
  }

  /** The size of the buffer with the bytes that are not decoded; 0 if there are none. */
  int bufferBytes() {
    return internalBuffer().capacity();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    super.channelRead(context, message);
    afterRead.run();
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    if (paused) {
      return;
    }
    int before = in.readableBytes();
    super.decode(context, in, out);
    int decoded = before - in.readableBytes();
    keepsLongLine |= decoded > LONG_LINE_BYTES && decoded - bodyBytes(out) > LONG_LINE_BYTES;
    betweenRequests = !out.isEmpty() && out.getLast() instanceof LastHttpContent;
    fieldBytes = out.isEmpty() ? fieldBytes + decoded : 0;
  }

  private static int bodyBytes(List<Object> out) {
    int bytes = 0;
    for (Object message : out) {
      bytes += message instanceof HttpContent part ? part.content().readableBytes() : 0;
    }
    return bytes;
  }

  /**
   * Whether another decoder should take its place: it keeps the buffer of a long line, and nothing
   * of a request.
   */
  boolean isOutworn() {
    return keepsLongLine && betweenRequests && !paused && bufferBytes() == 0;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    discardSomeReadBytes();
    context.fireChannelReadComplete();
  }

  boolean isPaused() {
    return paused;
  }

  /** Stops decoding, after the request whose end was decoded last. */
  void pause() {
    paused = true;
  }

  /**
   * Decodes again, first the bytes that have arrived meanwhile. Must not be called while other
   * bytes are being decoded.
   */
  void resume(ChannelPipeline pipeline) {
    var own = pipeline.context(this);
    if (!paused || own == null) {
      return;
    }
    paused = false;
    try {
      channelRead(own, Unpooled.EMPTY_BUFFER);
    } catch (Exception e) {
      own.fireExceptionCaught(e);
    }
  }

  /** Discards everything that it holds. Later bytes are passed on as they are. */
  void end(ChannelPipeline pipeline) {
    if (pipeline.context(this) != null) {
      pipeline.remove(this);
    }
  }
}
