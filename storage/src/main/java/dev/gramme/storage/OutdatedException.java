package dev.gramme.storage;

/** A read failed because its {@link Precondition} does not hold. */
public final class OutdatedException extends StorageException {
  private static final long serialVersionUID = 1L;

  public OutdatedException() {
    super("The row of the precondition no longer has the expected value.");
  }
}
