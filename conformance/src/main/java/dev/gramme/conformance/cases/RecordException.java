package dev.gramme.conformance.cases;

/** A reason not to start or not to continue. The message is one line for the user. */
final class RecordException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RecordException(String message) {
    super(message);
  }

  RecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
