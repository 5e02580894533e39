package dev.gramme.toolkit;

/**
 * A position between two items of an access pattern, from which reading can continue: at any time,
 * in any process, even if the adjacent items no longer exist.
 *
 * <p>The token is opaque, needs no escaping in a URL, and may be given to clients. It is signed and
 * bound to one access pattern with its arguments, so a client cannot use it for anything else. A
 * client can read its content (it contains keys) but cannot change it.
 *
 * @param token the token; empty for the beginning
 */
public record Cursor(String token) {
  private static final Cursor START = new Cursor("");

  /** The beginning, before the first item. */
  public static Cursor start() {
    return START;
  }

  /** The cursor with this token; an empty token means the beginning. */
  public static Cursor of(String token) {
    return token.isEmpty() ? START : new Cursor(token);
  }

  /** Whether this is the beginning. */
  public boolean isStart() {
    return token.isEmpty();
  }

  @Override
  public String toString() {
    return token;
  }
}
