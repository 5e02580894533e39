package dev.gramme.server;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.settings.Settings;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many files and connections this process may have open at a time, and what they are for. With
 * too few of them a server starts and then can neither take a connection nor write its files; and
 * clients must not use up those that the store needs.
 *
 * @param limit the limit of the operating system, which the JVM has raised as far as it may
 */
record OpenFiles(long limit) {
  /** Jars, listening sockets, pages for operators, logs, and connections to other servers. */
  private static final int SERVER = 256;

  /** Selectors of the event loops, of which there is one for each processor. */
  private static final int PROCESSOR = 4;

  /** Beside sorted files: logs, manifests, locks, and files that are being written. */
  private static final int STORE = 64;

  /** The sorted files that a region has open which a request has created. */
  static final int REGION_FILES = 64;

  /** These regions have one part in so many of the files that are not needed otherwise. */
  private static final int REGIONS_SHARE = 4;

  private static final int LEAST_CONNECTIONS = 64;
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Pattern LINE = Pattern.compile("(?m)^Max open files +(\\d+)");

  static OpenFiles ofThisProcess() {
    try {
      return parse(Files.readString(LIMITS));
    } catch (IOException e) {
      // Not Linux. Elsewhere only the JVM knows, which takes some milliseconds to ask.
      return new OpenFiles(
          ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
              ? unix.getMaxFileDescriptorCount()
              : Long.MAX_VALUE);
    }
  }

  /** The limit that Linux reports for a process. */
  static OpenFiles parse(String limits) {
    Matcher line = LINE.matcher(limits);
    return new OpenFiles(line.find() ? Long.parseLong(line.group(1)) : Long.MAX_VALUE);
  }

  /** How many are needed beside connections of clients. */
  private static long beside(Settings settings) {
    long stores =
        settings.inMemory() || settings.cassandra().isPresent()
            ? 0
            : Math.max(1, settings.regions().size());
    return SERVER
        + (long) PROCESSOR * Runtime.getRuntime().availableProcessors()
        + stores * (STORE + RocksStoreOptions.OPEN_FILES);
  }

  /**
   * How many regions there may be where requests create them: connections have most of the files.
   */
  int regions(Settings settings) {
    if (settings.inMemory()) {
      return RegionalDatabases.MOST_REGIONS;
    }
    long spare = (limit - beside(settings)) / REGIONS_SHARE / (STORE + REGION_FILES);
    return 1 + Math.clamp(spare, 0, RegionalDatabases.MOST_REGIONS - 1);
  }

  /** The limits of clients, with no more connections than there may be beside everything else. */
  HttpLimits limits(Settings settings, HttpLimits wanted) {
    long stores =
        settings.regionsAreFixed() || settings.inMemory()
            ? 0
            : (regions(settings) - 1L) * (STORE + REGION_FILES);
    int connections =
        Math.clamp(limit - beside(settings) - stores, LEAST_CONNECTIONS, wanted.connections());
    return wanted.withConnections(
        connections, Math.min(connections, wanted.connectionsPerAddress()));
  }

  /**
   * Checks that a server with these settings can work.
   *
   * @throws StartException if the limit is too low
   */
  void require(Settings settings) throws StartException {
    long needed = beside(settings) + LEAST_CONNECTIONS;
    if (limit < needed) {
      throw new StartException(
          ("this process may have %d files and connections open at a time and needs %d: raise the"
                  + " limit before the start (ulimit -n %<d; with systemd LimitNOFILE=%<d; with"
                  + " Docker --ulimit nofile=%<d)")
              .formatted(limit, needed));
    }
  }
}
