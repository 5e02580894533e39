package dev.gramme.transfer.format;

import java.io.IOException;

/** A data file cannot be read on from here; the message says why. */
public final class MalformedDataException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedDataException(String message) {
    super(message);
  }

  MalformedDataException(String message, Throwable cause) {
    super(message, cause);
  }
}
