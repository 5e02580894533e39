package dev.gramme.embedded;

import static java.util.Objects.requireNonNull;

import dev.gramme.engine.time.MovableClock.Offset;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The advances of several clocks that belong together. Each clock gets each advance exactly once,
 * also a clock that another thread adds meanwhile. An advance that one of the clocks would refuse
 * moves none of them. Thread-safe; holds no lock while a clock advances, because that may wait for
 * a function that adds a clock.
 *
 * @param <C> has a clock
 */
final class ClockAdvances<C> {
  private final BiConsumer<C, Duration> advance;

  /** How far each clock has to be ahead. */
  private final Map<C, Offset> wanted = new LinkedHashMap<>();

  /** How far each clock is ahead, or is being moved. */
  private final Map<C, Duration> reached = new HashMap<>();

  /** How far a new clock has to be ahead. */
  private Offset total = new Offset(Duration.ZERO);

  /**
   * No clocks and no advances.
   *
   * @param advance advances a clock; may be called by several threads. If it throws, it has not
   *     moved the clock
   */
  ClockAdvances(BiConsumer<C, Duration> advance) {
    this.advance = advance;
  }

  /** Adds a clock. It gets all earlier advances now. If that throws, the clock is not added. */
  void add(C clock) {
    synchronized (this) {
      wanted.put(clock, total);
      reached.put(clock, Duration.ZERO);
    }
    Duration missing = missing(clock);
    if (!missing.isZero()) {
      try {
        move(clock, missing);
      } catch (RuntimeException | Error e) {
        remove(clock);
        throw e;
      }
    }
  }

  private synchronized void remove(C clock) {
    wanted.remove(clock);
    reached.remove(clock);
  }

  /**
   * Advances all clocks, also by zero: that waits for what is due now.
   *
   * @throws IllegalArgumentException if the duration is negative, or a clock would be more than a
   *     hundred years ahead
   */
  void advance(Duration by) {
    List<C> clocks;
    synchronized (this) {
      Offset after = total.plus(by);
      var offsets = new LinkedHashMap<C, Offset>();
      wanted.forEach((clock, offset) -> offsets.put(clock, offset.plus(by)));
      total = after;
      wanted.putAll(offsets);
      clocks = List.copyOf(wanted.keySet());
    }
    clocks.forEach(clock -> move(clock, missing(clock)));
  }

  /**
   * Advances one of the clocks alone.
   *
   * @throws IllegalArgumentException as for all clocks
   */
  void advance(C clock, Duration by) {
    synchronized (this) {
      wanted.put(clock, wanted(clock).plus(by));
    }
    move(clock, missing(clock));
  }

  /** Moves a clock. A move that fails is missing again. */
  private void move(C clock, Duration by) {
    try {
      advance.accept(clock, by);
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        reached.merge(clock, by, Duration::minus);
      }
      throw e;
    }
  }

  /** How far a clock has to be moved, which must happen now. */
  private synchronized Duration missing(C clock) {
    Duration ahead = wanted(clock).ahead();
    return ahead.minus(requireNonNull(reached.put(clock, ahead)));
  }

  private Offset wanted(C clock) {
    return requireNonNull(wanted.get(clock));
  }
}
