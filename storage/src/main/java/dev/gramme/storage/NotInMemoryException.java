package dev.gramme.storage;

/**
 * A read that was restricted to memory ({@link Reader#withoutWaiting}) needs the medium. The caller
 * repeats the read where it may wait.
 *
 * <p>It has no stack trace, because it is part of the normal course of events.
 */
public final class NotInMemoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The exception, which has no state. */
  public NotInMemoryException() {
    super("the read needs the medium", null, false, false);
  }
}
