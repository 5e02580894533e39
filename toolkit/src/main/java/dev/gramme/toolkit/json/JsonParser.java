package dev.gramme.toolkit.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A strict parser of RFC 8259. */
final class JsonParser {
  /** Limits the nesting, so that the stack cannot overflow. */
  private static final int MAX_DEPTH = 200;

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d+)?");

  private final String text;
  private int at;
  private int depth;

  JsonParser(String text) {
    this.text = text;
  }

  Json document() {
    if (text.startsWith("\uFEFF")) {
      at = 1;
    }
    Json value = value();
    space();
    if (at < text.length()) {
      throw wrong("something follows the value");
    }
    return value;
  }

  private Json value() {
    space();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> new Json.Text(string());
      case 't' -> word("true", new Json.Truth(true));
      case 'f' -> word("false", new Json.Truth(false));
      case 'n' -> word("null", new Json.Nothing());
      default -> number();
    };
  }

  private Json object() {
    enter();
    Map<String, Json> members = new LinkedHashMap<>();
    if (next('}')) {
      depth--;
      return new Json.Members(members);
    }
    do {
      space();
      if (peek() != '"') {
        throw wrong("a member's name is expected");
      }
      String name = string();
      if (!next(':')) {
        throw wrong("a colon is expected after \"" + name + "\"");
      }
      members.put(name, value());
    } while (next(','));
    leave('}');
    return new Json.Members(members);
  }

  private Json array() {
    enter();
    var elements = new ArrayList<Json>();
    if (next(']')) {
      depth--;
      return new Json.Elements(elements);
    }
    do {
      elements.add(value());
    } while (next(','));
    leave(']');
    return new Json.Elements(elements);
  }

  private void enter() {
    at++;
    if (++depth > MAX_DEPTH) {
      throw wrong("deeper than " + MAX_DEPTH + " levels");
    }
  }

  private void leave(char closing) {
    if (!next(closing)) {
      throw wrong("a comma or " + closing + " is expected");
    }
    depth--;
  }

  private Json word(String word, Json value) {
    if (!text.startsWith(word, at)) {
      throw wrong("no value");
    }
    at += word.length();
    return value;
  }

  private Json number() {
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    if (!number.lookingAt()) {
      throw wrong("no value");
    }
    at = number.end();
    return new Json.Figure(number.group());
  }

  private String string() {
    var value = new StringBuilder();
    at++;
    while (true) {
      char c = peek();
      at++;
      if (c == '"') {
        return value.toString();
      }
      if (c < ' ') {
        throw wrong("a control character in a string");
      }
      value.append(c == '\\' ? escaped() : c);
    }
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw wrong("no escape: \\" + c);
    };
  }

  private char unicode() {
    int end = at + 4;
    if (end > text.length() || !text.substring(at, end).matches("[0-9a-fA-F]{4}")) {
      throw wrong("four hexadecimal digits are expected after \\u");
    }
    char c = (char) Integer.parseInt(text, at, end, 16);
    at = end;
    return c;
  }

  private boolean next(char wanted) {
    space();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private char peek() {
    if (at >= text.length()) {
      throw wrong("the text ends");
    }
    return text.charAt(at);
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private JsonException wrong(String what) {
    String before = text.substring(0, Math.min(at, text.length()));
    long line = before.chars().filter(c -> c == '\n').count() + 1;
    int column = before.length() - before.lastIndexOf('\n');
    return new JsonException("line " + line + ", column " + column + ": " + what);
  }
}
