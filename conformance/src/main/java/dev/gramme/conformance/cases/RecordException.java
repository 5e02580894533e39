package dev.gramme.conformance.cases;

/** A reason not to begin or not to go further, in a line for the person at the terminal. */
final class RecordException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RecordException(String message) {
    super(message);
  }

  RecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
