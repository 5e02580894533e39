package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The parameters of a template and their values: given ones, or else their defaults. */
final class Parameters {
  private static final Set<String> KNOWN =
      Set.of(
          "Type",
          "Default",
          "Description",
          "NoEcho",
          "ConstraintDescription",
          "AllowedValues",
          "AllowedPattern",
          "MinLength",
          "MaxLength",
          "MinValue",
          "MaxValue");

  private Parameters() {}

  /** The values by the parameters' names. Given names with {@code AWS::} are pseudo parameters. */
  static Map<String, Object> values(Map<?, ?> declared, Map<String, String> given)
      throws CommandException {
    var unknown = new TreeSet<>(given.keySet());
    unknown.removeIf(name -> name.startsWith("AWS::") || declared.containsKey(name));
    if (!unknown.isEmpty()) {
      throw CommandException.misused("the template has no parameter " + unknown.first());
    }
    var values = new HashMap<String, Object>(given);
    for (Map.Entry<?, ?> entry : declared.entrySet()) {
      String name = String.valueOf(entry.getKey());
      if (!(entry.getValue() instanceof Map<?, ?> parameter)) {
        throw CommandException.failed("Parameters." + name + " is not a map");
      }
      value(name, parameter, given.get(name)).ifPresent(value -> values.put(name, value));
    }
    return values;
  }

  /** The value, empty if only AWS knows it. */
  private static Optional<Object> value(String name, Map<?, ?> parameter, @Nullable String given)
      throws CommandException {
    String type = String.valueOf(parameter.get("Type"));
    if (type.startsWith("AWS::")) {
      // Its value is known to AWS only; it may be unused, as that of the CDK is.
      return given == null ? Optional.empty() : Optional.of(given);
    }
    return Optional.of(ownValue(name, type, parameter, given));
  }

  private static Object ownValue(
      String name, String type, Map<?, ?> parameter, @Nullable String given)
      throws CommandException {
    String path = "Parameters." + name;
    for (Object key : parameter.keySet()) {
      if (!KNOWN.contains(String.valueOf(key))) {
        throw CommandException.failed("%s: %s is not supported".formatted(path, key));
      }
    }
    Object value = given == null ? parameter.get("Default") : given;
    if (value == null) {
      throw CommandException.misused(
          "give the parameter %s: --parameter %1$s=VALUE".formatted(name));
    }
    String text = value.toString();
    check(path, parameter, text);
    return switch (type) {
      case "String" -> text;
      case "Number" -> {
        if (!text.matches("-?[0-9]{1,30}(\\.[0-9]{1,30})?")) {
          throw CommandException.failed("%s: \"%s\" is not a number".formatted(path, text));
        }
        yield text;
      }
      case "CommaDelimitedList", "List<Number>", "List<String>" -> List.of(text.split("\\s*,\\s*"));
      default ->
          throw CommandException.failed("%s: the type %s is not supported".formatted(path, type));
    };
  }

  private static void check(String path, Map<?, ?> parameter, String text) throws CommandException {
    boolean isValid =
        (!(parameter.get("AllowedValues") instanceof List<?> allowed)
                || allowed.stream().anyMatch(each -> String.valueOf(each).equals(text)))
            && (parameter.get("AllowedPattern") == null
                || text.matches(parameter.get("AllowedPattern").toString()))
            && isWithin(parameter, "MinLength", "MaxLength", text.length() + "")
            && isWithin(parameter, "MinValue", "MaxValue", text);
    if (!isValid) {
      throw CommandException.failed(
          "%s: the value \"%s\" is not allowed".formatted(path, text)
              + (parameter.get("ConstraintDescription") == null
                  ? ""
                  : ": " + parameter.get("ConstraintDescription")));
    }
  }

  private static boolean isWithin(Map<?, ?> parameter, String min, String max, String text) {
    Object least = parameter.get(min);
    Object most = parameter.get(max);
    if (least == null && most == null) {
      return true;
    }
    try {
      var value = new BigDecimal(text);
      return (least == null || value.compareTo(new BigDecimal(least.toString())) >= 0)
          && (most == null || value.compareTo(new BigDecimal(most.toString())) <= 0);
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
