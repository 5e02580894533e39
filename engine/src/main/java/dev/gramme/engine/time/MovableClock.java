package dev.gramme.engine.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A clock that follows another clock and can be moved ahead of it. Tests use it to skip the hours
 * that expiry, trimming and recovery windows take in production. It cannot be moved back.
 * Thread-safe.
 */
public final class MovableClock implements InstantSource {
  /** The largest offset: a hundred years, so that times stay within their range. */
  public static final Duration FURTHEST = Duration.ofDays(36_525);

  private final InstantSource base;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile Duration ahead = Duration.ZERO;

  private MovableClock(InstantSource base) {
    this.base = base;
  }

  /** A clock that follows the given one; the given clock itself if it is movable already. */
  public static MovableClock over(InstantSource base) {
    return base instanceof MovableClock movable ? movable : new MovableClock(base);
  }

  @Override
  public Instant instant() {
    return base.instant().plus(ahead);
  }

  /** The offset from the underlying clock. */
  public Duration ahead() {
    return ahead;
  }

  /**
   * Moves the clock further ahead.
   *
   * @throws IllegalArgumentException if the duration is negative, or the offset would exceed {@link
   *     #FURTHEST}
   */
  public void advance(Duration by) {
    synchronized (this) {
      ahead = new Offset(ahead).plus(by).ahead();
    }
    listeners.forEach(Runnable::run);
  }

  /** Moves the clock to an offset, unless it is further ahead already. */
  public void advanceTo(Duration offset) {
    synchronized (this) {
      if (offset.compareTo(ahead) <= 0) {
        return;
      }
      ahead = offset;
    }
    listeners.forEach(Runnable::run);
  }

  /** How far a clock is ahead. */
  public record Offset(Duration ahead) {
    /**
     * The offset after a move.
     *
     * @throws IllegalArgumentException if the duration is negative, or the offset would exceed
     *     {@link #FURTHEST}
     */
    public Offset plus(Duration by) {
      if (by.isNegative()) {
        throw new IllegalArgumentException(
            "the clock cannot be moved back, but the duration is " + by);
      }
      if (by.compareTo(FURTHEST.minus(ahead)) > 0) {
        throw new IllegalArgumentException(
            "the clock can be moved ahead by at most " + FURTHEST + " in total");
      }
      return new Offset(ahead.plus(by));
    }
  }

  /** Registers a listener that runs after each move. */
  void onMove(Runnable listener) {
    listeners.add(listener);
  }

  void forget(Runnable listener) {
    listeners.remove(listener);
  }
}
