package dev.gramme.server.backup;

/** A backup or restore is not possible; the message is one line for the operator. */
public sealed class BackupException extends Exception
    permits BadContentException, PlaceTakenException {
  private static final long serialVersionUID = 1L;

  BackupException(String message) {
    super(message);
  }

  BackupException(String message, Throwable cause) {
    super(message, cause);
  }
}
