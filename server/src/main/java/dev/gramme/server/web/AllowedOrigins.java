package dev.gramme.server.web;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The origins of web pages that may send requests, as browsers write them in {@code Origin}.
 *
 * @param any whether all origins are allowed
 * @param named the allowed origins; ignored if all are allowed
 */
public record AllowedOrigins(boolean any, Set<String> named) {
  /** No page may send requests. */
  public static final AllowedOrigins NONE = new AllowedOrigins(false, Set.of());

  /** Pages of every origin may send requests. */
  public static final AllowedOrigins ANY = new AllowedOrigins(true, Set.of());

  /** A scheme, a host, and a port unless it is the scheme's default; no path. */
  private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9+.-]*://[^/\\s,]+|null");

  public AllowedOrigins {
    named = Set.copyOf(named);
  }

  /**
   * Some origins.
   *
   * @throws IllegalArgumentException if one is not an origin; the message is its text
   */
  public static AllowedOrigins of(Collection<String> origins) {
    var named = new HashSet<String>();
    for (String origin : origins) {
      String lower = origin.toLowerCase(Locale.ROOT);
      if (!FORM.matcher(lower).matches()) {
        throw new IllegalArgumentException(origin);
      }
      named.add(lower);
    }
    return new AllowedOrigins(false, named);
  }

  boolean allows(String origin) {
    return any || named.contains(origin.toLowerCase(Locale.ROOT));
  }
}
