package dev.gramme.toolkit.batch;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;

/** Waits. Passed as a parameter so that tests need not wait. */
@FunctionalInterface
public interface Sleeper {
  /** Puts the thread to sleep. */
  Sleeper SYSTEM = time -> NANOSECONDS.sleep(NANOSECONDS.convert(time));

  /** Returns after this time. */
  void sleep(Duration time) throws InterruptedException;
}
