package dev.gramme.transfer.format;

import java.io.IOException;

/** The rest of a data file cannot be read, for the reason in the message. */
public final class MalformedDataException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedDataException(String message) {
    super(message);
  }

  MalformedDataException(String message, Throwable cause) {
    super(message, cause);
  }
}
