package dev.gramme.bench;

import java.time.Duration;
import java.util.List;

/** What processes have used of the processors, as the operating system counts it. */
final class ProcessorTime {
  private ProcessorTime() {}

  /** Of all of them together, since each began. */
  static Duration of(List<ProcessHandle> processes) {
    return processes.stream()
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Milliseconds for each of so many requests. */
  static double millisEach(Duration used, double requests) {
    return requests == 0 ? 0 : used.toNanos() / 1e6 / requests;
  }
}
