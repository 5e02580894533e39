package dev.gramme.functions;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The metrics of a function since it was bound. Thread-safe. */
final class FunctionMetrics {
  final LongAdder invocations = new LongAdder();
  final LongAdder failures = new LongAdder();
  final LongAdder records = new LongAdder();
  final LongAdder discarded = new LongAdder();
  final LongAdder filtered = new LongAdder();
  private final Map<Object, Duration> ages = new ConcurrentHashMap<>();

  /**
   * Records the age of the oldest record that a lane has not handed over yet; zero if there is
   * none.
   */
  void age(Object lane, Duration age) {
    if (age.isZero()) {
      ages.remove(lane);
    } else {
      ages.put(lane, age);
    }
  }

  /** The age of the oldest record that is not handed over yet. */
  Duration iteratorAge() {
    return ages.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
  }
}
