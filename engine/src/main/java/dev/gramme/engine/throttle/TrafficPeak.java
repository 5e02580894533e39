package dev.gramme.engine.throttle;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * The highest traffic of a table or index up to half an hour ago, in units per second, averaged
 * over a minute of the clock. The service lets traffic double its previous peak, and requires half
 * an hour between two doublings.
 */
final class TrafficPeak {
  private static final long MINUTE_MICROS = TimeUnit.MINUTES.toMicros(1);
  private static final double SECONDS = TimeUnit.MINUTES.toSeconds(1);
  private static final int DELAY_MINUTES = 30;

  private record Minute(long number, double unitsPerSecond) {}

  /** The minutes with traffic in the last half hour, which do not count for the peak yet. */
  private final ArrayDeque<Minute> recent = new ArrayDeque<>();

  private double peak;
  private long current;
  private double units;

  /** Adds traffic; a negative number removes traffic of a request that was not executed. */
  void add(double more, long nowMicros) {
    roll(nowMicros);
    units += more;
  }

  /** The peak up to half an hour ago, in units per second. */
  double unitsPerSecond(long nowMicros) {
    roll(nowMicros);
    return peak;
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
    while (!recent.isEmpty() && recent.getFirst().number() + DELAY_MINUTES <= current) {
      peak = Math.max(peak, recent.removeFirst().unitsPerSecond());
    }
  }
}
