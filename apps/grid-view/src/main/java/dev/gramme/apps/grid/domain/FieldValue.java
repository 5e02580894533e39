package dev.gramme.apps.grid.domain;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;

/** The value of a field of an issue. */
public sealed interface FieldValue {
  /** A text. {@link SortText} orders texts by code points. */
  record Text(String value) implements FieldValue {
    @Override
    public String text() {
      return value;
    }
  }

  /** A whole number. */
  record Whole(BigInteger value) implements FieldValue {
    @Override
    public String text() {
      return value.toString();
    }
  }

  /** A decimal. 1.0 and 1.00 are equal, because trailing zeros are removed. */
  record Decimal(BigDecimal value) implements FieldValue {
    public Decimal {
      value = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    }

    @Override
    public String text() {
      return value.toPlainString();
    }
  }

  /** A day. */
  record Day(LocalDate value) implements FieldValue {
    @Override
    public String text() {
      return value.toString();
    }
  }

  /** The value in readable form; {@link FieldType#parse} reads it. */
  String text();
}
