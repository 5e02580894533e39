package dev.gramme.server.settings;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many files and connections this process may have open at a time. */
public final class OpenFilesLimit {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Pattern LINE = Pattern.compile("(?m)^Max open files +(\\d+)");

  private OpenFilesLimit() {}

  /** The limit of the operating system, which the JVM has already raised as far as it may. */
  public static long ofThisProcess() {
    try {
      return parse(Files.readString(LIMITS));
    } catch (IOException e) {
      // Not Linux. The JVM knows the limit, but the query takes some milliseconds.
      return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
          ? unix.getMaxFileDescriptorCount()
          : Long.MAX_VALUE;
    }
  }

  /** The limit that Linux reports for a process. */
  static long parse(String limits) {
    Matcher line = LINE.matcher(limits);
    return line.find() ? Long.parseLong(line.group(1)) : Long.MAX_VALUE;
  }
}
