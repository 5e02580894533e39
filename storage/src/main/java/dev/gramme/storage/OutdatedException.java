package dev.gramme.storage;

/** A read failed because its {@link Guard} does not hold. */
public final class OutdatedException extends StorageException {
  private static final long serialVersionUID = 1L;

  public OutdatedException() {
    super("The guarded row no longer has the expected value.");
  }
}
