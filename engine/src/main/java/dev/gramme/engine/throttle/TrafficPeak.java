package dev.gramme.engine.throttle;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * The highest traffic of a table or index, in units a second over a minute of the clock, until half
 * an hour ago. The service doubles what was reached, and asks for half an hour between one doubling
 * and the next.
 */
final class TrafficPeak {
  private static final long MINUTE_MICROS = TimeUnit.MINUTES.toMicros(1);
  private static final double SECONDS = TimeUnit.MINUTES.toSeconds(1);
  private static final int SETTLING_MINUTES = 30;

  private record Minute(long number, double unitsPerSecond) {}

  /** Those with traffic that are not settled, at most one for each of half an hour. */
  private final ArrayDeque<Minute> recent = new ArrayDeque<>();

  private double settled;
  private long current;
  private double units;

  /** Counts traffic; less than nothing for what was counted and did not happen. */
  void add(double more, long nowMicros) {
    roll(nowMicros);
    units += more;
  }

  /** The peak until half an hour ago, in units a second. */
  double settled(long nowMicros) {
    roll(nowMicros);
    return settled;
  }

  private void roll(long nowMicros) {
    long minute = nowMicros / MINUTE_MICROS;
    if (minute <= current) {
      return;
    }
    if (units > 0) {
      recent.addLast(new Minute(current, units / SECONDS));
    }
    current = minute;
    units = 0;
    while (!recent.isEmpty() && recent.getFirst().number() + SETTLING_MINUTES <= current) {
      settled = Math.max(settled, recent.removeFirst().unitsPerSecond());
    }
  }
}
