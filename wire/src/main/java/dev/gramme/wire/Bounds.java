package dev.gramme.wire;

import dev.gramme.model.Wording;

/**
 * The inclusive minimum and maximum of a length, a size or a value. The two wordings of the
 * service's messages do not always have the same bounds.
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

  /** Whether there are no bounds. */
  public boolean isNone() {
    // Does not use equals, because the first comparison of a record adds 20 ms to the start-up
    // time.
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

  /** Whether there is a minimum. */
  public boolean hasMin(Wording wording) {
    return min(wording) != NO_MIN;
  }

  /** Whether there is a maximum. */
  public boolean hasMax(Wording wording) {
    return max(wording) != NO_MAX;
  }

  /** The minimum. */
  public long min(Wording wording) {
    return wording == Wording.CLASSIC ? min : currentMin;
  }

  /** The maximum. */
  public long max(Wording wording) {
    return wording == Wording.CLASSIC ? max : currentMax;
  }
}
