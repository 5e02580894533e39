package dev.gramme.server.web;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The host names that clients may send in {@code Host}, with any port.
 *
 * <p>Other machines cannot reach a server on loopback, but a web page can, if its host name
 * resolves to 127.0.0.1 (DNS rebinding). The browser treats that page as the server's own, so its
 * requests have no foreign {@code Origin}. They do have the foreign host name.
 *
 * @param any whether all names are allowed
 * @param named the allowed names beside {@code localhost} and the loopback addresses
 */
public record AllowedHosts(boolean any, Set<String> named) {
  /** All names are allowed. */
  public static final AllowedHosts ANY = new AllowedHosts(true, Set.of());

  private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
  private static final Pattern IPV4_LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");
  private static final Set<String> LOOPBACK =
      Set.of("localhost", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]");

  public AllowedHosts {
    named = Set.copyOf(named);
  }

  /** The loopback names and further names. */
  public static AllowedHosts loopbackAnd(Collection<String> names) {
    var named = new HashSet<String>();
    names.forEach(name -> named.add(name.toLowerCase(Locale.ROOT)));
    return new AllowedHosts(false, named);
  }

  /**
   * Whether a host is allowed.
   *
   * @param host the value of {@code Host}, with or without a port
   */
  boolean allows(String host) {
    if (any) {
      return true;
    }
    String name = withoutPort(host.strip().toLowerCase(Locale.ROOT));
    return LOOPBACK.contains(name) || IPV4_LOOPBACK.matcher(name).matches() || named.contains(name);
  }

  /**
   * Whether a host is an IP address or {@code localhost}, which nobody can make resolve to another
   * address.
   *
   * @param host the value of {@code Host}, with or without a port
   */
  static boolean isAddress(String host) {
    String name = withoutPort(host.strip().toLowerCase(Locale.ROOT));
    return name.equals("localhost") || name.startsWith("[") || IPV4.matcher(name).matches();
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon < 0 || colon < host.indexOf(']') ? host : host.substring(0, colon);
  }
}
