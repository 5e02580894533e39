package dev.gramme.apps.incidents.app;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Settings of the form {@code --name value}, or in the environment as {@code INCIDENTS_NAME}. */
public final class Settings {
  /** The value that asks for a database in this process. */
  static final String START = "start";

  private static final Map<String, String> DEFAULTS = defaults();

  private final Map<String, String> values = new LinkedHashMap<>(DEFAULTS);

  private Settings() {}

  private static Map<String, String> defaults() {
    var defaults = new LinkedHashMap<String, String>();
    defaults.put("port", "8081");
    defaults.put("data", "./data/incidents");
    defaults.put("dynamodb", START);
    defaults.put("table", "incidents");
    defaults.put("accounts", "2");
    defaults.put("teams", "6");
    defaults.put("users", "8");
    defaults.put("incidents", "60");
    defaults.put("app", "http://127.0.0.1:8081");
    defaults.put("requests-per-second", "50");
    defaults.put("seconds", "30");
    defaults.put("largest-kilobytes", "300");
    defaults.put("seed", "1");
    defaults.put("report", "apps/incidents/RESULTS.md");
    return defaults;
  }

  /**
   * Reads settings.
   *
   * @param from the index of the first argument that is a setting
   * @throws IllegalArgumentException if there is no such setting
   */
  public static Settings of(Map<String, String> environment, int from, String... arguments) {
    var settings = new Settings();
    for (String name : DEFAULTS.keySet()) {
      String value =
          environment.get("INCIDENTS_" + name.replace('-', '_').toUpperCase(Locale.ROOT));
      if (value != null) {
        settings.values.put(name, value);
      }
    }
    for (int i = from; i < arguments.length; i += 2) {
      String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : arguments[i];
      if (!DEFAULTS.containsKey(name) || i + 1 == arguments.length) {
        throw new IllegalArgumentException("no setting, or no value: " + arguments[i]);
      }
      settings.values.put(name, arguments[i + 1]);
    }
    return settings;
  }

  /** A setting's value. */
  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name);
    }
    return value;
  }

  /** A setting's value as a number. */
  public int number(String name) {
    return Integer.parseInt(text(name));
  }

  /** Where the database's files are. */
  public Path data() {
    return Path.of(text("data")).toAbsolutePath().normalize();
  }
}
