package dev.gramme.server.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** The networks that clients come from, whose connections are counted together. */
final class ClientNetwork {
  /** A customer has a whole network of IPv6, which the first half of its addresses names. */
  private static final int IPV6_BYTES = 16;

  private static final int PREFIX_BYTES = 8;

  private ClientNetwork() {}

  /** The client's IPv4 address, or the first 64 bits of its IPv6 address with zeros behind. */
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
