package dev.gramme.storage;

/**
 * The store's queue of waiting transactions is full. Nothing was written; the caller may retry
 * later.
 */
public final class OverloadedException extends StorageException {
  private static final long serialVersionUID = 1L;

  public OverloadedException(String message) {
    super(message);
  }
}
