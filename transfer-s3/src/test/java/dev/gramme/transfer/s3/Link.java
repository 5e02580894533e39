package dev.gramme.transfer.s3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy to a server whose connections can be cut after a number of bytes, repeatedly or until the
 * link is mended. It can also hold all bytes back until then.
 */
public final class Link implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 14;
  private static final long NEVER = Long.MAX_VALUE;

  private final ServerSocket listening;
  private final URI server;
  private final ExecutorService pumps = Executors.newCachedThreadPool();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger cuts = new AtomicInteger();
  private long interval = NEVER;
  private long left = NEVER;
  private boolean staysDown;
  private boolean isHeld;
  private volatile boolean isDown;

  /** A link that works. */
  public Link(URI server) throws IOException {
    this.server = server;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    pumps.execute(this::accept);
  }

  /** The address of the proxy. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort());
  }

  /**
   * Cuts the connections each time this many bytes were transferred in both directions together.
   */
  public synchronized void cutEvery(long bytes) {
    interval = bytes;
    left = bytes;
    staysDown = false;
  }

  /** Cuts the connections after this many bytes, and refuses new ones until {@link #mend}. */
  public synchronized void downAfter(long bytes) {
    cutEvery(bytes);
    staysDown = true;
  }

  /** Holds all bytes back, without cutting the connections, until {@link #mend}. */
  public synchronized void hold() {
    isHeld = true;
  }

  /** Lets all connections work from now on. */
  public synchronized void mend() {
    cutEvery(NEVER);
    isDown = false;
    isHeld = false;
    notifyAll();
  }

  /** How often the connections were cut. */
  public int cuts() {
    return cuts.get();
  }

  /** Whether the link refuses connections now. */
  public boolean isDown() {
    return isDown;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket near = listening.accept();
        if (isDown) {
          near.close();
          continue;
        }
        var far = new Socket(server.getHost(), server.getPort());
        sockets.add(near);
        sockets.add(far);
        pumps.execute(() -> pump(near, far));
        pumps.execute(() -> pump(far, near));
      } catch (IOException gone) {
        // Closed, or the server is down: the client sees its connection close.
      }
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (from;
        to) {
      int count = from.getInputStream().read(buffer);
      while (count >= 0 && pass(count)) {
        to.getOutputStream().write(buffer, 0, count);
        count = from.getInputStream().read(buffer);
      }
    } catch (IOException cut) {
      sockets.remove(to);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(from);
    }
  }

  private synchronized boolean pass(int count) throws InterruptedException {
    while (isHeld) {
      wait();
    }
    left -= count;
    if (left > 0) {
      return true;
    }
    left = interval;
    isDown = staysDown;
    cut();
    return false;
  }

  /** Cuts all current connections; new ones work. */
  public synchronized void cut() {
    cuts.incrementAndGet();
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    mend();
    for (Socket socket : sockets) {
      socket.close();
    }
    pumps.shutdown();
  }
}
