package dev.gramme.server.settings;

import dev.gramme.server.web.AllowedHosts;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The address of the pages for operators and peers, and who may use them.
 *
 * @param port 0 for any free one
 * @param hosts the host names that clients may use for it
 * @param token the file with the token; empty for a new random token at each start
 */
public record AdminSettings(String bind, int port, AllowedHosts hosts, Optional<Path> token) {
  /** The default distance between the admin port and the port. */
  private static final int DISTANCE = 10_000;

  private static final int LAST_PORT = 65_535;

  static AdminSettings read(SettingSources sources) throws SettingsException {
    var bind = sources.value(Setting.ADMIN_BIND);
    return new AdminSettings(
        bind, port(sources), WebSettings.hosts(sources, Setting.ADMIN_BIND), token(sources));
  }

  /** Whether other machines can reach the address. */
  public boolean isExposed() {
    return !WebSettings.isLoopback(bind);
  }

  private static int port(SettingSources sources) throws SettingsException {
    if (!sources.value(Setting.ADMIN_PORT).equals("auto")) {
      return Settings.number(sources, Setting.ADMIN_PORT, 0, LAST_PORT);
    }
    int port = Settings.number(sources, Setting.PORT, 0, LAST_PORT);
    if (port == 0) {
      return 0;
    }
    return port + DISTANCE <= LAST_PORT ? port + DISTANCE : port - DISTANCE;
  }

  private static Optional<Path> token(SettingSources sources) throws SettingsException {
    var value = sources.value(Setting.ADMIN_TOKEN);
    if (value.isBlank()) {
      throw Settings.wrong(sources, Setting.ADMIN_TOKEN, "the name of a file");
    }
    if (!value.equals(Setting.ADMIN_TOKEN.defaultValue())) {
      return Optional.of(Path.of(value));
    }
    return Settings.isInMemory(sources)
        ? Optional.empty()
        : Optional.of(Settings.securityFolder(sources).resolve("admin-token"));
  }
}
