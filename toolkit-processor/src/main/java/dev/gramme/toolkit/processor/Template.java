package dev.gramme.toolkit.processor;

import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;

/**
 * The text of a key template, in parts.
 *
 * @param text as it was written
 * @param parts literals and fields in order
 */
record Template(String text, List<Part> parts) {
  /** A part of a template. */
  sealed interface Part {}

  /** Text that stands as it is. */
  record Literal(String text) implements Part {}

  /** The value of a component; the form is what stands behind a colon, such as {@code desc}. */
  record Field(String name, String form) implements Part {}

  /** Parses a template that was written at an element. */
  static Template parse(String text, Element where) {
    if (text.isEmpty()) {
      throw new Problem(where, "a key template is empty");
    }
    var parts = new ArrayList<Part>();
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf('{', at);
      int end = open < 0 ? text.length() : open;
      if (text.substring(at, end).indexOf('}') >= 0) {
        throw new Problem(where, "the template \"" + text + "\" closes a brace that is not open");
      }
      if (end > at) {
        parts.add(new Literal(text.substring(at, end)));
      }
      if (open < 0) {
        break;
      }
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw new Problem(where, "the template \"" + text + "\" leaves a brace open");
      }
      parts.add(field(text, text.substring(open + 1, close), where));
      at = close + 1;
      if (at < text.length() && text.charAt(at) == '{') {
        throw new Problem(
            where,
            "in the template \""
                + text
                + "\" two fields touch; put something between them, such as #");
      }
    }
    return new Template(text, List.copyOf(parts));
  }

  private static Field field(String text, String inside, Element where) {
    int colon = inside.indexOf(':');
    String name = colon < 0 ? inside : inside.substring(0, colon);
    if (!javax.lang.model.SourceVersion.isIdentifier(name)) {
      throw new Problem(
          where, "in the template \"" + text + "\" stands {" + name + "}, which is no name");
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

  /** Whether it is one field and nothing else. */
  boolean isBare() {
    return parts.size() == 1 && parts.getFirst() instanceof Field;
  }
}
