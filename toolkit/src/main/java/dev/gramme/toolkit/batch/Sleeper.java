package dev.gramme.toolkit.batch;

import java.time.Duration;

/** Waits. Passed as a parameter so that tests need not wait. */
@FunctionalInterface
public interface Sleeper {
  /** Puts the thread to sleep. */
  Sleeper SYSTEM = Thread::sleep;

  /** Returns after this time. */
  void sleep(Duration time) throws InterruptedException;
}
