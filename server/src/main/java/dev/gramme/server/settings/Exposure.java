package dev.gramme.server.settings;

import java.util.ArrayList;
import java.util.List;

/** Refuses to expose a server to other machines without encryption and authentication. */
final class Exposure {
  private Exposure() {}

  static void check(SettingSources sources, Settings settings) throws SettingsException {
    if (Settings.choice(sources, Setting.INSECURE, "true", "false").equals("true")) {
      return;
    }
    boolean tls = settings.tls().isEnabled();
    if (!WebSettings.isLoopback(settings.bind())) {
      var missing = new ArrayList<String>();
      if (!tls) {
        missing.add("TLS (--tls-certificate and --tls-key), to encrypt the traffic");
      }
      if (settings.identities().isEmpty()) {
        missing.add("--identities, to restrict access");
      }
      refuse(sources, Setting.BIND, missing);
    }
    if (settings.admin().isExposed()) {
      var missing = new ArrayList<String>();
      if (!tls) {
        missing.add("TLS (--tls-certificate and --tls-key), to encrypt the token");
      }
      if (!settings.peers().isEmpty()
          && settings.replicationSecret().isEmpty()
          && settings.tls().adminClientCa().isEmpty()) {
        missing.add("--replication-secret or --admin-client-ca, to authenticate peers");
      }
      refuse(sources, Setting.ADMIN_BIND, missing);
    }
  }

  private static void refuse(SettingSources sources, Setting bind, List<String> missing)
      throws SettingsException {
    if (!missing.isEmpty()) {
      throw new SettingsException(
          "%s %s lets other machines connect, which needs %s; in a trusted network, --insecure starts without"
              .formatted(
                  sources.origin(bind), sources.value(bind), String.join(", and ", missing)));
    }
  }
}
