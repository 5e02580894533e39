package dev.gramme.toolkit.processor;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;

/** The position of a text in an annotation, where compilers show an error in it. */
record Position(AnnotationMirror annotation, AnnotationValue value) {
  /** The position of a text in the annotations of an element; empty if they do not contain it. */
  static Optional<Position> of(Element element, String text) {
    for (AnnotationMirror annotation : element.getAnnotationMirrors()) {
      for (AnnotationValue value : annotation.getElementValues().values()) {
        Optional<AnnotationValue> found = find(value, text);
        if (found.isPresent()) {
          return Optional.of(new Position(annotation, found.get()));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<AnnotationValue> find(AnnotationValue value, String text) {
    Object held = value.getValue();
    if (held instanceof List<?> values) {
      return find(values.stream().map(AnnotationValue.class::cast), text);
    }
    if (held instanceof AnnotationMirror nested) {
      return find(nested.getElementValues().values().stream(), text);
    }
    return text.equals(held) ? Optional.of(value) : Optional.empty();
  }

  private static Optional<AnnotationValue> find(
      Stream<? extends AnnotationValue> values, String text) {
    return values.flatMap(value -> find(value, text).stream()).findFirst();
  }
}
