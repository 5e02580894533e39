package dev.gramme.storage;

import java.util.concurrent.CompletionException;

/** The medium failed, or the store was used in a way that it does not allow. */
public class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StorageException(String message) {
    super(message);
  }

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Whether a transaction that failed may be committed all the same. */
  public static boolean leavesOutcomeOpen(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof StorageException
        && !(cause instanceof ConflictException)
        && !(cause instanceof OverloadedException);
  }
}
