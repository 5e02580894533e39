package dev.gramme.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Chooses ports for processes.
 *
 * <p>The operating system gives outgoing connections ports from 32768 (Linux) or 49152 (macOS,
 * Windows) on. These ports are below, so no connection takes one between its choice and the start
 * of the process, which can last many seconds.
 */
final class FreePort {
  private static final int LOWEST = 20_000;
  private static final int END = 32_768;

  /** Processes that run at the same time begin with different ports. */
  private static final AtomicInteger NEXT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 61 % (END - LOWEST)));

  private FreePort() {}

  /** A port of loopback that no process uses now. */
  static int get() {
    for (int tried = 0; tried < END - LOWEST; tried++) {
      int port = LOWEST + Math.floorMod(NEXT.getAndIncrement(), END - LOWEST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new ClusterException("There is no free port.");
  }

  private static boolean isFree(int port) {
    try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException inUse) {
      return false;
    }
  }
}
