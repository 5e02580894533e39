package dev.gramme.toolkit.processor;

import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;

/**
 * A key template, parsed into parts.
 *
 * @param text the template's text
 * @param parts literals and fields in order
 */
record Template(String text, List<Part> parts) {
  /** A part of a template. */
  sealed interface Part {
    /** The part as it is written in a template. */
    String source();
  }

  /** Literal text. */
  record Literal(String text) implements Part {
    @Override
    public String source() {
      return text;
    }
  }

  /**
   * A component's value.
   *
   * @param form the text after the colon, such as {@code desc}
   */
  record Field(String name, String form) implements Part {
    @Override
    public String source() {
      return "{" + name + (form.isEmpty() ? "" : ":" + form) + "}";
    }
  }

  /**
   * Parses a template.
   *
   * @param where its position, for errors
   */
  static Template parse(String text, Element where) {
    if (text.isEmpty()) {
      throw new Problem(where, "a key template must not be empty");
    }
    var parts = new ArrayList<Part>();
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf('{', at);
      int end = open < 0 ? text.length() : open;
      if (text.substring(at, end).indexOf('}') >= 0) {
        throw new Problem(
            where, text, "the template \"" + text + "\" has an unmatched closing brace");
      }
      if (end > at) {
        parts.add(new Literal(text.substring(at, end)));
      }
      if (open < 0) {
        break;
      }
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw new Problem(where, text, "the template \"" + text + "\" has an unclosed brace");
      }
      parts.add(field(text, text.substring(open + 1, close), where));
      at = close + 1;
      if (at < text.length() && text.charAt(at) == '{') {
        throw new Problem(
            where,
            text,
            "in the template \""
                + text
                + "\" two fields are adjacent; put a separator such as # between them");
      }
    }
    return new Template(text, List.copyOf(parts));
  }

  private static Field field(String text, String inside, Element where) {
    int colon = inside.indexOf(':');
    String name = colon < 0 ? inside : inside.substring(0, colon);
    if (!javax.lang.model.SourceVersion.isIdentifier(name)) {
      throw new Problem(
          where, text, "in the template \"" + text + "\" {" + name + "} is not a valid name");
    }
    return new Field(name, colon < 0 ? "" : inside.substring(colon + 1));
  }

  /** The names of the fields in order. */
  List<String> fields() {
    return parts.stream()
        .filter(Field.class::isInstance)
        .map(part -> ((Field) part).name())
        .toList();
  }

  /** Whether it consists of a single field. */
  boolean isBare() {
    return parts.size() == 1 && parts.get(0) instanceof Field;
  }

  /** Whether it consists of a single field without a modifier that changes the key's text. */
  boolean isUnchanged() {
    return parts.size() == 1 && parts.get(0) instanceof Field field && field.form().isEmpty();
  }
}
