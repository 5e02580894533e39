package dev.gramme.server.settings;

import dev.gramme.server.web.AllowedHosts;
import dev.gramme.server.web.AllowedOrigins;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Reads which web pages and host names a server answers. */
final class WebSettings {
  private WebSettings() {}

  static AllowedOrigins origins(SettingSources sources) throws SettingsException {
    List<String> given = parts(sources, Setting.CORS);
    if (given.equals(List.of("*"))) {
      return AllowedOrigins.ANY;
    }
    try {
      return AllowedOrigins.of(given);
    } catch (IllegalArgumentException e) {
      throw Settings.wrong(
          sources,
          Setting.CORS,
          "none, *, or origins such as http://localhost:3000, without paths");
    }
  }

  /**
   * The names by which clients may address the server.
   *
   * @param bind the setting of the address that they reach
   */
  static AllowedHosts hosts(SettingSources sources, Setting bind) throws SettingsException {
    List<String> given = parts(sources, Setting.ALLOWED_HOSTS);
    for (String name : given) {
      if (!name.matches("[A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+]")) {
        throw Settings.wrong(
            sources, Setting.ALLOWED_HOSTS, "host names without ports, such as gramme.internal");
      }
    }
    return given.isEmpty() && !isLoopback(sources.value(bind))
        ? AllowedHosts.ANY
        : AllowedHosts.loopbackAnd(given);
  }

  /** Whether only this machine reaches an address; one that does not resolve cannot be bound. */
  static boolean isLoopback(String bind) {
    try {
      return InetAddress.getByName(bind).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return true;
    }
  }

  private static List<String> parts(SettingSources sources, Setting setting) {
    var value = sources.value(setting).strip();
    return value.isEmpty() || value.equals(setting.defaultValue())
        ? List.of()
        : List.of(value.split("\\s*,\\s*"));
  }
}
