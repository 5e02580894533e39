package dev.gramme.server.settings;

import java.util.ArrayList;
import java.util.List;

/** Refuses settings by which other machines reach a server that does not protect itself. */
final class Exposure {
  private Exposure() {}

  static void check(SettingSources sources, Settings settings) throws SettingsException {
    if (Settings.choice(sources, Setting.INSECURE, "true", "false").equals("true")) {
      return;
    }
    boolean tls = settings.tls().isSpoken();
    if (!WebSettings.isLoopback(settings.bind())) {
      var missing = new ArrayList<String>();
      if (!tls) {
        missing.add("TLS (--tls-certificate and --tls-key), so that nobody listens in");
      }
      if (settings.identities().isEmpty()) {
        missing.add("--identities, so that not everybody may do everything");
      }
      refuse(sources, Setting.BIND, missing);
    }
    if (settings.admin().isExposed()) {
      var missing = new ArrayList<String>();
      if (!tls) {
        missing.add("TLS (--tls-certificate and --tls-key), so that nobody reads the token");
      }
      if (!settings.peers().isEmpty()
          && settings.replicationSecret().isEmpty()
          && settings.tls().adminClientCa().isEmpty()) {
        missing.add("--replication-secret or --admin-client-ca, so that only peers send changes");
      }
      refuse(sources, Setting.ADMIN_BIND, missing);
    }
  }

  private static void refuse(SettingSources sources, Setting bind, List<String> missing)
      throws SettingsException {
    if (!missing.isEmpty()) {
      throw new SettingsException(
          "%s %s lets other machines in; that needs %s; --insecure starts without, for networks that are trusted"
              .formatted(
                  sources.origin(bind), sources.value(bind), String.join(", and ", missing)));
    }
  }
}
