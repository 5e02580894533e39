package dev.gramme.toolkit.processor;

import javax.lang.model.element.Element;

/** Something that cannot work, and where it is written. */
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
