package dev.gramme.storage;

/**
 * The transaction conflicted with others so often that the store gave up retrying. Nothing was
 * written.
 */
public final class ConflictException extends StorageException {
  private static final long serialVersionUID = 1L;

  public ConflictException(String message) {
    super(message);
  }
}
