package dev.gramme.server.http;

import dev.gramme.model.budget.RequestBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection. It handles one request at a time: pipelined requests wait in order, and
 * while any waits, nothing more is read from the socket, so that a client can make the server hold
 * no more than one socket read of them. In the same way no request is begun while the client has
 * not taken most of the response before, and nothing is read while there is no memory for the
 * request that arrives. Everything here runs on the connection's event loop.
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
  private final boolean secure;
  private final RequestAssembler assembler;
  private final ResponseWriter writer;
  private final ArrayDeque<PendingExchange> waiting = new ArrayDeque<>(2);

  /** What was read together with a request that waits for memory, and comes after it. */
  private final ArrayDeque<Object> held = new ArrayDeque<>(0);

  private @Nullable ChannelHandlerContext context;
  private @Nullable PendingExchange current;
  private Phase phase = Phase.OPEN;
  private @Nullable String source;
  private @Nullable InetAddress address;
  private boolean advancing;
  private boolean messageRead;
  private long sinceNanos;
  private long receivingSinceNanos;
  private boolean waitsForMemory;
  private long memorySinceNanos;

  /**
   * A connection.
   *
   * @param secure whether it is encrypted
   */
  HttpConnection(ServerLoop loop, boolean secure) {
    this.loop = loop;
    this.secure = secure;
    this.assembler = new RequestAssembler(loop.limits(), loop.traffic());
    this.writer = new ResponseWriter(loop.limits());
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
    if (!loop.opened(this, address())) {
      active.close();
    }
  }

  /** The network of the client: of an IPv6 address the half that names it. */
  private InetAddress address() {
    var known = address;
    if (known == null) {
      known = ClientNetwork.of(context().channel().remoteAddress());
      address = known;
    }
    return known;
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    loop.closed(this, address());
    assembler.abandon();
    stopWaiting();
    held.forEach(ReferenceCountUtil::release);
    held.clear();
    waiting.forEach(exchange -> exchange.budget().close());
    waiting.clear();
    writer.abandon(inactive.channel());
    var abandoned = current;
    current = null;
    if (abandoned != null) {
      // Its memory is given back when it is answered: until then it is in use.
      abandoned.budget().cancel();
    }
  }

  /** Called before the bytes of a read are decoded. */
  void beginRead() {
    messageRead = false;
  }

  /** Called when they are decoded: what is still incomplete is counted now. */
  void endRead(int bytes) {
    if (phase != Phase.OPEN || waitsForMemory) {
      return;
    }
    boolean headOnly = !assembler.receiving() && !messageRead && bytes > 0;
    if (headOnly) {
      assembler.addToHead(bytes);
    }
    if (headOnly || assembler.receiving()) {
      if (!assembler.isCounted()) {
        receivingSinceNanos = System.nanoTime();
        loop.beginsToReceive(this);
      }
      if (!findRoom()) {
        waitForMemory();
      }
    }
  }

  private boolean findRoom() {
    while (!assembler.findRoom()) {
      if (!loop.evictSlowest(this, assembler.isSmall())) {
        return false;
      }
    }
    return true;
  }

  /** Whether it has been sending one request for so long that it makes room for others. */
  boolean isSlow(long nowNanos) {
    return nowNanos - receivingSinceNanos > HttpLimits.SLOW.toNanos();
  }

  /** Whether little of a request has arrived. */
  boolean receivesLittle() {
    return assembler.isSmall();
  }

  /** Closes the connection, to make room. */
  void evict() {
    LOG.debug("connection closed: its request arrives slowly, and there is no room for others");
    assembler.abandon();
    context().close();
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object message) {
    messageRead = true;
    if (waiting.size() + held.size() > HttpLimits.PIPELINED) {
      ReferenceCountUtil.release(message);
      LOG.debug("connection closed: it sent too many requests without waiting for answers");
      context().close();
      return;
    }
    if (waitsForMemory && phase == Phase.OPEN) {
      held.add(message);
      return;
    }
    try {
      take(message);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void take(Object message) {
    if (phase != Phase.OPEN) {
      return;
    }
    if (message instanceof io.netty.handler.codec.http.HttpRequest head) {
      begin(head);
    }
    if (message instanceof HttpContent part && phase == Phase.OPEN) {
      receive(part);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext reading) {
    reading.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext changed) {
    if (changed.channel().isWritable()) {
      writer.proceed(changed);
      advance();
      if (phase == Phase.CLOSING && isIdle()) {
        linger(Unpooled.EMPTY_BUFFER);
      }
      // Nothing else flushes what was answered just now if the client sends no more.
      changed.flush();
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
    // A client that speaks no TLS, or does not trust the certificate, is no fault of the server.
    if (cause instanceof IOException || cause.getCause() instanceof SSLException) {
      LOG.debug("connection lost: {}", cause.toString());
    } else {
      LOG.error("connection failed", cause);
    }
    failed.close();
  }

  private void begin(io.netty.handler.codec.http.HttpRequest head) {
    sinceNanos = System.nanoTime();
    int refusal = assembler.begin(head);
    loop.endsToReceive(this);
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
    if (assembler.isComplete()) {
      complete();
    }
  }

  /** Moves a request that has arrived out of the memory for arriving ones, if there is room. */
  private void complete() {
    loop.endsToReceive(this);
    var budget = new RequestBudget(loop.memory());
    if (!budget.tryReserve(assembler.sizeBytes())) {
      waitForMemory();
      return;
    }
    waiting.add(new PendingExchange(this, assembler.finish(source(), secure), budget));
    advance();
    updateReading();
  }

  /** Reads no further until there is memory for the request that arrives, or its time is over. */
  private void waitForMemory() {
    long now = System.nanoTime();
    if (!waitsForMemory) {
      if (!loop.beginsToWait()) {
        refuse(loop.handler().overloaded());
        return;
      }
      waitsForMemory = true;
      memorySinceNanos = now;
      updateReading();
    }
    schedule(this::lookForMemory, HttpLimits.LOOK_AGAIN);
  }

  private void lookForMemory() {
    if (phase != Phase.OPEN || !waitsForMemory) {
      return;
    }
    if (assembler.isComplete() ? loop.memory().hasRoomFor(assembler.sizeBytes()) : findRoom()) {
      stopWaiting();
      if (assembler.isComplete()) {
        complete();
      }
      takeHeld();
      updateReading();
      context().flush();
    } else if (System.nanoTime() - memorySinceNanos > HttpLimits.PATIENCE.toNanos()) {
      refuse(loop.handler().overloaded());
    } else {
      schedule(this::lookForMemory, HttpLimits.LOOK_AGAIN);
    }
  }

  private void stopWaiting() {
    if (waitsForMemory) {
      waitsForMemory = false;
      loop.endsToWait();
    }
  }

  private void takeHeld() {
    while (!waitsForMemory && !held.isEmpty()) {
      Object message = held.removeFirst();
      try {
        take(message);
      } finally {
        ReferenceCountUtil.release(message);
      }
    }
    if (!waitsForMemory && assembler.receiving()) {
      endRead(0);
    }
  }

  /** Reads from the socket only if what was read already can be dealt with. */
  private void updateReading() {
    context()
        .channel()
        .config()
        .setAutoRead(phase != Phase.OPEN || (waiting.isEmpty() && !waitsForMemory));
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
      while (current == null
          && phase != Phase.LINGERING
          && !writer.isBusy()
          && channel.isWritable()) {
        var next = waiting.poll();
        if (next == null) {
          updateReading();
          return;
        }
        dispatch(next);
      }
    } finally {
      advancing = false;
    }
  }

  private void dispatch(PendingExchange exchange) {
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
      exchange.budget().close();
      return;
    }
    current = null;
    boolean last = !exchange.keepAlive() || (phase == Phase.CLOSING && waiting.isEmpty());
    boolean omitBody = exchange.request().method().equals("HEAD");
    ByteBuf head = loop.encoder().encode(context().alloc(), response, !last, omitBody);
    loop.traffic().sent(head.readableBytes() + (omitBody ? 0 : response.bodyBytes()));
    sinceNanos = System.nanoTime();
    if (last) {
      beginLinger();
      writer.write(
          context(),
          head,
          response,
          omitBody,
          written -> {
            exchange.operationComplete(written);
            closeOutput(written);
          });
      context().flush();
      return;
    }
    writer.write(context(), head, response, omitBody, exchange);
    if (!advancing) {
      advance();
      context().flush();
    }
  }

  private void refuse(int status) {
    if (stopReceiving()) {
      linger(
          status == 413
              ? Unpooled.wrappedBuffer(TOO_LARGE)
              : loop.encoder().encode(context().alloc(), new HttpResponse(status), false, false));
    }
  }

  private void refuse(HttpResponse response) {
    if (stopReceiving()) {
      linger(loop.encoder().encode(context().alloc(), response, false, false));
    }
  }

  /** Drops the request that arrives. True if it is the one that is to be answered now. */
  private boolean stopReceiving() {
    assembler.abandon();
    loop.endsToReceive(this);
    stopWaiting();
    held.forEach(ReferenceCountUtil::release);
    held.clear();
    if (!isIdle()) {
      // Requests before the bad one are still owed their responses; the bad one gets none.
      phase = Phase.CLOSING;
      updateReading();
      return false;
    }
    return true;
  }

  /**
   * Sends the last bytes. To close at once while input is unread would make the network drop them,
   * so only the sending half is closed, and the rest follows when the client has closed its own.
   */
  private void linger(ByteBuf last) {
    beginLinger();
    context().writeAndFlush(last).addListener((ChannelFutureListener) HttpConnection::closeOutput);
  }

  private void beginLinger() {
    phase = Phase.LINGERING;
    sinceNanos = System.nanoTime();
    waiting.forEach(exchange -> exchange.budget().close());
    waiting.clear();
    updateReading();
  }

  private static void closeOutput(ChannelFuture written) {
    if (written.isSuccess() && written.channel() instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
    } else {
      written.channel().close();
    }
  }

  /** Takes no further request; closes now if none is under way. */
  void drain() {
    if (phase != Phase.OPEN) {
      return;
    }
    phase = Phase.CLOSING;
    if (isIdle() && writer.hasSentAll(context().channel())) {
      context().close();
    } else if (isIdle()) {
      linger(Unpooled.EMPTY_BUFFER);
    }
  }

  /** Whether no request is under way and no response is being sent. */
  private boolean isIdle() {
    return current == null && waiting.isEmpty() && !writer.isBusy();
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
    if (writer.isUnread(context().channel(), nowNanos)) {
      return true;
    }
    if (phase == Phase.LINGERING) {
      return elapsed > limits.linger().toNanos() && writer.wasRead();
    }
    if (!isIdle()) {
      return false;
    }
    return elapsed > (assembler.receiving() ? limits.receive() : limits.idle()).toNanos();
  }

  /** Runs a task on the event loop. */
  void execute(Runnable task) {
    context().executor().execute(task);
  }

  /** Runs a task on the event loop after a while. */
  void schedule(Runnable task, Duration delay) {
    context().executor().schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  boolean onLoop() {
    return context().executor().inEventLoop();
  }
}
