package dev.gramme.toolkit.json;

import java.util.Iterator;
import java.util.Map;

/** Writes JSON, on one line or indented. */
final class JsonWriter {
  private final StringBuilder out = new StringBuilder();
  private final boolean pretty;

  private JsonWriter(boolean pretty) {
    this.pretty = pretty;
  }

  static String line(Json value) {
    var writer = new JsonWriter(false);
    writer.write(value, 0);
    return writer.out.toString();
  }

  static String pretty(Json value) {
    var writer = new JsonWriter(true);
    writer.write(value, 0);
    return writer.out.append('\n').toString();
  }

  private void write(Json value, int level) {
    if (value instanceof Json.Members object) {
      object(object, level);
    } else if (value instanceof Json.Elements array) {
      array(array, level);
    } else if (value instanceof Json.Text text) {
      quoted(text.value());
    } else if (value instanceof Json.Figure number) {
      out.append(number.digits());
    } else if (value instanceof Json.Truth truth) {
      out.append(truth.value());
    } else if (value instanceof Json.Nothing) {
      out.append("null");
    } else {
      throw new IllegalStateException("an unknown JSON value: " + value.getClass());
    }
  }

  private void object(Json.Members object, int level) {
    out.append('{');
    Iterator<Map.Entry<String, Json>> members = object.members().entrySet().iterator();
    while (members.hasNext()) {
      Map.Entry<String, Json> member = members.next();
      newLine(level + 1);
      quoted(member.getKey());
      out.append(pretty ? ": " : ":");
      write(member.getValue(), level + 1);
      if (members.hasNext()) {
        out.append(',');
      } else {
        newLine(level);
      }
    }
    out.append('}');
  }

  private void array(Json.Elements array, int level) {
    out.append('[');
    Iterator<Json> elements = array.elements().iterator();
    while (elements.hasNext()) {
      newLine(level + 1);
      write(elements.next(), level + 1);
      if (elements.hasNext()) {
        out.append(',');
      } else {
        newLine(level);
      }
    }
    out.append(']');
  }

  private void newLine(int level) {
    if (pretty) {
      out.append('\n').append("  ".repeat(level));
    }
  }

  private void quoted(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          // Control characters must be escaped by the standard; the others would break lines or
          // scripts of a page.
          if (c < ' '
              || c == '\u2028'
              || c == '\u2029'
              || (Character.isSurrogate(c) && !paired(text, i))) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean paired(String text, int at) {
    char c = text.charAt(at);
    return Character.isHighSurrogate(c)
        ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }
}
