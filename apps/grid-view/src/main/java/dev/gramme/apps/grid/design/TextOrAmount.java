package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.FieldType;
import dev.gramme.apps.grid.domain.FieldValue;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The stored form of a value that is a sort key: numbers in one attribute, texts and days in
 * another, since a key attribute has one type.
 */
record TextOrAmount(Optional<String> text, Optional<BigDecimal> amount) {
  /** The stored form of a field's value. */
  static TextOrAmount of(String field, FieldValue value) {
    return isAmount(field)
        ? new TextOrAmount(Optional.empty(), Optional.of(new BigDecimal(value.text())))
        : new TextOrAmount(Optional.of(value.text()), Optional.empty());
  }

  /** Whether the values of a field are numbers. */
  static boolean isAmount(String field) {
    return switch (FieldType.of(field)) {
      case WHOLE, DECIMAL -> true;
      case TEXT, DATE -> false;
    };
  }

  /** The field's value. */
  FieldValue value(String field) {
    return FieldType.of(field)
        .parse(text.or(() -> amount.map(BigDecimal::toPlainString)).orElseThrow());
  }
}
