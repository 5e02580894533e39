package dev.gramme.storage;

import java.util.concurrent.CompletionException;

/** The storage medium failed, or the caller violated the contract of the store. */
public class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StorageException(String message) {
    super(message);
  }

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Whether a transaction that failed with this exception may nevertheless have been committed. */
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
