package dev.gramme.apps.grid.domain;

import dev.gramme.apps.grid.domain.FieldValue.Day;
import dev.gramme.apps.grid.domain.FieldValue.Decimal;
import dev.gramme.apps.grid.domain.FieldValue.Text;
import dev.gramme.apps.grid.domain.FieldValue.Whole;
import dev.gramme.toolkit.key.KeyTemplate;
import dev.gramme.toolkit.key.KeyType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * A value and a number encoded as one text with the order of the pair; both can be decoded: {@code
 * 2023-05-01#a1}, {@code Y57#b17} for -42, {@code Needs$`Painting#a1}.
 */
public record SortText(FieldValue value, long number) {
  private static final KeyTemplate NUMBER =
      KeyTemplate.of("{number}", Map.of("number", KeyType.LONG));

  private static KeyTemplate template(KeyType<?> type) {
    return KeyTemplate.of("{value}#{number}", Map.of("value", type, "number", KeyType.LONG));
  }

  private static final KeyTemplate TEXT = template(KeyType.STRING);
  private static final KeyTemplate WHOLE = template(KeyType.BIG_INTEGER);
  private static final KeyTemplate DECIMAL = template(KeyType.BIG_DECIMAL);
  private static final KeyTemplate DAY = template(KeyType.LOCAL_DATE);

  /** The text. */
  public String text() {
    return switch (value) {
      case Text(String text) -> TEXT.format(text, number);
      case Whole(BigInteger whole) -> WHOLE.format(whole, number);
      case Decimal(BigDecimal decimal) -> DECIMAL.format(decimal, number);
      case Day(LocalDate day) -> DAY.format(day, number);
    };
  }

  /**
   * Decodes a text.
   *
   * @throws IllegalArgumentException if it is not a sort text of this type
   */
  public static SortText parse(FieldType type, String text) {
    List<Object> parts =
        switch (type) {
          case TEXT -> parts(TEXT, text);
          case WHOLE -> parts(WHOLE, text);
          case DECIMAL -> parts(DECIMAL, text);
          case DATE -> parts(DAY, text);
        };
    FieldValue value =
        switch (parts.getFirst()) {
          case String s -> new Text(s);
          case BigInteger whole -> new Whole(whole);
          case BigDecimal decimal -> new Decimal(decimal);
          case LocalDate day -> new Day(day);
          default -> throw new IllegalStateException("no value: " + parts);
        };
    return new SortText(value, (Long) parts.getLast());
  }

  private static List<Object> parts(KeyTemplate template, String text) {
    return template
        .match(text)
        .orElseThrow(() -> new IllegalArgumentException("not a sort text: " + text));
  }

  /** Encodes a number only, as a text with the same order. */
  public static String ofNumber(long number) {
    return NUMBER.format(number);
  }

  /**
   * Decodes the text of a number.
   *
   * @throws IllegalArgumentException if it is not one
   */
  public static long number(String text) {
    return (Long) parts(NUMBER, text).getFirst();
  }
}
