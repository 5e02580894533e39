package dev.gramme.storage;

/** More transactions wait than the store takes; nothing was written. To be tried again later. */
public final class OverloadedException extends StorageException {
  private static final long serialVersionUID = 1L;

  public OverloadedException(String message) {
    super(message);
  }
}
