package dev.gramme.toolkit.key;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Instants as ISO 8601 has them, in UTC, without the Z, which would not stay in order beside
 * fractions: {@code 2026-05-16T14:23:00} and {@code 2026-05-16T14:23:00.125}. The seconds are
 * always there, and no zeros at the end of a fraction. The first characters are a prefix for a
 * year, a month, a day, an hour. Years from 0000 to 9999.
 *
 * <p>Descending, all digits are their nines' complement, and a {@code ~} stands at the end, since a
 * longer fraction is to come earlier.
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
