package dev.gramme.conformance.cases;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A signal from another thread to stop. It ends pauses at once. */
final class Stop {
  private final CountDownLatch requested = new CountDownLatch(1);

  /** Thrown to end the work after a stop was requested. */
  static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StoppedException() {
      super("stopped");
    }
  }

  void request() {
    requested.countDown();
  }

  /** Throws if a stop was requested. */
  void check() {
    pause(Duration.ZERO);
  }

  /** Waits for this time; throws as soon as a stop is requested. */
  void pause(Duration duration) {
    try {
      if (requested.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new StoppedException();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedException();
    }
  }
}
