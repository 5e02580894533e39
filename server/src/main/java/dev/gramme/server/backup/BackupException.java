package dev.gramme.server.backup;

/** A backup or restore is not possible; the message is one line for the operator. */
public final class BackupException extends Exception {
  private static final long serialVersionUID = 1L;

  BackupException(String message) {
    super(message);
  }

  BackupException(String message, Throwable cause) {
    super(message, cause);
  }
}
