package dev.gramme.auth.identity;

import dev.gramme.wire.JsonValue;
import dev.gramme.wire.JsonWriter;
import java.util.Iterator;
import java.util.Map;

/** Writes JSON in a readable layout: one member or element per line. */
record JsonLayout(StringBuilder out) {
  void write(JsonValue value, int depth) {
    switch (value) {
      case JsonValue.Members members -> members(members, depth);
      case JsonValue.Elements elements -> elements(elements, depth);
      case JsonValue.Text text -> out.append(quoted(text.value()));
      case JsonValue.Digits digits -> out.append(digits.value());
      case JsonValue.Flag flag -> out.append(flag.value());
      case JsonValue.Null _ -> out.append("null");
    }
  }

  private void members(JsonValue.Members members, int depth) {
    if (members.values().isEmpty()) {
      out.append("{}");
      return;
    }
    out.append('{');
    Iterator<Map.Entry<String, JsonValue>> all = members.values().entrySet().iterator();
    while (all.hasNext()) {
      var member = all.next();
      line(depth + 1).append(quoted(member.getKey())).append(": ");
      write(member.getValue(), depth + 1);
      out.append(all.hasNext() ? "," : "");
    }
    line(depth).append('}');
  }

  private void elements(JsonValue.Elements elements, int depth) {
    if (elements.values().isEmpty()) {
      out.append("[]");
      return;
    }
    out.append('[');
    Iterator<JsonValue> all = elements.values().iterator();
    while (all.hasNext()) {
      line(depth + 1);
      write(all.next(), depth + 1);
      out.append(all.hasNext() ? "," : "");
    }
    line(depth).append(']');
  }

  private StringBuilder line(int depth) {
    return out.append('\n').repeat("  ", depth);
  }

  private static String quoted(String text) {
    return new JsonWriter().string(text).toString();
  }
}
