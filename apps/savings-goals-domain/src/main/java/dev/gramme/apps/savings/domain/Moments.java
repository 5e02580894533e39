package dev.gramme.apps.savings.domain;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Converts times to the text that the tables store: UTC with exactly six fractional digits. The
 * consumer's condition expression compares these texts. {@link Instant#toString} writes a variable
 * number of digits, so that 14:23:00.5Z would sort before 14:23:00Z.
 */
public final class Moments {
  private static final DateTimeFormatter FIXED_WIDTH =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private Moments() {}

  /** The text of a time, truncated to microseconds. */
  public static String text(Instant moment) {
    return FIXED_WIDTH.format(moment);
  }

  /** Parses a time. */
  public static Instant parse(String text) {
    return Instant.parse(text);
  }

  /** The month, in UTC, whose goals a deposit at this time counts towards. */
  public static YearMonth month(Instant moment) {
    return YearMonth.from(moment.atOffset(ZoneOffset.UTC));
  }
}
