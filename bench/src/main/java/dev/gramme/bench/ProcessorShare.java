package dev.gramme.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Limits a process to a share of one processor, as if it had a slower machine of its own. Uses
 * Linux's control groups (version 1, as root); elsewhere it fails.
 */
final class ProcessorShare implements AutoCloseable {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup/cpu");
  private static final Path OWN = Path.of("/proc/self/cgroup");
  private static final long PERIOD_MICROS = 100_000;

  /** Linux's minimum. */
  private static final long LEAST_MICROS = 1_000;

  private final Path home;
  private final Path group;
  private final long pid;

  private ProcessorShare(Path home, Path group, long pid) {
    this.home = home;
    this.group = group;
    this.pid = pid;
  }

  /** Whether this is possible here. */
  static boolean isPossible() throws IOException {
    return Files.exists(OWN) && Files.isWritable(home().resolve("cgroup.procs"));
  }

  /** The group of this process and its children. */
  private static Path home() throws IOException {
    for (var line : Files.readAllLines(OWN)) {
      var parts = line.split(":", 3);
      if (List.of(parts[1].split(",")).contains("cpu")) {
        return GROUPS.resolve(parts[2].substring(1));
      }
    }
    return GROUPS;
  }

  /**
   * Limits a process until this is closed.
   *
   * @param share of one processor, such as 0.1 for a tenth
   */
  static ProcessorShare hold(long pid, double share) throws IOException {
    var home = home();
    var group = Files.createDirectory(home.resolve("gramme-bench-" + pid));
    var held = new ProcessorShare(home, group, pid);
    try {
      long quota = Math.max(LEAST_MICROS, Math.round(share * PERIOD_MICROS));
      Files.writeString(group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
      Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
      Files.writeString(group.resolve("cgroup.procs"), Long.toString(pid));
      return held;
    } catch (IOException e) {
      held.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    Files.writeString(home.resolve("cgroup.procs"), Long.toString(pid));
    Files.delete(group);
  }
}
