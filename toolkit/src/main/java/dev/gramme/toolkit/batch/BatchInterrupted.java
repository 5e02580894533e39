package dev.gramme.toolkit.batch;

/** The thread was interrupted while it waited. What was begun may have been done in part. */
public final class BatchInterrupted extends RuntimeException {
  private static final long serialVersionUID = 1;

  BatchInterrupted(InterruptedException cause) {
    super("interrupted", cause);
  }
}
