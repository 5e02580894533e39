package dev.gramme.storage;

/** A transaction met others so often that the store gave up; nothing was written. */
public final class ConflictException extends StorageException {
  private static final long serialVersionUID = 1L;

  public ConflictException(String message) {
    super(message);
  }
}
