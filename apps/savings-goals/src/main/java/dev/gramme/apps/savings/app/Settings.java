package dev.gramme.apps.savings.app;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Settings of the form {@code --name value}, or in the environment as {@code SAVINGS_NAME}.
 *
 * <p>For {@code dynamodb}, {@code kafka} and {@code jdbc} the value {@code start} has the
 * application start a server of its own; anything else is the address of one that runs.
 */
public final class Settings {
  /** The value that asks for a server of one's own. */
  static final String START = "start";

  private static final Map<String, String> DEFAULTS = defaults();

  private final Map<String, String> values = new LinkedHashMap<>(DEFAULTS);

  private Settings() {}

  private static Map<String, String> defaults() {
    var defaults = new LinkedHashMap<String, String>();
    defaults.put("port", "8080");
    defaults.put("data", "./data/savings-goals");
    defaults.put("dynamodb", START);
    defaults.put("kafka", START);
    defaults.put("jdbc", START);
    defaults.put("gold", "");
    defaults.put("s3-endpoint", "");
    defaults.put("customers", "1000");
    defaults.put("batch", "apps/savings-goals-batch");
    defaults.put("writes-per-second", "0");
    defaults.put("app", "http://127.0.0.1:8080");
    defaults.put("deposits-per-second", "50");
    defaults.put("seconds", "30");
    defaults.put("seed", "1");
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
      String variable = "SAVINGS_" + name.replace('-', '_').toUpperCase(Locale.ROOT);
      String value = environment.get(variable);
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

  /** Where the application keeps what it starts. */
  public Path data() {
    return Path.of(text("data")).toAbsolutePath().normalize();
  }

  /** Where the gold tables are. */
  String gold() {
    return text("gold").isEmpty() ? data().resolve("gold").toString() : text("gold");
  }
}
