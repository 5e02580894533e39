package dev.gramme.server;

import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.settings.OpenFilesLimit;
import dev.gramme.server.settings.Settings;

/**
 * The limit on open files and connections of this process, and how it is divided. Without this
 * check a server with a low limit would start, but could then neither accept connections nor write
 * files. Connections of clients must leave enough for the store.
 *
 * @param limit the limit of the operating system, which the JVM has already raised as far as it may
 */
record OpenFiles(long limit) {
  /** Jars, listening sockets, operator pages, logs and connections to other servers. */
  private static final int SERVER = 256;

  /** Selectors of the event loops; there is one loop per processor. */
  private static final int PROCESSOR = 4;

  /** Logs, manifests, locks and files that are being written; table files are counted apart. */
  private static final int STORE = 64;

  /** The table files (SST) that a region created by a request keeps open. */
  static final int REGION_FILES = 64;

  /** The divisor for these regions: they get this fraction of the remaining files. */
  private static final int REGIONS_SHARE = 4;

  private static final int LEAST_CONNECTIONS = 64;

  static OpenFiles ofThisProcess() {
    return new OpenFiles(OpenFilesLimit.ofThisProcess());
  }

  /** The number of files that the server needs for everything but clients' connections. */
  private static long beside(Settings settings) {
    long stores =
        settings.inMemory() || settings.isShared() ? 0 : Math.max(1, settings.regions().size());
    return SERVER
        + (long) PROCESSOR * Runtime.getRuntime().availableProcessors()
        + stores * (STORE + settings.disk().openFiles());
  }

  /**
   * The maximum number of open databases, with that of the default region. Most of the remaining
   * files are left to connections.
   */
  int regions(Settings settings) {
    if (settings.inMemory()) {
      return RegionalDatabases.MAX_REGIONS;
    }
    long spare = (limit - beside(settings)) / REGIONS_SHARE / (STORE + REGION_FILES);
    return 1 + Math.clamp(spare, 0, RegionalDatabases.MAX_REGIONS - 1);
  }

  /** The limits of clients, with the number of connections reduced to what the files allow. */
  HttpLimits limits(Settings settings, HttpLimits wanted) {
    long stores =
        settings.regionsAreFixed() || settings.inMemory()
            ? 0
            : (regions(settings) - 1L) * (STORE + REGION_FILES);
    int connections =
        Math.clamp(limit - beside(settings) - stores, LEAST_CONNECTIONS, wanted.connections());
    return wanted.toBuilder()
        .connections(connections)
        .connectionsPerAddress(Math.min(connections, wanted.connectionsPerAddress()))
        .build();
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
