package dev.gramme.move;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The arguments of a command: flags, and what is not a flag. */
public final class Flags {
  private static final String NUMBER = "[1-9][0-9]{0,8}";
  private static final String PRICE = "[0-9]{1,6}(\\.[0-9]{1,9})?";

  private final Map<String, List<String>> values = new HashMap<>();
  private final List<String> others = new ArrayList<>();

  private Flags() {}

  /**
   * Reads arguments.
   *
   * @param valued the names of flags with a value, as {@code --name value} or {@code --name=value}
   * @param switches the names of flags without a value
   */
  public static Flags read(List<String> arguments, Set<String> valued, Set<String> switches)
      throws CommandException {
    var flags = new Flags();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      if (!argument.startsWith("--")) {
        flags.others.add(argument);
      } else if (switches.contains(argument)) {
        flags.add(argument, "");
      } else if (!valued.contains(name)) {
        throw CommandException.misused("unknown option " + name);
      } else if (equals >= 0) {
        flags.add(name, argument.substring(equals + 1));
      } else if (i + 1 < arguments.size()) {
        flags.add(name, arguments.get(++i));
      } else {
        throw CommandException.misused(name + " needs a value");
      }
    }
    return flags;
  }

  private void add(String name, String value) {
    values.computeIfAbsent(name, ignored -> new ArrayList<>()).add(value);
  }

  /** The last value of a flag. */
  public Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name)).map(List::getLast);
  }

  /** The value of a flag that the command needs. */
  public String required(String name) throws CommandException {
    return value(name).orElseThrow(() -> CommandException.misused(name + " is missing"));
  }

  /** All values of a flag that may occur several times. */
  public List<String> values(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** Whether a flag is among the arguments. */
  public boolean isSet(String name) {
    return values.containsKey(name);
  }

  /** A positive whole number. */
  public Optional<Integer> number(String name) throws CommandException {
    var value = value(name);
    if (value.isPresent() && !value.get().matches(NUMBER)) {
      throw CommandException.misused(
          "%s is \"%s\", but must be a number from 1 to 999999999".formatted(name, value.get()));
    }
    return value.map(Integer::valueOf);
  }

  /** A price. */
  public Optional<Double> price(String name) throws CommandException {
    var value = value(name);
    if (value.isPresent() && !value.get().matches(PRICE)) {
      throw CommandException.misused(
          "%s is \"%s\", but must be a price such as 0.625".formatted(name, value.get()));
    }
    return value.map(Double::valueOf);
  }

  /** The arguments that are not flags. */
  public List<String> others() {
    return List.copyOf(others);
  }
}
