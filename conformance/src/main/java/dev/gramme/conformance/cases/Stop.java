package dev.gramme.conformance.cases;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A request from another thread to stop; pauses end as soon as it comes. */
final class Stop {
  private final CountDownLatch requested = new CountDownLatch(1);

  /** Thrown where the work ends. */
  static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StoppedException() {
      super("stopped");
    }
  }

  void request() {
    requested.countDown();
  }

  /** Throws if the request has come. */
  void check() {
    pause(Duration.ZERO);
  }

  /** Waits, unless the request comes or has come: then it throws. */
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
