package dev.gramme.server.http;

import dev.gramme.server.http.RequestAssembler.Assembled;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection. It handles one request at a time: pipelined requests wait in order, and
 * while any waits, nothing more is read from the socket, so that a client can make the server hold
 * no more than one socket read of them. In the same way no request is begun while the client has
 * not taken most of the response before. Everything here runs on the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails on a channel closes it
final class HttpConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

  /** Sent as a chunked body without content, as the service does when a body is too large. */
  private static final byte[] TOO_LARGE =
      """
      HTTP/1.1 413 Request Entity Too Large
      Transfer-Encoding: chunked
      Connection: close

      0

      """
          .replace("\n", "\r\n")
          .getBytes(StandardCharsets.US_ASCII);

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private enum Phase {
    /** Requests are taken. */
    OPEN,
    /** No further request is taken; the response under way is the last. */
    CLOSING,
    /** The last response is written; input is dropped until the client closes. */
    LINGERING
  }

  private final ServerLoop loop;
  private final RequestAssembler assembler;
  private final ArrayDeque<Assembled> waiting = new ArrayDeque<>(2);
  private @Nullable ChannelHandlerContext context;
  private @Nullable PendingExchange current;
  private Phase phase = Phase.OPEN;
  private @Nullable String source;
  private boolean advancing;
  private long sinceNanos;
  private long unsentMark;
  private long unsentSinceNanos;

  HttpConnection(ServerLoop loop) {
    this.loop = loop;
    this.assembler = new RequestAssembler(loop.limits(), loop.traffic());
    this.sinceNanos = System.nanoTime();
  }

  private ChannelHandlerContext context() {
    var present = context;
    if (present == null) {
      throw new IllegalStateException("used before it was added to its channel");
    }
    return present;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    if (!loop.opened(this)) {
      active.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    loop.closed(this);
    assembler.abandon();
    waiting.clear();
    current = null;
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object message) {
    try {
      if (phase != Phase.OPEN) {
        return;
      }
      if (message instanceof io.netty.handler.codec.http.HttpRequest head) {
        begin(head);
      }
      if (message instanceof HttpContent part && phase == Phase.OPEN) {
        receive(part);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext reading) {
    reading.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext changed) {
    if (changed.channel().isWritable()) {
      advance();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext notified, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      clientFinished();
    }
  }

  /** The client sends no more, but may still wait for responses. */
  private void clientFinished() {
    if (phase == Phase.LINGERING || assembler.receiving()) {
      context().close();
    } else {
      drain();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
    if (cause instanceof IOException) {
      LOG.debug("connection lost: {}", cause.toString());
    } else {
      LOG.error("connection failed", cause);
    }
    failed.close();
  }

  private void begin(io.netty.handler.codec.http.HttpRequest head) {
    sinceNanos = System.nanoTime();
    int refusal = assembler.begin(head);
    if (refusal != 0) {
      refuse(refusal);
    } else if (assembler.expectsContinue()) {
      context().writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
    }
  }

  private void receive(HttpContent part) {
    int refusal = assembler.add(part);
    if (refusal != 0) {
      refuse(refusal);
      return;
    }
    var assembled = assembler.finish(part, source());
    if (assembled != null) {
      waiting.add(assembled);
      advance();
      if (!waiting.isEmpty()) {
        context().channel().config().setAutoRead(false);
      }
    }
  }

  /** The IP address of the other side; found once, and the same for all of its requests. */
  private String source() {
    String known = source;
    if (known == null) {
      known =
          context().channel().remoteAddress() instanceof InetSocketAddress address
                  && address.getAddress() != null
              ? address.getAddress().getHostAddress().replaceFirst("%.*", "")
              : "";
      source = known;
    }
    return known;
  }

  /** Begins waiting requests until one is answered later, or the client must read first. */
  private void advance() {
    if (advancing) {
      return;
    }
    advancing = true;
    try {
      var channel = context().channel();
      while (current == null && phase != Phase.LINGERING && channel.isWritable()) {
        var next = waiting.poll();
        if (next == null) {
          channel.config().setAutoRead(true);
          return;
        }
        dispatch(next);
      }
    } finally {
      advancing = false;
    }
  }

  private void dispatch(Assembled next) {
    var exchange = new PendingExchange(this, next.request(), next.keepAlive());
    current = exchange;
    try {
      loop.handler().handle(exchange);
    } catch (RuntimeException | Error e) {
      LOG.error("handler failed", e);
      exchange.respond(new HttpResponse(500));
    }
  }

  /** Writes the response of the current request and begins the next. */
  void finish(PendingExchange exchange, HttpResponse response) {
    if (current != exchange) {
      return;
    }
    current = null;
    boolean last = !exchange.keepAlive() || (phase == Phase.CLOSING && waiting.isEmpty());
    ByteBuf bytes =
        loop.encoder()
            .encode(context().alloc(), response, !last, exchange.request().method().equals("HEAD"));
    loop.traffic().sent(bytes.readableBytes());
    sinceNanos = System.nanoTime();
    if (last) {
      linger(bytes);
      return;
    }
    context().write(bytes, context().voidPromise());
    if (!advancing) {
      advance();
      context().flush();
    }
  }

  private void refuse(int status) {
    assembler.abandon();
    if (current != null || !waiting.isEmpty()) {
      // Requests before the bad one are still owed their responses; the bad one gets none.
      phase = Phase.CLOSING;
      return;
    }
    linger(
        status == 413
            ? Unpooled.wrappedBuffer(TOO_LARGE)
            : loop.encoder().encode(context().alloc(), new HttpResponse(status), false, false));
  }

  /**
   * Sends the last bytes. To close at once while input is unread would make the network drop them,
   * so only the sending half is closed, and the rest follows when the client has closed its own.
   */
  private void linger(ByteBuf last) {
    phase = Phase.LINGERING;
    sinceNanos = System.nanoTime();
    waiting.clear();
    context().channel().config().setAutoRead(true);
    context()
        .writeAndFlush(last)
        .addListener(
            (ChannelFutureListener)
                written -> {
                  if (written.isSuccess() && written.channel() instanceof DuplexChannel duplex) {
                    duplex.shutdownOutput();
                  } else {
                    written.channel().close();
                  }
                });
  }

  /** Takes no further request; closes now if none is under way. */
  void drain() {
    if (phase != Phase.OPEN) {
      return;
    }
    phase = Phase.CLOSING;
    if (current == null && waiting.isEmpty()) {
      context().close();
    }
  }

  /** Closes the connection if its client has used up its time. */
  void sweep(long nowNanos) {
    if (outOfTime(nowNanos)) {
      LOG.debug("connection closed: out of time");
      context().close();
    }
  }

  private boolean outOfTime(long nowNanos) {
    var limits = loop.limits();
    long elapsed = nowNanos - sinceNanos;
    if (unreadBeyond(nowNanos)) {
      return true;
    }
    if (phase == Phase.LINGERING) {
      return elapsed > limits.linger().toNanos() && unsentMark == 0;
    }
    if (current != null || !waiting.isEmpty()) {
      return false;
    }
    return elapsed > (assembler.receiving() ? limits.receive() : limits.idle()).toNanos();
  }

  private boolean unreadBeyond(long nowNanos) {
    var outbound = context().channel().unsafe().outboundBuffer();
    long unsent =
        outbound == null ? 0 : outbound.totalPendingWriteBytes() - outbound.currentProgress();
    if (unsent != unsentMark || unsent == 0) {
      unsentMark = unsent;
      unsentSinceNanos = nowNanos;
      return false;
    }
    return nowNanos - unsentSinceNanos > loop.limits().send().toNanos();
  }

  /** Runs a task on the event loop. */
  void execute(Runnable task) {
    context().executor().execute(task);
  }

  boolean onLoop() {
    return context().executor().inEventLoop();
  }
}
