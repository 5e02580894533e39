package dev.gramme.toolkit.batch;

import java.time.Duration;

/** Lets time pass. Handed in, so that tests need not wait. */
@FunctionalInterface
public interface Sleeper {
  /** Lets the thread sleep. */
  Sleeper SYSTEM = Thread::sleep;

  /** Returns after this time. */
  void sleep(Duration time) throws InterruptedException;
}
