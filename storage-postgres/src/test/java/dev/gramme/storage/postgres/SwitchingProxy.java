package dev.gramme.storage.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A proxy on this machine that leads new connections to another server after a switch, and keeps
 * the existing ones.
 */
final class SwitchingProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile int target;

  SwitchingProxy(int target) throws IOException {
    this.target = target;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  private static void start(Runnable task) {
    Thread.ofPlatform().daemon().name("proxy").start(task);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Leads new connections to the server at another port. */
  void switchTo(int port) {
    target = port;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        open.add(client);
        var server = new Socket(listening.getInetAddress(), target);
        open.add(server);
        start(() -> forward(client, server));
        start(() -> forward(server, client));
      }
    } catch (IOException closed) {
      // The end of the test.
    }
  }

  /** Forwards bytes in one direction until one end closes its connection. */
  private void forward(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException closed) {
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
