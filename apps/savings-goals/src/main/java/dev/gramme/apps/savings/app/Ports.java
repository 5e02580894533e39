package dev.gramme.apps.savings.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds free ports on the loopback interface. They are below those that operating systems give to
 * outgoing connections, so that no connection takes one before its server has started.
 */
final class Ports {
  private static final int LOWEST = 12_768;
  private static final int END = 22_768;

  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(END - LOWEST));

  private Ports() {}

  static int free() throws IOException {
    for (int tried = LOWEST; tried < END; tried++) {
      int port = LOWEST + Math.floorMod(NEXT.getAndIncrement(), END - LOWEST);
      if (isFree(port)) {
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
