package dev.gramme.functions;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of a function since it was bound. Thread-safe. */
final class FunctionFigures {
  final LongAdder invocations = new LongAdder();
  final LongAdder failures = new LongAdder();
  final LongAdder records = new LongAdder();
  final LongAdder discarded = new LongAdder();
  final LongAdder filtered = new LongAdder();
  private final Map<Object, Duration> ages = new ConcurrentHashMap<>();

  /** Notes how old the oldest record is that a lane has yet to hand over; zero if it has none. */
  void age(Object lane, Duration age) {
    if (age.isZero()) {
      ages.remove(lane);
    } else {
      ages.put(lane, age);
    }
  }

  /** How old the oldest record is that is yet to be handed over. */
  Duration iteratorAge() {
    return ages.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
  }
}
