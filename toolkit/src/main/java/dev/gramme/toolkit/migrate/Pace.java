package dev.gramme.toolkit.migrate;

import dev.gramme.toolkit.batch.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Limits the rate of consumption: a caller that has consumed more waits until the average is below
 * the rate.
 */
final class Pace {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double unitsPerSecond;
  private final InstantSource clock;
  private final Sleeper sleeper;
  private Instant free = Instant.MIN;

  Pace(double unitsPerSecond, InstantSource clock, Sleeper sleeper) {
    this.unitsPerSecond = unitsPerSecond;
    this.clock = clock;
    this.sleeper = sleeper;
  }

  /** Waits until these units fit into the rate. */
  void consumed(double units) throws InterruptedException {
    Duration wait;
    synchronized (this) {
      Instant now = clock.instant();
      Instant from = free.isAfter(now) ? free : now;
      free = from.plusNanos((long) (units / unitsPerSecond * NANOS_PER_SECOND));
      wait = Duration.between(now, free);
    }
    sleeper.sleep(wait);
  }
}
