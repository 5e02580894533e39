package dev.gramme.move.files.parquet;

import java.io.IOException;

/** A Parquet file, or the rest of it, cannot be read, for the reason in the message. */
public final class DamagedFileException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedFileException(Exception cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
