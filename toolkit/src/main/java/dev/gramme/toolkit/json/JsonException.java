package dev.gramme.toolkit.json;

/** A text that is not JSON, or not the JSON that was expected. The message says what and where. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With what is wrong and where. */
  public JsonException(String message) {
    super(message);
  }
}
