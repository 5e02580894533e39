package dev.gramme.server.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The address of a client, and the network that it belongs to. The limit of connections counts per
 * network.
 */
final class ClientNetwork {
  /** An IPv6 customer usually has a whole /64 network: the first 64 bits name it. */
  private static final int IPV6_BYTES = 16;

  private static final int PREFIX_BYTES = 8;

  private ClientNetwork() {}

  /** The client's IP address without the name of a network interface; empty if it has none. */
  static String address(SocketAddress client) {
    return client instanceof InetSocketAddress internet && internet.getAddress() != null
        ? internet.getAddress().getHostAddress().replaceFirst("%.*", "")
        : "";
  }

  /** The client's IPv4 address, or its IPv6 address with the last 64 bits zeroed. */
  static InetAddress of(SocketAddress client) {
    if (!(client instanceof InetSocketAddress internet) || internet.getAddress() == null) {
      return InetAddress.getLoopbackAddress();
    }
    byte[] bytes = internet.getAddress().getAddress();
    if (bytes.length == IPV6_BYTES) {
      Arrays.fill(bytes, PREFIX_BYTES, IPV6_BYTES, (byte) 0);
    }
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
    }
  }
}
