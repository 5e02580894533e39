package dev.gramme.server;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to systemd that the server answers. The JDK has no datagrams over Unix sockets, so the
 * program {@code systemd-notify}, which every system with systemd has, sends the report.
 */
final class Readiness {
  private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);
  private static final int PATIENCE_SECONDS = 10;

  private Readiness() {}

  /** Reports it if systemd waits for it. */
  static void report(Map<String, String> environment) {
    if (!environment.containsKey("NOTIFY_SOCKET")) {
      return;
    }
    try {
      var notify = new ProcessBuilder("systemd-notify", "--ready").inheritIO().start();
      if (!notify.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        notify.destroyForcibly();
        LOG.error("systemd-notify did not end; systemd does not know that the server is ready");
      } else if (notify.exitValue() != 0) {
        LOG.error("systemd-notify failed; systemd does not know that the server is ready");
      }
    } catch (IOException e) {
      LOG.error("systemd does not know that the server is ready: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
