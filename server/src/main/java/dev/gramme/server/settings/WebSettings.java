package dev.gramme.server.settings;

import dev.gramme.server.web.AllowedHosts;
import dev.gramme.server.web.AllowedOrigins;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Reads the origins and host names that a server accepts. */
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
   * The host names that clients may use for the server.
   *
   * @param bind the setting with the address that the names are for
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

  /** Whether the console is served. */
  static boolean console(SettingSources sources) throws SettingsException {
    return switch (Settings.choice(sources, Setting.CONSOLE, "auto", "on", "off")) {
      case "on" -> true;
      case "off" -> false;
      default -> isLoopback(sources.value(Setting.BIND));
    };
  }

  /**
   * Whether only this machine can reach an address. True for one that does not resolve, because it
   * cannot be bound either.
   */
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
