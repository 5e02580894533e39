package dev.gramme.auth.policy;

import java.net.InetAddress;
import java.util.Optional;

/**
 * A range of IP addresses with a common prefix, such as {@code 10.0.0.0/8}, or a single address.
 */
record IpRange(InetAddress network, int bits) {

  static IpRange parse(String text) throws PolicyException {
    int slash = text.indexOf('/');
    Optional<InetAddress> network = address(slash < 0 ? text : text.substring(0, slash));
    if (network.isEmpty()) {
      throw new PolicyException("\"" + text + "\" is not a range of IP addresses");
    }
    int most = network.get().getAddress().length * Byte.SIZE;
    try {
      int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
      if (bits >= 0 && bits <= most) {
        return new IpRange(network.get(), bits);
      }
    } catch (NumberFormatException e) {
      throw new PolicyException("\"" + text + "\" is not a range of IP addresses");
    }
    throw new PolicyException("\"" + text + "\" is not a range of IP addresses");
  }

  boolean contains(String text) {
    byte[] address = address(text).map(InetAddress::getAddress).orElse(new byte[0]);
    byte[] wanted = network.getAddress();
    if (address.length != wanted.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % Byte.SIZE);
      if (((address[bit / Byte.SIZE] ^ wanted[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Only literals: names are not resolved. */
  private static Optional<InetAddress> address(String text) {
    if (!text.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
