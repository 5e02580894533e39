package dev.gramme.toolkit.processor;

import java.util.List;
import java.util.Optional;
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
    return switch (value.getValue()) {
      case String held -> held.equals(text) ? Optional.of(value) : Optional.empty();
      case List<?> values ->
          values.stream()
              .map(AnnotationValue.class::cast)
              .flatMap(one -> find(one, text).stream())
              .findFirst();
      case AnnotationMirror nested ->
          nested.getElementValues().values().stream()
              .flatMap(one -> find(one, text).stream())
              .findFirst();
      default -> Optional.empty();
    };
  }
}
