package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcessorTimeTest {
  private static final Duration USED = Duration.ofMillis(50);

  @Test
  void the_processor_time_of_a_thread_is_found_by_the_beginning_of_its_name() throws Exception {
    var factory = Thread.ofPlatform().name("a-thread-that-computes").factory();
    try (var thread = Executors.newSingleThreadExecutor(factory)) {
      thread.submit(ProcessorTimeTest::useProcessor).get();
      var self = ProcessHandle.current();
      assertThat(ProcessorTime.ofThreads(self, "a-thread-that-computes"))
          .isGreaterThanOrEqualTo(USED.minusMillis(10));
      assertThat(ProcessorTime.ofThreads(self, "a-thread")).isZero();
    }
  }

  /** Returns when this thread has used some processor time. */
  private static void useProcessor() {
    var bean = ManagementFactory.getThreadMXBean();
    long end = bean.getCurrentThreadCpuTime() + USED.toNanos();
    while (bean.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }
}
