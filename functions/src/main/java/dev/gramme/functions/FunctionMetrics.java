package dev.gramme.functions;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The metrics of a function since it was bound or the database was opened; {@link FunctionStatus}
 * defines each. Thread-safe.
 */
final class FunctionMetrics {
  final LongAdder invocations = new LongAdder();
  final LongAdder failures = new LongAdder();
  final LongAdder records = new LongAdder();
  final LongAdder discarded = new LongAdder();
  final LongAdder filtered = new LongAdder();
  private final Map<Object, Duration> ages = new ConcurrentHashMap<>();

  /**
   * Records the age of the oldest record that a {@link LaneWorker} has not finished: in the current
   * batch, which may be in retry, or gathered for the next one. Zero if there is none.
   */
  void age(Object lane, Duration age) {
    if (age.isZero()) {
      ages.remove(lane);
    } else {
      ages.put(lane, age);
    }
  }

  /** The age of the oldest unfinished record in all lanes. */
  Duration iteratorAge() {
    return ages.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
  }
}
