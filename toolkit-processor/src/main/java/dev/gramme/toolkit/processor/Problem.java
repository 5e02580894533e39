package dev.gramme.toolkit.processor;

import javax.lang.model.element.Element;

/** An error in the source, with its position. */
final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Element element;
  private final String text;

  Problem(Element element, String message) {
    this(element, "", message);
  }

  /**
   * An error in a text in an annotation.
   *
   * @param text the value in an annotation of the element, such as an expression or a template
   */
  Problem(Element element, String text, String message) {
    super(message, null, false, false);
    this.element = element;
    this.text = text;
  }

  Element element() {
    return element;
  }

  /** The text in an annotation of the element; empty if the error is elsewhere. */
  String text() {
    return text;
  }
}
