package dev.gramme.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The processor time of processes, according to the operating system. */
final class ProcessorTime {
  /** Linux counts processor time in hundredths of a second. */
  private static final long MILLIS_PER_TICK = 10;

  // The positions in /proc/PID/stat, counted from the field after the name.
  private static final int OWN = 11;
  private static final int OF_ENDED_CHILDREN = 13;

  private ProcessorTime() {}

  /** The total processor time of processes since their starts. */
  static Duration of(List<ProcessHandle> processes) {
    return processes.stream()
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * The processor time of the threads of a process with this name, on Linux.
   *
   * @param name its first 15 characters count, because Linux keeps no more
   */
  static Duration ofThreads(ProcessHandle process, String name) {
    String kept = name.substring(0, Math.min(name.length(), 15));
    try (var threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      long ticks = 0;
      for (Path thread : threads.toList()) {
        String status = Files.readString(thread.resolve("stat"));
        if (status.substring(status.indexOf('(') + 1, status.lastIndexOf(')')).equals(kept)) {
          ticks += sum(status, OWN);
        }
      }
      return Duration.ofMillis(ticks * MILLIS_PER_TICK);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The processor time of those children of a process that have ended, on Linux. */
  static Duration ofEndedChildren(ProcessHandle process) {
    try {
      String status = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      return Duration.ofMillis(sum(status, OF_ENDED_CHILDREN) * MILLIS_PER_TICK);
    } catch (IOException e) {
      return Duration.ZERO; // The process has ended, and its parent has its time.
    }
  }

  /** The sum of the times in user mode and in the kernel, which are adjacent fields. */
  private static long sum(String status, int field) {
    String[] fields = status.substring(status.lastIndexOf(')') + 2).split(" ");
    return Long.parseLong(fields[field]) + Long.parseLong(fields[field + 1]);
  }

  /** Milliseconds of processor time per request. */
  static double millisEach(Duration used, double requests) {
    return requests == 0 ? 0 : used.toNanos() / 1e6 / requests;
  }
}
