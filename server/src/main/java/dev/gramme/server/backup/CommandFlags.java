package dev.gramme.server.backup;

import dev.gramme.server.settings.SettingsException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The flags of a command. All other flags are settings of the server. */
final class CommandFlags {
  private final Map<String, String> values = new HashMap<>();
  private final List<String> others = new ArrayList<>();

  private CommandFlags() {}

  /**
   * Separates the flags of a command from settings.
   *
   * @param valued the names of flags with a value, as {@code --name value} or {@code --name=value}
   * @param switches the names of flags without a value
   */
  static CommandFlags read(List<String> arguments, Set<String> valued, Set<String> switches)
      throws SettingsException {
    var flags = new CommandFlags();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      if (switches.contains(argument)) {
        flags.values.put(argument, "");
      } else if (!valued.contains(name)) {
        flags.others.add(argument);
      } else if (equals >= 0) {
        flags.values.put(name, argument.substring(equals + 1));
      } else if (i + 1 < arguments.size()) {
        flags.values.put(name, arguments.get(++i));
      } else {
        throw new SettingsException(name + " needs a value");
      }
    }
    return flags;
  }

  Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  boolean isSet(String name) {
    return values.containsKey(name);
  }

  /** A positive whole number. */
  Optional<Integer> number(String name) throws SettingsException {
    String value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.matches("[1-9][0-9]{0,5}")) {
      throw new SettingsException(
          "%s is \"%s\", but must be a number from 1 to 999999".formatted(name, value));
    }
    return Optional.of(Integer.valueOf(value));
  }

  /** The flags that are not of the command. */
  List<String> settings() {
    return List.copyOf(others);
  }
}
