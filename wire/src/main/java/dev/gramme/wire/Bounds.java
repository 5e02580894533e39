package dev.gramme.wire;

import dev.gramme.model.Wording;

/**
 * The least and the greatest length, size or value that a shape allows, both included. The two
 * generations of the service's messages do not always draw the same bounds.
 */
public record Bounds(long min, long max, long currentMin, long currentMax) {
  private static final long NO_MIN = Long.MIN_VALUE;
  private static final long NO_MAX = Long.MAX_VALUE;

  static final Bounds NONE = new Bounds(NO_MIN, NO_MAX, NO_MIN, NO_MAX);

  static Bounds of(long min, long max) {
    return new Bounds(min, max, min, max);
  }

  Bounds withCurrent(long min, long max) {
    return new Bounds(this.min, this.max, min, max);
  }

  /** Whether nothing is bounded. */
  public boolean isNone() {
    // Not equals: the first record to be compared costs a start 20 ms.
    return min == NO_MIN && max == NO_MAX && currentMin == NO_MIN && currentMax == NO_MAX;
  }

  boolean tooLittle(long value, Wording wording) {
    return value < min(wording);
  }

  boolean tooMuch(long value, Wording wording) {
    return value > max(wording);
  }

  boolean excludes(long value, Wording wording) {
    return tooLittle(value, wording) || tooMuch(value, wording);
  }

  /** Whether there is a least value. */
  public boolean hasMin(Wording wording) {
    return min(wording) != NO_MIN;
  }

  /** Whether there is a greatest value. */
  public boolean hasMax(Wording wording) {
    return max(wording) != NO_MAX;
  }

  /** The least value. */
  public long min(Wording wording) {
    return wording == Wording.CLASSIC ? min : currentMin;
  }

  /** The greatest value. */
  public long max(Wording wording) {
    return wording == Wording.CLASSIC ? max : currentMax;
  }
}
