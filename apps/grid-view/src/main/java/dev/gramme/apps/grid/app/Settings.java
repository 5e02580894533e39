package dev.gramme.apps.grid.app;

import dev.gramme.apps.grid.database.Database;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Settings of the form {@code --name value}, or in the environment as {@code GRID_NAME}. */
public final class Settings {
  private static final Map<String, String> DEFAULTS = defaults();

  private final Map<String, String> values = new LinkedHashMap<>(DEFAULTS);

  private Settings() {}

  private static Map<String, String> defaults() {
    Map<String, String> defaults = new LinkedHashMap<>();
    defaults.put("port", "8081");
    defaults.put("data", "./data/grid-view");
    defaults.put("dynamodb", Database.DISK);
    defaults.put("issues", "2000");
    defaults.put("fields", "40");
    defaults.put("filled", "0.5");
    defaults.put("seed", "1");
    defaults.put("secret", "");
    defaults.put("app", "http://127.0.0.1:8081");
    defaults.put("users", "8");
    defaults.put("seconds", "20");
    defaults.put("report", "");
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
      String value = environment.get("GRID_" + name.toUpperCase(Locale.ROOT));
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

  /** A setting's value as a whole number. */
  public int number(String name) {
    return Integer.parseInt(text(name));
  }

  /** A setting's value as a number between 0 and 1. */
  public double share(String name) {
    double share = Double.parseDouble(text(name));
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " is between 0 and 1");
    }
    return share;
  }
}
