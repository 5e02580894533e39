package dev.gramme.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.time.MovableClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work that repeats continues in real time although the clock is set back. */
final class LifecycleTest {
  private final AtomicReference<Duration> behind = new AtomicReference<>(Duration.ZERO);
  private final ExecutorService background = Executors.newVirtualThreadPerTaskExecutor();
  private final Lifecycle lifecycle =
      new Lifecycle(
          MovableClock.over(() -> InstantSource.system().instant().minus(behind.get())),
          background);

  @AfterEach
  void close() {
    lifecycle.close();
    background.close();
  }

  private void setClockBack() {
    behind.updateAndGet(now -> now.plusHours(1));
  }

  @Test
  void a_repeated_job_runs_again_after_the_clock_was_set_back() throws InterruptedException {
    var runs = new CountDownLatch(3);
    lifecycle.repeat(
        Duration.ofMillis(5),
        "test",
        () -> {
          runs.countDown();
          setClockBack();
        });
    setClockBack();
    assertThat(runs.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_failed_job_is_tried_again_after_the_clock_was_set_back() throws InterruptedException {
    var tries = new AtomicInteger();
    var succeeded = new CountDownLatch(1);
    lifecycle.start(
        "test",
        "",
        () -> {
          setClockBack();
          if (tries.incrementAndGet() < 3) {
            throw new IllegalStateException("as the test wants");
          }
          succeeded.countDown();
        });
    setClockBack();
    assertThat(succeeded.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
