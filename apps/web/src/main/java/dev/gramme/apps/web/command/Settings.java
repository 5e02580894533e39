package dev.gramme.apps.web.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The valid values of a command's settings. */
public final class Settings {
  private final Map<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Reads settings.
   *
   * @param settings all known settings
   * @param prefix the prefix of environment variables, such as {@code GRID}
   * @throws SettingsException if a setting is unknown, or a value is invalid
   */
  public static Settings read(
      List<Setting> settings, String prefix, Map<String, String> environment, String... arguments)
      throws SettingsException {
    var values = new LinkedHashMap<String, String>();
    for (Setting setting : settings) {
      String variable = setting.variable(prefix);
      String value = environment.getOrDefault(variable, "");
      if (!value.isEmpty()) {
        check(setting, variable + "=", value);
      }
      values.put(setting.name(), value.isEmpty() ? setting.initial() : value);
    }
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      int equals = argument.indexOf('=');
      Setting setting = named(settings, equals < 0 ? argument : argument.substring(0, equals));
      if (equals < 0 && i + 1 == arguments.length) {
        throw new SettingsException(argument + " needs a value: " + setting.placeholder());
      }
      String value = equals < 0 ? arguments[++i] : argument.substring(equals + 1);
      check(setting, "--" + setting.name() + " ", value);
      values.put(setting.name(), value);
    }
    return new Settings(values);
  }

  private static Setting named(List<Setting> settings, String flag) throws SettingsException {
    if (!flag.startsWith("--")) {
      throw new SettingsException("unexpected \"" + flag + "\"");
    }
    return settings.stream()
        .filter(setting -> setting.name().equals(flag.substring(2)))
        .findFirst()
        .orElseThrow(() -> new SettingsException("unknown setting " + flag));
  }

  private static void check(Setting setting, String origin, String value) throws SettingsException {
    if (!setting.fits().test(value)) {
      throw new SettingsException(origin + value + " is not " + setting.kind());
    }
  }

  /** A setting's value. */
  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("unknown setting " + name);
    }
    return value;
  }

  /** A setting's value as a whole number. */
  public int number(String name) {
    return Integer.parseInt(text(name));
  }

  /** A setting's value as a number between 0 and 1. */
  public double share(String name) {
    return Double.parseDouble(text(name));
  }

  /** A setting's value as an absolute path. */
  public Path path(String name) {
    return Path.of(text(name)).toAbsolutePath().normalize();
  }

  /**
   * A file to write. Its folder must exist, so that a report is not lost after a long run.
   *
   * @throws SettingsException if the folder does not exist
   */
  public Path file(String name) throws SettingsException {
    Path file = path(name);
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
      throw new SettingsException("--%s %s is not a file in a folder".formatted(name, text(name)));
    }
    return file;
  }
}
