package dev.gramme.toolkit.batch;

/**
 * Some items of a batch could not be read, written or deleted, even after retries; the others were.
 */
public final class BatchIncomplete extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long done;
  private final long left;

  /**
   * A batch of which some items were not processed.
   *
   * @param what what was done to the items, such as {@code read}
   * @param done how many items were processed
   * @param left how many items were not
   * @param reason why the first of these was not processed
   */
  public BatchIncomplete(String what, long done, long left, String reason) {
    super(left + " of " + (done + left) + " items were not " + what + ": " + reason);
    this.done = done;
    this.left = left;
  }

  /** How many items were processed. */
  public long done() {
    return done;
  }

  /** How many items were not processed. */
  public long left() {
    return left;
  }
}
