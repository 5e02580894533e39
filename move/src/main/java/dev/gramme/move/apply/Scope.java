package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the functions of a template: names and their values, maps and conditions.
 *
 * <p>Functions whose result only CloudFormation knows are errors, unless {@link OtherValues} has
 * it.
 */
final class Scope {
  /** The result of a reference to {@code AWS::NoValue}: the property is absent. */
  private static final Object NO_VALUE = new Object();

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(!?)([^}]*)}");
  private static final int MAX_CONDITION_DEPTH = 32;

  private final Map<String, Object> names;
  private final Map<String, String> attributes = new HashMap<>();
  private final Map<String, String> imports;
  private final Map<?, ?> mappings;
  private final Map<?, ?> conditions;
  private final Set<String> open = new HashSet<>();

  /**
   * Creates a scope.
   *
   * @param names parameters, pseudo parameters, and the names of the tables by their logical ids
   */
  Scope(Map<String, Object> names, OtherValues others, Map<?, ?> mappings, Map<?, ?> conditions) {
    this.names = new HashMap<>(names);
    this.attributes.putAll(others.attributes());
    this.imports = others.imports();
    this.mappings = mappings;
    this.conditions = conditions;
  }

  void define(String name, Object value) {
    names.put(name, value);
  }

  /** Whether a reference to a name has a value. */
  boolean isKnown(String name) {
    return names.containsKey(name);
  }

  /** Defines an attribute of a resource, such as {@code Key.Arn}, unless it was given. */
  void defineAttribute(String name, String value) {
    attributes.putIfAbsent(name, value);
  }

  /**
   * The value of a node, null if it is absent.
   *
   * @param path where the node is, for errors
   */
  @Nullable Object value(@Nullable Object node, String path) throws CommandException {
    Object value = evaluate(node, path);
    return NO_VALUE.equals(value) ? null : value;
  }

  private @Nullable Object evaluate(@Nullable Object node, String path) throws CommandException {
    if (node instanceof List<?> list) {
      return list(list, path);
    }
    if (!(node instanceof Map<?, ?> map)) {
      return node;
    }
    if (map.size() == 1) {
      String name = String.valueOf(map.keySet().iterator().next());
      if (name.equals("Ref") || name.startsWith("Fn::")) {
        return function(name, map.values().iterator().next(), path);
      }
    }
    var result = new LinkedHashMap<String, @Nullable Object>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String name = String.valueOf(entry.getKey());
      if (name.startsWith("Fn::")) {
        throw unsupported(name, path);
      }
      Object value = evaluate(entry.getValue(), path + "." + name);
      if (!NO_VALUE.equals(value)) {
        result.put(name, value);
      }
    }
    return result;
  }

  private List<@Nullable Object> list(List<?> list, String path) throws CommandException {
    var result = new ArrayList<@Nullable Object>();
    for (int i = 0; i < list.size(); i++) {
      Object value = evaluate(list.get(i), path + "[" + i + "]");
      if (!NO_VALUE.equals(value)) {
        result.add(value);
      }
    }
    return result;
  }

  private @Nullable Object function(String name, @Nullable Object argument, String path)
      throws CommandException {
    return switch (name) {
      case "Ref" -> reference(text(argument, path), path);
      case "Fn::GetAtt" ->
          attributeOf(
              argument instanceof List<?> ? String.join(".", texts(argument, path)) : argument,
              path);
      case "Fn::ImportValue" -> {
        String export = text(argument, path);
        yield known(imports, export, "exported value", "--import", path);
      }
      case "Fn::Sub" -> substitute(argument, path);
      case "Fn::Join" -> {
        List<?> parts = arguments(name, argument, 2, path);
        yield String.join(text(parts.getFirst(), path), texts(parts.getLast(), path));
      }
      case "Fn::Split" -> {
        List<?> parts = arguments(name, argument, 2, path);
        yield List.of(
            text(parts.getLast(), path).split(Pattern.quote(text(parts.getFirst(), path)), -1));
      }
      case "Fn::Select" -> select(arguments(name, argument, 2, path), path);
      case "Fn::FindInMap" -> find(arguments(name, argument, 3, path), path);
      case "Fn::If" -> {
        List<?> parts = arguments(name, argument, 3, path);
        yield evaluate(parts.get(isTrue(text(parts.getFirst(), path), path) ? 1 : 2), path);
      }
      case "Fn::Equals", "Fn::And", "Fn::Or", "Fn::Not" ->
          holds(Map.of(name, argument == null ? List.of() : argument), path);
      default -> throw unsupported(name, path);
    };
  }

  private static CommandException unsupported(String name, String path) {
    return CommandException.failed("%s: %s is not supported".formatted(path, name));
  }

  private String attributeOf(@Nullable Object argument, String path) throws CommandException {
    return known(attributes, text(argument, path), "attribute", "--attribute", path);
  }

  private static String known(
      Map<String, String> values, String name, String what, String option, String path)
      throws CommandException {
    String value = values.get(name);
    if (value == null) {
      throw CommandException.failed(
          "%s: the %s %s is not known here; give it with %s %3$s=VALUE"
              .formatted(path, what, name, option));
    }
    return value;
  }

  private Object reference(String name, String path) throws CommandException {
    if (name.equals("AWS::NoValue")) {
      return NO_VALUE;
    }
    Object value = names.get(name);
    if (value != null) {
      return value;
    }
    throw CommandException.failed(
        name.startsWith("AWS::")
            ? "%s: %s is not known here; give it with --parameter %2$s=VALUE".formatted(path, name)
            : "%s: \"%s\" is neither a parameter nor a table of the template"
                .formatted(path, name));
  }

  private String substitute(@Nullable Object argument, String path) throws CommandException {
    String template;
    Map<?, ?> variables = Map.of();
    if (argument instanceof List<?> parts) {
      List<?> both = arguments("Fn::Sub", parts, 2, path);
      template = text(both.getFirst(), path);
      if (!(both.getLast() instanceof Map<?, ?> map)) {
        throw CommandException.failed(path + ": the second argument of Fn::Sub is not a map");
      }
      variables = map;
    } else {
      template = text(argument, path);
    }
    Matcher matcher = VARIABLE.matcher(template);
    var result = new StringBuilder();
    while (matcher.find()) {
      String name = matcher.group(2).strip();
      String replacement =
          !matcher.group(1).isEmpty()
              ? "${" + matcher.group(2) + "}"
              : variables.containsKey(name)
                  ? text(variables.get(name), path)
                  : name.contains(".") ? attributeOf(name, path) : text(Map.of("Ref", name), path);
      matcher.appendReplacement(result, Matcher.quoteReplacement(replacement));
    }
    return matcher.appendTail(result).toString();
  }

  private Object select(List<?> parts, String path) throws CommandException {
    List<String> choices = texts(parts.getLast(), path);
    String index = text(parts.getFirst(), path);
    if (!index.matches("[0-9]{1,6}") || Integer.parseInt(index) >= choices.size()) {
      throw CommandException.failed(
          "%s: Fn::Select of element %s in a list of %d".formatted(path, index, choices.size()));
    }
    return choices.get(Integer.parseInt(index));
  }

  private @Nullable Object find(List<?> parts, String path) throws CommandException {
    Object found = mappings;
    for (Object part : parts) {
      String key = text(part, path);
      found = found instanceof Map<?, ?> map ? map.get(key) : null;
      if (found == null) {
        throw CommandException.failed("%s: Fn::FindInMap finds no \"%s\"".formatted(path, key));
      }
    }
    return found;
  }

  /** Whether a condition of the template holds. */
  boolean isTrue(String condition, String path) throws CommandException {
    if (!conditions.containsKey(condition)) {
      throw CommandException.failed("%s: there is no condition \"%s\"".formatted(path, condition));
    }
    if (open.size() == MAX_CONDITION_DEPTH || !open.add(condition)) {
      throw CommandException.failed(
          "%s: the condition \"%s\" is circular".formatted(path, condition));
    }
    try {
      return holds(conditions.get(condition), "Conditions." + condition);
    } finally {
      open.remove(condition);
    }
  }

  private boolean holds(@Nullable Object node, String path) throws CommandException {
    if (node instanceof Boolean value) {
      return value;
    }
    if (!(node instanceof Map<?, ?> map) || map.size() != 1) {
      throw CommandException.failed(path + " is no condition");
    }
    String name = String.valueOf(map.keySet().iterator().next());
    Object argument = map.values().iterator().next();
    if (name.equals("Condition")) {
      return isTrue(text(argument, path), path);
    }
    List<?> parts = argument instanceof List<?> list ? list : List.of();
    return switch (name) {
      case "Fn::Equals" -> {
        arguments(name, argument, 2, path);
        yield text(parts.getFirst(), path).equals(text(parts.getLast(), path));
      }
      case "Fn::Not" -> !holds(arguments(name, argument, 1, path).getFirst(), path);
      case "Fn::And", "Fn::Or" -> {
        boolean isAnd = name.equals("Fn::And");
        boolean result = isAnd;
        for (Object part : parts) {
          boolean holds = holds(part, path);
          result = isAnd ? result && holds : result || holds;
        }
        yield result;
      }
      default -> throw unsupported(name, path);
    };
  }

  private static List<?> arguments(String name, @Nullable Object node, int count, String path)
      throws CommandException {
    if (node instanceof List<?> list && list.size() == count) {
      return list;
    }
    throw CommandException.failed("%s: %s needs a list of %d".formatted(path, name, count));
  }

  /** The text of a scalar. */
  String text(@Nullable Object node, String path) throws CommandException {
    Object value = evaluate(node, path);
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    throw CommandException.failed(path + " is not a text");
  }

  private List<String> texts(@Nullable Object node, String path) throws CommandException {
    if (!(evaluate(node, path) instanceof List<?> list)) {
      throw CommandException.failed(path + " is not a list");
    }
    var texts = new ArrayList<String>();
    for (Object element : list) {
      texts.add(text(element, path));
    }
    return texts;
  }
}
