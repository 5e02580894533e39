package dev.gramme.server.http;

import dev.gramme.model.budget.MemoryBudget;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP/1.1 server on one port, with keep-alive, ordered pipelining, and limits on all memory
 * that a client can occupy. Requests are handled on the event loops, one per processor: a small
 * read or write finishes before another thread would wake up.
 *
 * <p>Netty's NIO transport was chosen by measurement (docs/decisions/0003-http-server.md).
 */
public final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
  private static final Duration DRAIN = Duration.ofSeconds(10);
  private static final int BACKLOG = 1024;

  private final HttpLimits limits;
  private final EventLoopGroup group;
  private final Map<EventExecutor, ServerLoop> loops = new ConcurrentHashMap<>();
  private final HttpTraffic traffic;
  private final MemoryBudget memory;
  private final @Nullable ConnectionSecurity security;
  private final Channel listener;

  private HttpServer(
      InetSocketAddress address,
      HttpLimits limits,
      MemoryBudget memory,
      String name,
      int threads,
      @Nullable ConnectionSecurity security)
      throws IOException {
    this.memory = memory;
    this.traffic = new HttpTraffic(memory);
    this.security = security;
    this.group =
        new MultiThreadIoEventLoopGroup(
            threads, new DefaultThreadFactory(name), NioIoHandler.newFactory());
    this.limits = limits;
    var bound =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(limits.unsentBytes() / 2, limits.unsentBytes()))
            .childHandler(new Initializer())
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      var _ = group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    this.listener = bound.channel();
  }

  /**
   * Binds an address. Connections wait until {@link #serve} is called.
   *
   * @param port 0 for any free one
   * @param memory the memory that all requests share
   * @throws IOException if the address cannot be bound
   */
  public static HttpServer listen(String address, int port, HttpLimits limits, MemoryBudget memory)
      throws IOException {
    int processors = Runtime.getRuntime().availableProcessors();
    return listen(address, port, limits, memory, "http", processors, null);
  }

  /**
   * Binds an address. Connections wait until {@link #serve} is called.
   *
   * @param port 0 for any free one
   * @param memory the memory that all requests share
   * @param name the prefix of the names of the event-loop threads
   * @param threads the number of event loops
   * @param security encrypts connections; null for plain HTTP
   * @throws IOException if the address cannot be bound
   */
  public static HttpServer listen(
      String address,
      int port,
      HttpLimits limits,
      MemoryBudget memory,
      String name,
      int threads,
      @Nullable ConnectionSecurity security)
      throws IOException {
    var socketAddress = new InetSocketAddress(address, port);
    if (socketAddress.isUnresolved()) {
      throw new IOException("unknown address " + address);
    }
    return new HttpServer(socketAddress, limits, memory, name, threads, security);
  }

  /** Starts to pass requests to the handler. Must be called once. */
  public void serve(HttpHandler handler) {
    for (var executor : group) {
      var loop =
          new ServerLoop(
              limits, traffic, memory, handler, InstantSource.system(), executor, loops.values());
      loops.put(executor, loop);
      var _ = executor.scheduleAtFixedRate(loop::sweep, 1, 1, TimeUnit.SECONDS);
    }
    listener.config().setAutoRead(true);
  }

  /**
   * Listens on an address and passes requests to the handler. Requests share a part of the heap.
   *
   * @param port 0 for any free one
   * @throws IOException if the address cannot be bound
   */
  public static HttpServer start(String address, int port, HttpLimits limits, HttpHandler handler)
      throws IOException {
    var server =
        listen(address, port, limits, MemoryBudget.ofHeap(Runtime.getRuntime().maxMemory()));
    server.serve(handler);
    return server;
  }

  /** The port that the server listens on. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /**
   * The event loops, which other network clients may use too. They run until the server is closed.
   */
  public EventLoopGroup loops() {
    return group;
  }

  /** Counters over all connections. */
  public HttpTraffic traffic() {
    return traffic;
  }

  /** Stops listening and waits up to ten seconds for running requests. */
  public void stop() {
    if (listener.isOpen()) {
      listener.close().awaitUninterruptibly();
      loops.forEach((executor, loop) -> executor.execute(loop::drain));
      awaitDrained();
    }
  }

  /** Stops the server and its event loops. */
  @Override
  public void close() {
    stop();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private void awaitDrained() {
    var all = loops.values().stream().map(ServerLoop::drained).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(all).get(DRAIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.warn("{} connections did not finish in time and are closed", traffic.openConnections());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new AssertionError("never completed with a failure", e);
    }
  }

  /** Builds the handlers of a new connection. */
  private final class Initializer extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      var loop = loops.get(channel.eventLoop());
      if (loop == null) {
        throw new IllegalStateException("a channel on a foreign event loop");
      }
      if (security != null) {
        channel.pipeline().addLast(security.newHandler(channel.alloc()));
      }
      var connection = new HttpConnection(loop, security != null);
      channel.pipeline().addLast(connection.newDecoder(), connection);
    }
  }
}
