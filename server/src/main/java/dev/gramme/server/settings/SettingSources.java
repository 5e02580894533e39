package dev.gramme.server.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the values of settings from flags, environment and settings file. */
final class SettingSources {
  /** The values that {@link Setting#LIKE_AWS} implies. */
  private static final Map<Setting, String> LIKE_AWS =
      Map.of(
          Setting.TRANSACTION_CONFLICTS, "report",
          Setting.STATE_DELAYS, "service",
          Setting.CONTROL_PLANE_LIMITS, "service",
          Setting.THROTTLING, "service",
          Setting.RECOVERY_LAG, "300");

  private final Map<Setting, String> defaults;
  private final Map<Setting, String> flags = new EnumMap<>(Setting.class);
  private final Map<Setting, String> environment = new EnumMap<>(Setting.class);
  private final Map<Setting, String> file = new EnumMap<>(Setting.class);

  /** Reads all three sources. */
  SettingSources(List<String> args, Map<String, String> variables) throws SettingsException {
    boolean likeDynamoDbLocal =
        !args.isEmpty() && args.getFirst().equals(DynamoDbLocalOptions.MARK);
    defaults = likeDynamoDbLocal ? DynamoDbLocalOptions.DEFAULTS : Map.of();
    readFlags(likeDynamoDbLocal ? args.subList(1, args.size()) : args);
    for (var setting : Setting.values()) {
      var value = variables.get(setting.variable());
      if (value != null && !value.isEmpty()) {
        environment.put(setting, value);
      }
    }
    var path = Path.of(value(Setting.CONFIG));
    if (Files.exists(path)) {
      readFile(path);
    } else if (isSet(Setting.CONFIG)) {
      throw new SettingsException("the settings file does not exist: " + path);
    }
  }

  /** The value in effect. */
  String value(Setting setting) {
    for (var source : List.of(flags, environment, file)) {
      var value = source.get(setting);
      if (value != null) {
        return value;
      }
    }
    return isImpliedByLikeAws(setting)
        ? LIKE_AWS.getOrDefault(setting, setting.defaultValue())
        : defaults.getOrDefault(setting, setting.defaultValue());
  }

  private boolean isImpliedByLikeAws(Setting setting) {
    return !isSet(setting)
        && !file.containsKey(setting)
        && LIKE_AWS.containsKey(setting)
        && value(Setting.LIKE_AWS).equals("true");
  }

  /** The place where the value was set, for messages. */
  String origin(Setting setting) {
    if (isImpliedByLikeAws(setting)) {
      return origin(Setting.LIKE_AWS);
    }
    if (flags.containsKey(setting)) {
      return "--" + setting.key();
    }
    return environment.containsKey(setting)
        ? setting.variable()
        : setting.key() + " in " + value(Setting.CONFIG);
  }

  private boolean isSet(Setting setting) {
    return flags.containsKey(setting) || environment.containsKey(setting);
  }

  private void readFlags(List<String> args) throws SettingsException {
    for (int i = 0; i < args.size(); i++) {
      var arg = args.get(i);
      if (!arg.startsWith("--")) {
        throw new SettingsException(
            ProgramName.in("unexpected \"" + arg + "\"; ./gramme help lists the options"));
      }
      int equals = arg.indexOf('=');
      var name = equals < 0 ? arg.substring(2) : arg.substring(2, equals);
      var setting = find(name);
      if (setting == null) {
        throw new SettingsException(
            ProgramName.in("unknown option --" + name + "; ./gramme help lists them all"));
      }
      if (equals >= 0) {
        flags.put(setting, arg.substring(equals + 1));
      } else if (setting.isSwitch()) {
        flags.put(setting, "true");
      } else if (i + 1 < args.size()) {
        flags.put(setting, args.get(++i));
      } else {
        throw new SettingsException("--" + name + " needs a value: " + setting.placeholder());
      }
    }
  }

  private void readFile(Path path) throws SettingsException {
    List<String> lines;
    try {
      lines = Files.readAllLines(path);
    } catch (IOException e) {
      throw new SettingsException("the settings file " + path + " cannot be read: " + e);
    }
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int equals = line.indexOf('=');
      var setting = equals < 0 ? null : find(line.substring(0, equals).strip());
      if (setting == null || setting == Setting.CONFIG) {
        throw new SettingsException(
            "%s, line %d: \"%s\" is not a known setting".formatted(path, i + 1, line));
      }
      file.put(setting, line.substring(equals + 1).strip());
    }
  }

  private static @Nullable Setting find(String name) {
    for (var setting : Setting.values()) {
      if (setting.key().equals(name)) {
        return setting;
      }
    }
    return null;
  }
}
