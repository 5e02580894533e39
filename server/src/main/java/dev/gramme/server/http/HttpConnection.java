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
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection. It handles one request at a time; pipelined requests wait in order.
 * Everything here runs on the connection's event loop. Four rules bound its memory:
 *
 * <ul>
 *   <li>While a pipelined request waits, nothing more is decoded or read from the socket.
 *   <li>While the client has not taken most of the previous response, the next request does not
 *       start.
 *   <li>While there is no memory for the arriving request, nothing more is decoded or read from the
 *       socket.
 *   <li>When the connection accepts no further request, it removes its decoder, with everything
 *       that the decoder holds.
 * </ul>
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed channel operation closes the channel
final class HttpConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

  private enum Phase {
    /** Requests are accepted. */
    OPEN,
    /** No further request is accepted; the current response is the last. */
    CLOSING,
    /** The last response is written; input is discarded until the client closes. */
    LINGERING
  }

  private final ServerLoop loop;
  private final boolean secure;

  /** Null once the connection accepts no further request, so that nothing of one is held. */
  private @Nullable RequestDecoder decoder;

  private final RequestAssembler assembler;
  private final ResponseWriter writer;

  private @Nullable ChannelHandlerContext context;
  private @Nullable PendingExchange current;

  /** The request that starts after the current one. */
  private @Nullable PendingExchange waiting;

  private Phase phase = Phase.OPEN;
  private @Nullable String source;
  private @Nullable InetAddress address;
  private boolean advancing;
  private boolean owesContinue;
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

  /** Creates the decoder of the connection's requests, which must precede it in the pipeline. */
  RequestDecoder newDecoder() {
    var created = new RequestDecoder(loop.limits(), this::countArriving);
    decoder = created;
    return created;
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

  /** The client's network (see {@link ClientNetwork}). */
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
    dropWaiting();
    writer.abandon(inactive.channel());
    var abandoned = current;
    current = null;
    if (abandoned != null) {
      // Its memory is released when the handler responds; until then it is in use.
      abandoned.budget().cancel();
    }
  }

  private void dropWaiting() {
    if (waiting != null) {
      waiting.budget().close();
      waiting = null;
    }
  }

  /** Counts the incomplete part of a request, when the bytes of a read have been decoded. */
  private void countArriving() {
    var present = decoder;
    if (present == null) {
      return;
    }
    int refusal = assembler.hold(present.fieldBytes(), present.bufferBytes());
    if (refusal != 0) {
      refuse(refusal);
      return;
    }
    updateReceiving();
    if (assembler.missingBytes() != 0 && !reserveMemory() && !waitsForMemory) {
      waitForMemory();
    }
    if (present.isOutworn()) {
      context().pipeline().replace(present, null, newDecoder());
    }
  }

  /** Notes whether the server waits for the client to complete a request, and since when. */
  private void updateReceiving() {
    boolean waitsForServer = waiting != null && current != null;
    if (waitsForServer || !assembler.isIncomplete()) {
      loop.removeReceiving(this);
    } else if (loop.addReceiving(this)) {
      receivingSinceNanos = System.nanoTime();
    }
  }

  private boolean reserveMemory() {
    while (!assembler.reserveMemory()) {
      if (!loop.evictSlowest(this, assembler.isSmall())) {
        loop.evictElsewhere(assembler.missingBytes(), assembler.limitBytes(), assembler.isSmall());
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the request has been arriving for so long that the connection may be closed for others.
   */
  boolean isSlow(long nowNanos) {
    return nowNanos - receivingSinceNanos > loop.limits().slow().toNanos();
  }

  /** Whether the arriving request counts as small so far. */
  boolean receivesLittle() {
    return assembler.isSmall();
  }

  /** Discards the arriving request to free its memory, and closes the connection. */
  void evict() {
    LOG.debug(
        "connection closed: its request arrives slowly, and other connections need the memory");
    if (stopReceiving()) {
      closeWhenSent();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object message) {
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
      // If the client sends no more, no other event flushes the responses written just now.
      changed.flush();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext notified, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      clientFinished();
    }
  }

  /** The client has closed its sending half, but may still wait for responses. */
  private void clientFinished() {
    if (phase == Phase.LINGERING || assembler.receiving()) {
      context().close();
    } else {
      drain();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
    // A client that does not use TLS or does not trust the certificate is not a fault of the
    // server.
    if (cause instanceof IOException || cause.getCause() instanceof SSLException) {
      LOG.debug("connection lost: {}", cause.toString());
    } else {
      LOG.error("unexpected exception on a connection; it is closed", cause);
    }
    failed.close();
  }

  private void begin(io.netty.handler.codec.http.HttpRequest head) {
    sinceNanos = System.nanoTime();
    int refusal = assembler.begin(head);
    loop.removeReceiving(this);
    if (refusal != 0) {
      refuse(refusal);
    } else if (assembler.expectsContinue()) {
      owesContinue = true;
      sendContinue();
    }
  }

  /** Asks the client for the body, once the answers to all earlier requests are on their way. */
  private void sendContinue() {
    if (owesContinue && phase == Phase.OPEN && isIdle()) {
      owesContinue = false;
      context().writeAndFlush(loop.encoder().encodeContinue());
    }
  }

  private void receive(HttpContent part) {
    int refusal = assembler.add(part);
    if (refusal != 0) {
      refuse(refusal);
      return;
    }
    if (part.content().writerIndex() > 0 || assembler.isComplete()) {
      owesContinue = false; // the client did not wait for it
    }
    if (assembler.isComplete()) {
      complete();
    }
  }

  /**
   * Moves a complete request from the memory for arriving requests to its own budget, if there is
   * room.
   */
  private void complete() {
    var budget = new RequestBudget(loop.memory());
    boolean starts = isIdle() && context().channel().isWritable();
    if (starts
        ? !budget.tryReserve(assembler.sizeBytes())
        : !budget.tryReserveExactly(assembler.sizeBytes())) {
      waitForMemory();
      return;
    }
    waiting = new PendingExchange(this, assembler.finish(source(), secure), budget);
    advance();
  }

  /** Stops reading until there is memory for the arriving request or its waiting time is over. */
  private void waitForMemory() {
    long now = System.nanoTime();
    if (!waitsForMemory) {
      if (assembler.fieldMemory() > HttpLimits.WAITING_FIELDS || !loop.addWaiting()) {
        refuse(loop.handler().overloaded());
        return;
      }
      waitsForMemory = true;
      memorySinceNanos = now;
      updateReading();
    }
    schedule(this::retryForMemory, HttpLimits.MEMORY_POLL_INTERVAL);
  }

  private void retryForMemory() {
    if (phase != Phase.OPEN || !waitsForMemory) {
      return;
    }
    if (assembler.isComplete()
        ? loop.memory().hasRoomFor(assembler.sizeBytes())
        : reserveMemory()) {
      stopWaiting();
      if (assembler.isComplete()) {
        complete();
      }
      countArriving();
      updateReading();
      context().flush();
    } else if (System.nanoTime() - memorySinceNanos > HttpLimits.LONGEST_MEMORY_WAIT.toNanos()) {
      refuse(loop.handler().overloaded());
    } else {
      schedule(this::retryForMemory, HttpLimits.MEMORY_POLL_INTERVAL);
    }
  }

  private void stopWaiting() {
    if (waitsForMemory) {
      waitsForMemory = false;
      loop.removeWaiting();
    }
  }

  /** Decodes, and reads from the socket, only if nothing that was read before waits. */
  private void updateReading() {
    if (mustPause() && decoder != null) {
      decoder.pause();
      context().channel().config().setAutoRead(false);
    } else if (decoder != null && decoder.isPaused()) {
      // Later, because this may be called while a message of the decoder is being handled.
      execute(this::resumeReading);
    }
  }

  private boolean mustPause() {
    return phase == Phase.OPEN && (waiting != null || waitsForMemory);
  }

  private void resumeReading() {
    var present = decoder;
    if (present != null && !mustPause()) {
      present.resume(context().pipeline());
      context().flush();
      if (!present.isPaused()) {
        context().channel().config().setAutoRead(true);
      }
    }
  }

  /** The IP address of the client; computed once per connection. */
  private String source() {
    String known = source;
    if (known == null) {
      known = ClientNetwork.address(context().channel().remoteAddress());
      source = known;
    }
    return known;
  }

  /**
   * Starts waiting requests until one is answered asynchronously or the client has to read first.
   */
  private void advance() {
    if (advancing) {
      return;
    }
    advancing = true;
    try {
      var channel = context().channel();
      while (waiting != null
          && current == null
          && phase != Phase.LINGERING
          && !writer.isBusy()
          && channel.isWritable()) {
        var next = waiting;
        waiting = null;
        dispatch(next);
      }
      updateReading();
      updateReceiving();
      sendContinue();
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

  /** Writes the response of the current request and starts the next request. */
  void finish(PendingExchange exchange, HttpResponse response) {
    if (current != exchange) {
      exchange.budget().close();
      return;
    }
    current = null;
    boolean last = !exchange.keepAlive() || (phase == Phase.CLOSING && waiting == null);
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
      linger(loop.encoder().encodeRefusal(context().alloc(), status));
    }
  }

  private void refuse(HttpResponse response) {
    if (stopReceiving()) {
      linger(loop.encoder().encode(context().alloc(), response, false, false));
    }
  }

  /** Discards the arriving request. Returns true if its refusal can be sent now. */
  private boolean stopReceiving() {
    assembler.abandon();
    owesContinue = false;
    loop.removeReceiving(this);
    stopWaiting();
    if (!isIdle()) {
      // Earlier requests still get their responses; the bad request gets none.
      leaveOpen(Phase.CLOSING);
      return false;
    }
    return true;
  }

  /**
   * Sends the last bytes and closes only the sending half. Closing the connection with unread input
   * would make TCP reset it and discard the last response. The connection is closed when the client
   * has closed its half.
   */
  private void linger(ByteBuf last) {
    beginLinger();
    context().writeAndFlush(last).addListener((ChannelFutureListener) HttpConnection::closeOutput);
  }

  private void beginLinger() {
    sinceNanos = System.nanoTime();
    dropWaiting();
    leaveOpen(Phase.LINGERING);
  }

  /** Accepts no further request. Input is read and discarded from now on. */
  private void leaveOpen(Phase next) {
    phase = next;
    if (decoder != null) {
      decoder.end(context().pipeline());
      decoder = null;
    }
    context().channel().config().setAutoRead(true);
  }

  private static void closeOutput(ChannelFuture written) {
    if (written.isSuccess() && written.channel() instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
    } else {
      written.channel().close();
    }
  }

  /** Accepts no further request; closes now if the connection is idle. */
  void drain() {
    if (phase != Phase.OPEN) {
      return;
    }
    leaveOpen(Phase.CLOSING);
    if (isIdle()) {
      closeWhenSent();
    }
  }

  /** Closes the connection, after the network has taken the responses so far. */
  private void closeWhenSent() {
    if (writer.hasSentAll(context().channel())) {
      context().close();
    } else {
      linger(Unpooled.EMPTY_BUFFER);
    }
  }

  /** Whether no request is under way and no response is being sent. */
  private boolean isIdle() {
    return current == null && waiting == null && !writer.isBusy();
  }

  /** Closes the connection if the client has exceeded a time limit. */
  void sweep(long nowNanos) {
    if (outOfTime(nowNanos)) {
      LOG.debug("connection closed: the client exceeded a time limit");
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

  /** Runs a task on the event loop after a delay. */
  void schedule(Runnable task, Duration delay) {
    context().executor().schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  boolean onLoop() {
    return context().executor().inEventLoop();
  }
}
