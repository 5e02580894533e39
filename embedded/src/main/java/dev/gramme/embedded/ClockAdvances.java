package dev.gramme.embedded;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The advances of several clocks that belong together. Each clock gets each advance exactly once,
 * also a clock that another thread adds meanwhile. Thread-safe; holds no lock while a clock
 * advances, because that may wait for a function that adds a clock.
 *
 * @param <C> has a clock
 */
final class ClockAdvances<C> {
  private final BiConsumer<C, Duration> advance;

  /** The part of the total that each clock has got. */
  private final Map<C, Duration> applied = new LinkedHashMap<>();

  private Duration total = Duration.ZERO;

  /**
   * No clocks and no advances.
   *
   * @param advance advances a clock; may be called by several threads
   */
  ClockAdvances(BiConsumer<C, Duration> advance) {
    this.advance = advance;
  }

  /** Adds a clock. It gets all earlier advances now. */
  void add(C clock) {
    synchronized (this) {
      applied.put(clock, Duration.ZERO);
    }
    Duration missing = missing(clock);
    if (!missing.isZero()) {
      advance.accept(clock, missing);
    }
  }

  /** Advances all clocks, also by zero: that waits for what is due now. */
  void advance(Duration by) {
    List<C> clocks;
    synchronized (this) {
      total = total.plus(by);
      clocks = List.copyOf(applied.keySet());
    }
    clocks.forEach(clock -> advance.accept(clock, missing(clock)));
  }

  /** The part of the total that a clock has not got yet, which it must get now. */
  private synchronized Duration missing(C clock) {
    return total.minus(requireNonNull(applied.put(clock, total)));
  }
}
