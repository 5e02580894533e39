package dev.gramme.server.settings;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory of the machine or container. On Linux it is read from two files, because the JDK's own
 * method would load a hundred classes at every start.
 */
final class MachineMemory {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path LIMIT = Path.of("/sys/fs/cgroup/memory.max");
  private static final int KILOBYTE = 1024;

  private MachineMemory() {}

  /** The memory of the machine or container in bytes. */
  static long bytes() {
    try {
      if (Files.isReadable(MEMORY)) {
        return Math.min(total(Files.readString(MEMORY)), limit());
      }
    } catch (IOException | NumberFormatException e) {
      // These files have an unknown format, so the JDK is used.
      return fromJdk();
    }
    return fromJdk();
  }

  private static long total(String memory) {
    // The first line is: MemTotal:   24606184 kB
    String[] words = memory.lines().findFirst().orElse("").split("\\s+");
    return Long.parseLong(words.length < 2 ? "" : words[1]) * KILOBYTE;
  }

  private static long limit() throws IOException {
    String limit = Files.isReadable(LIMIT) ? Files.readString(LIMIT).strip() : "max";
    return limit.equals("max") ? Long.MAX_VALUE : Long.parseLong(limit);
  }

  private static long fromJdk() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean machine
        ? machine.getTotalMemorySize()
        : Runtime.getRuntime().maxMemory();
  }
}
