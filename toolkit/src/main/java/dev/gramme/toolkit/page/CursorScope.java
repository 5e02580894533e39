package dev.gramme.toolkit.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * What a cursor is valid for: one access pattern with all arguments that determine the items and
 * their order, but not the page size.
 *
 * @param pattern the access pattern's name, such as {@code ShopQueries.history}
 * @param arguments its arguments as text
 */
public record CursorScope(String pattern, List<String> arguments) {
  public CursorScope {
    arguments = List.copyOf(arguments);
  }

  /** The scope of an access pattern with these arguments, converted by {@code toString}. */
  public static CursorScope of(String pattern, Object... arguments) {
    return new CursorScope(pattern, List.of(arguments).stream().map(Object::toString).toList());
  }

  /** A SHA-256 digest of the scope. */
  byte[] digest() {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      update(sha, pattern);
      arguments.forEach(argument -> update(sha, argument));
      return sha.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void update(MessageDigest sha, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int shift = 24; shift >= 0; shift -= 8) {
      sha.update((byte) (bytes.length >> shift));
    }
    sha.update(bytes);
  }
}
