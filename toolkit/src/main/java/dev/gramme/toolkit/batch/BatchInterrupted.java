package dev.gramme.toolkit.batch;

/** The thread was interrupted while it waited. Part of the work may be done. */
public final class BatchInterrupted extends RuntimeException {
  private static final long serialVersionUID = 1;

  BatchInterrupted(InterruptedException cause) {
    super("interrupted", cause);
  }
}
