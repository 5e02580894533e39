package dev.gramme.apps.savings.domain;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Moments as the tables have them: UTC to the microsecond, always with six digits. With {@link
 * Instant#toString}, whose number of digits varies, 14:23:00.5Z would be before 14:23:00Z, and both
 * the consumer's condition and the merge compare texts.
 */
public final class Moments {
  private static final DateTimeFormatter FIXED_WIDTH =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private Moments() {}

  /** The text of a moment; its microseconds are cut off. */
  public static String text(Instant moment) {
    return FIXED_WIDTH.format(moment);
  }

  /** The moment of a text. */
  public static Instant parse(String text) {
    return Instant.parse(text);
  }

  /** The month, in UTC, whose goals a deposit of this moment counts towards. */
  public static YearMonth month(Instant moment) {
    return YearMonth.from(moment.atOffset(ZoneOffset.UTC));
  }
}
