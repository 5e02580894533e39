package dev.gramme.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Forwards connections to a server and counts round trips: how often a client sends something after
 * an answer, however many packets it sends.
 */
final class CountingProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final InetSocketAddress server;
  private final ServerSocket listening;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong roundTrips = new AtomicLong();

  CountingProxy(InetSocketAddress server) throws IOException {
    this.server = server;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  private static void start(Runnable task) {
    Thread.ofPlatform().daemon().name("proxy").start(task);
  }

  int port() {
    return listening.getLocalPort();
  }

  long roundTrips() {
    return roundTrips.get();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        var client = listening.accept();
        open.add(client);
        var target = new Socket(server.getAddress(), server.getPort());
        open.add(target);
        client.setTcpNoDelay(true);
        target.setTcpNoDelay(true);
        var answered = new AtomicBoolean(true);
        start(() ->
            forward(
                client,
                target,
                () -> {
                  if (answered.getAndSet(false)) {
                    roundTrips.incrementAndGet();
                  }
                }));
        start(() -> forward(target, client, () -> answered.set(true)));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  /** Forwards bytes in one direction until one end closes its connection. */
  private void forward(Socket from, Socket to, Runnable received) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (from;
        to) {
      var in = from.getInputStream();
      var out = to.getOutputStream();
      for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
        received.run();
        out.write(buffer, 0, count);
      }
    } catch (IOException e) {
      // The other end is closed, too.
    }
    open.remove(from);
    open.remove(to);
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (var socket : open) {
      socket.close();
    }
  }
}
