package dev.gramme.toolkit.cloudformation;

import dev.gramme.toolkit.json.Json;
import java.util.Map;
import java.util.Set;

/** Writes JSON as block-style YAML. Supports all JSON values, but no other YAML. */
final class Yaml {
  /** Strings that need no quotes, except those in {@link #MEANINGFUL}. */
  private static final String PLAIN = "[A-Za-z_][A-Za-z0-9_./-]*(::[A-Za-z0-9_]+)*";

  /** Plain strings that YAML 1.1, which CloudFormation uses, does not read as strings. */
  private static final Set<String> MEANINGFUL =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  private final StringBuilder out = new StringBuilder();

  private Yaml() {}

  static String of(Json.Members document) {
    var yaml = new Yaml();
    yaml.members(document, 0);
    return yaml.out.toString();
  }

  private void members(Json.Members object, int level) {
    boolean first = true;
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      if (!first) {
        indent(level);
      }
      first = false;
      out.append(text(member.getKey())).append(':');
      value(member.getValue(), level);
    }
  }

  private void value(Json value, int level) {
    if (value instanceof Json.Members object && !object.members().isEmpty()) {
      out.append('\n');
      indent(level + 1);
      members(object, level + 1);
    } else if (value instanceof Json.Elements array && !array.elements().isEmpty()) {
      out.append('\n');
      elements(array, level + 1);
    } else {
      out.append(' ').append(scalar(value)).append('\n');
    }
  }

  private void elements(Json.Elements array, int level) {
    for (Json element : array.elements()) {
      indent(level);
      out.append('-');
      if (element instanceof Json.Members object && !object.members().isEmpty()) {
        out.append(' ');
        members(object, level + 1);
      } else {
        value(element, level);
      }
    }
  }

  private void indent(int level) {
    out.append("  ".repeat(level));
  }

  private static String scalar(Json value) {
    return value instanceof Json.Text text ? text(text.value()) : value.line();
  }

  private static String text(String text) {
    boolean plain =
        text.matches(PLAIN) && !MEANINGFUL.contains(text.toLowerCase(java.util.Locale.ROOT));
    return plain ? text : Json.of(text).line(); // a JSON string is a valid YAML string
  }
}
