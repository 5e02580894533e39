package dev.gramme.toolkit.key;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Instants in ISO 8601, in UTC, without the Z, which would break the order next to fractions:
 * {@code 2026-05-16T14:23:00} and {@code 2026-05-16T14:23:00.125}. Seconds are always present;
 * fractions have no trailing zeros. A prefix of the text selects a year, month, day or hour. The
 * years range from 0000 to 9999.
 *
 * <p>In descending order all digits are nines' complements and a {@code ~} is appended, so that a
 * longer fraction sorts first.
 */
final class InstantEncoding implements Encoding<Instant> {
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");
  private static final String DIGITS = "0123456789";
  private static final int SECONDS_LENGTH = "0000-00-00T00:00:00".length();
  private static final int LONGEST = SECONDS_LENGTH + ".000000000~".length();
  private static final char END_OF_DESCENDING = '~';

  private final boolean descending;

  InstantEncoding(boolean descending) {
    this.descending = descending;
  }

  @Override
  public String encode(Instant value, boolean last) {
    if (value.isBefore(FIRST) || value.isAfter(LAST)) {
      throw new IllegalArgumentException("a key cannot hold the time " + value);
    }
    LocalDateTime time = LocalDateTime.ofInstant(value, ZoneOffset.UTC);
    String text = time.toLocalDate() + "T" + timeOfDay(time);
    return descending ? Complement.of(text, DIGITS) + END_OF_DESCENDING : text;
  }

  private static String timeOfDay(LocalDateTime time) {
    return two(time.getHour())
        + ":"
        + two(time.getMinute())
        + ":"
        + two(time.getSecond())
        + fraction(time.getNano());
  }

  private static String two(int number) {
    return number < 10 ? "0" + number : Integer.toString(number);
  }

  private static String fraction(int nanos) {
    if (nanos == 0) {
      return "";
    }
    String digits = Integer.toString(1_000_000_000 + nanos).substring(1);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return "." + digits.substring(0, end);
  }

  @Override
  public Instant decode(String text) {
    String ascending =
        descending ? Complement.of(text.substring(0, text.length() - 1), DIGITS) : text;
    return Instant.parse(ascending + "Z");
  }

  @Override
  public Shape shape() {
    return Shape.of(DIGITS + "-:.T~", SECONDS_LENGTH, LONGEST);
  }

  @Override
  public boolean selfDelimiting() {
    return descending;
  }

  @Override
  public int end(String key, int begin) {
    return descending ? key.indexOf(END_OF_DESCENDING, begin) + 1 : -1;
  }
}
