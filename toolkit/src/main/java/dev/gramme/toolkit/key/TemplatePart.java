package dev.gramme.toolkit.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A part of a template: literal text or a field. */
sealed interface TemplatePart {
  /** The texts that the part can have. */
  Shape shape();

  /** Literal text. */
  record Literal(String text) implements TemplatePart {
    @Override
    public Shape shape() {
      return Shape.literal(text);
    }
  }

  /** A field. */
  record Field(String name, KeyType<?> type) implements TemplatePart {
    @Override
    public Shape shape() {
      return type.encoding().shape();
    }

    String encode(Object value, boolean last) {
      return encodeAs(type, value, last);
    }

    private <T> String encodeAs(KeyType<T> of, Object value, boolean last) {
      if (!of.javaType().isInstance(value)) {
        throw new IllegalArgumentException(
            "{" + name + "} takes a " + of.javaType().getSimpleName() + ", not " + value);
      }
      return of.encoding().encode(of.javaType().cast(value), last);
    }
  }

  /** The syntax of a field: name and modifiers. */
  Pattern FIELD =
      Pattern.compile(
          "(?<name>[A-Za-z_][A-Za-z0-9_.]*)(:(?<width>[0-9]{1,2}))?"
              + "(:(?<fold>lower|upper))?(?<desc>:desc)?");

  /** Parses a template with fields of these types. */
  static List<TemplatePart> parse(String template, Map<String, ? extends KeyType<?>> types) {
    List<TemplatePart> parts = new ArrayList<>();
    for (String piece : pieces(template)) {
      parts.add(
          piece.charAt(0) == '{' ? field(template, piece.substring(1), types) : new Literal(piece));
    }
    return parts;
  }

  private static Field field(
      String template, String written, Map<String, ? extends KeyType<?>> types) {
    Matcher matcher = matcher(template, written);
    String name = matcher.group("name");
    KeyType<?> type = types.get(name);
    if (type == null) {
      throw new IllegalArgumentException("in " + template + ", there is no {" + name + "}");
    }
    try {
      if (matcher.group("width") != null) {
        type = type.padded(Integer.parseInt(matcher.group("width")));
      }
      if (matcher.group("fold") != null) {
        type = matcher.group("fold").equals("lower") ? type.lowerCase() : type.upperCase();
      }
      return new Field(name, matcher.group("desc") == null ? type : type.descending());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "in " + template + ", {" + written + "}: " + e.getMessage(), e);
    }
  }

  /** The names of the fields of a template. */
  static List<String> fields(String template) {
    return pieces(template).stream()
        .filter(piece -> piece.charAt(0) == '{')
        .map(piece -> matcher(template, piece.substring(1)).group("name"))
        .toList();
  }

  private static Matcher matcher(String template, String written) {
    Matcher matcher = FIELD.matcher(written);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "in "
              + template
              + ", {"
              + written
              + "} is not {name}, {name:width}, {name:lower}, {name:upper} or {name:desc}");
    }
    return matcher;
  }

  /** The literal texts, and the fields with their opening brace. */
  private static List<String> pieces(String template) {
    List<String> pieces = new ArrayList<>();
    int at = 0;
    while (at < template.length()) {
      int open = template.indexOf('{', at);
      String literal = template.substring(at, open < 0 ? template.length() : open);
      if (literal.indexOf('}') >= 0) {
        throw new IllegalArgumentException("in " + template + ", a } closes nothing");
      }
      if (!literal.isEmpty()) {
        pieces.add(literal);
      }
      if (open < 0) {
        break;
      }
      int close = template.indexOf('}', open);
      if (close < 0) {
        throw new IllegalArgumentException("in " + template + ", a { is not closed");
      }
      pieces.add(template.substring(open, close));
      at = close + 1;
    }
    if (pieces.isEmpty()) {
      throw new IllegalArgumentException("an empty template");
    }
    return pieces;
  }

  /** The values of a key, if its text matches the template. */
  static Optional<List<Object>> match(List<TemplatePart> parts, String key) {
    List<Object> values = new ArrayList<>();
    int at = 0;
    try {
      for (TemplatePart part : parts) {
        if (part instanceof Literal literal) {
          if (!key.startsWith(literal.text(), at)) {
            return Optional.empty();
          }
          at += literal.text().length();
        } else if (part instanceof Field field) {
          int end = end(field.type().encoding(), key, at);
          values.add(field.type().decode(key.substring(at, end)));
          at = end;
        }
      }
    } catch (RuntimeException notTheTextOfAValue) {
      return Optional.empty();
    }
    return at == key.length() ? Optional.of(values) : Optional.empty();
  }

  private static int end(Encoding<?> encoding, String key, int begin) {
    int end = encoding.end(key, begin);
    if (end >= 0) {
      return end;
    }
    int separator = key.indexOf('#', begin);
    return separator < 0 ? key.length() : separator;
  }
}
