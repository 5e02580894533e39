package dev.gramme.toolkit;

/**
 * A place between two items of an access pattern, from which it can be continued: at any time, by
 * any process, whether or not the items beside it still exist.
 *
 * <p>Its token is opaque, needs no escaping in a URL, and is meant to be handed to clients and
 * back: it is signed and belongs to one access pattern with its arguments, so a client can make it
 * serve nothing else. What it says can be read by who holds it (it contains keys), but not changed.
 *
 * @param token the text, empty for the beginning
 */
public record Cursor(String token) {
  private static final Cursor START = new Cursor("");

  /** The beginning, before the first item. */
  public static Cursor start() {
    return START;
  }

  /** The cursor with this token, the empty one for the beginning. */
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
