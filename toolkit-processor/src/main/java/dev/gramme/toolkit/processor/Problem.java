package dev.gramme.toolkit.processor;

import javax.lang.model.element.Element;

/** An error in the source, with its position. */
final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Element element;

  Problem(Element element, String message) {
    super(message, null, false, false);
    this.element = element;
  }

  Element element() {
    return element;
  }
}
