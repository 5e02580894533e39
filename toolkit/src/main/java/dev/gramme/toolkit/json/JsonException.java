package dev.gramme.toolkit.json;

/** A text is not JSON, or not the expected JSON. The message has the problem and its position. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message the problem and its position
   */
  public JsonException(String message) {
    super(message);
  }
}
