package dev.gramme.toolkit.explain;

/** Builds HTML; text is escaped. */
final class Html {
  private final StringBuilder out = new StringBuilder();

  /** Adds markup without escaping. */
  Html raw(String markup) {
    out.append(markup);
    return this;
  }

  /** Text. */
  Html text(String text) {
    out.append(escaped(text));
    return this;
  }

  /** An element with text. */
  Html element(String name, String attributes, String text) {
    out.append('<').append(name);
    if (!attributes.isEmpty()) {
      out.append(' ').append(attributes);
    }
    out.append('>').append(escaped(text)).append("</").append(name).append('>');
    return this;
  }

  /** A cell of a table. */
  Html cell(String text) {
    return element("td", "", text);
  }

  /** A cell with a number, which sorts by its value. */
  Html number(String text, double value) {
    return element("td", "class=\"number\" data-value=\"" + value + "\"", text);
  }

  /** A cell with a whole number. */
  Html number(String text, long value) {
    return element("td", "class=\"number\" data-value=\"" + value + "\"", text);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
