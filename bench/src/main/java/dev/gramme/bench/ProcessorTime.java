package dev.gramme.bench;

import java.time.Duration;
import java.util.List;

/** The processor time of processes, according to the operating system. */
final class ProcessorTime {
  private ProcessorTime() {}

  /** The total processor time of processes since their starts. */
  static Duration of(List<ProcessHandle> processes) {
    return processes.stream()
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Milliseconds of processor time per request. */
  static double millisEach(Duration used, double requests) {
    return requests == 0 ? 0 : used.toNanos() / 1e6 / requests;
  }
}
