package dev.gramme.move.apply;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the maps and lists of a template as JSON, for policies. */
final class Json {
  private Json() {}

  static String text(@Nullable Object value) {
    var text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  private static void write(@Nullable Object value, StringBuilder text) {
    if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        text.append(separator);
        quote(String.valueOf(entry.getKey()), text);
        text.append(':');
        write(entry.getValue(), text);
        separator = ",";
      }
      text.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        text.append(separator);
        write(element, text);
        separator = ",";
      }
      text.append(list.isEmpty() ? "[]" : "]");
    } else if (value == null || value instanceof Boolean || value instanceof Number) {
      text.append(value);
    } else {
      quote(value.toString(), text);
    }
  }

  private static void quote(String value, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ') {
        text.append("\\u%04x".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
