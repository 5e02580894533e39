package dev.gramme.toolkit.batch;

/** A part of a batch could not be read or written, also after retries. The other part was. */
public final class BatchIncomplete extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long done;
  private final long left;

  /**
   * A batch with items that are left.
   *
   * @param what what was done to the items, such as {@code read}
   * @param done how many items were processed
   * @param left how many items were not
   * @param reason the reason of the first of these
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
