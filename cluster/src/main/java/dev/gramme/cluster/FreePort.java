package dev.gramme.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Chooses ports for processes. */
final class FreePort {
  private FreePort() {}

  /** A port of loopback that no process uses now. */
  static int get() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new ClusterException("There is no free port.", e);
    }
  }
}
