package dev.gramme.storage;

/** What was read depended on a {@link Guard} that does not hold. */
public final class OutdatedException extends StorageException {
  private static final long serialVersionUID = 1L;

  public OutdatedException() {
    super("The row that was to guard a read has another value by now.");
  }
}
