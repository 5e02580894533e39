package dev.gramme.engine.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A clock that goes as another one and can be moved ahead of it, so that what takes hours in
 * production (expiry, trimming, recovery windows) takes no time in a test. It never goes back.
 * Thread-safe.
 */
public final class MovableClock implements InstantSource {
  /** How far it can be ahead: a hundred years, so that times stay within their range. */
  public static final Duration FURTHEST = Duration.ofDays(36_525);

  private final InstantSource base;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile Duration ahead = Duration.ZERO;

  private MovableClock(InstantSource base) {
    this.base = base;
  }

  /** A clock that goes as the one given; that one itself if it can be moved already. */
  public static MovableClock over(InstantSource base) {
    return base instanceof MovableClock movable ? movable : new MovableClock(base);
  }

  @Override
  public Instant instant() {
    return base.instant().plus(ahead);
  }

  /** How far it is ahead of the clock under it. */
  public Duration ahead() {
    return ahead;
  }

  /**
   * Moves it ahead, by this much more.
   *
   * @throws IllegalArgumentException if that is less than nothing, or would take it further ahead
   *     than {@link #FURTHEST}
   */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("the clock cannot go back, but was told to by " + by);
    }
    synchronized (this) {
      if (by.compareTo(FURTHEST.minus(ahead)) > 0) {
        throw new IllegalArgumentException(
            "the clock can be moved ahead by " + FURTHEST + " in all");
      }
      ahead = ahead.plus(by);
    }
    listeners.forEach(Runnable::run);
  }

  /** Has something run after each move. */
  void onMove(Runnable listener) {
    listeners.add(listener);
  }

  void forget(Runnable listener) {
    listeners.remove(listener);
  }
}
