package dev.gramme.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Ports for servers that a test starts in other processes, or twice at the same port.
 *
 * <p>The operating system gives outgoing connections ports from 32768 (Linux) or 49152 (macOS,
 * Windows) on. These ports are below, and so are the ports that are higher by 10,000, which a
 * server takes for operators. So no connection takes one between its choice and the start of the
 * server.
 */
public final class FreePorts {
  static final int LOWEST = 12_768;
  static final int END = 22_768;

  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(END - LOWEST));

  private FreePorts() {}

  /**
   * A port of the loopback interface at which nothing listens. A process gets every port once
   * before it gets one again.
   *
   * @throws IOException if all of the ports are in use
   */
  public static int next() throws IOException {
    return next(1);
  }

  /**
   * The first of some consecutive ports like that.
   *
   * @throws IOException if there are none
   */
  public static int next(int count) throws IOException {
    for (int tried = 0; tried < END - LOWEST; tried++) {
      int port = LOWEST + Math.floorMod(NEXT.getAndAdd(count), END - LOWEST);
      if (port + count <= END && IntStream.range(port, port + count).allMatch(FreePorts::isFree)) {
        return port;
      }
    }
    throw new IOException("All ports from " + LOWEST + " to " + (END - 1) + " are in use.");
  }

  private static boolean isFree(int port) {
    try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException inUse) {
      return false;
    }
  }
}
