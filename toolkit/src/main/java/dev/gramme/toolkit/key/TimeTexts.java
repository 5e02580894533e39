package dev.gramme.toolkit.key;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The stored forms of times of day and durations, which items and keys share. */
public final class TimeTexts {
  private static final int NANO_DIGITS = 9;
  private static final DateTimeFormatter TIME_OF_DAY =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSSSSS", Locale.ROOT);

  private TimeTexts() {}

  /** A time of day with nine fractional digits, so that texts sort as the times do. */
  public static String localTime(LocalTime time) {
    return TIME_OF_DAY.format(time);
  }

  /** A duration in seconds, with as many fractional digits as it needs. */
  public static BigDecimal seconds(Duration duration) {
    BigDecimal seconds =
        BigDecimal.valueOf(duration.getSeconds())
            .add(BigDecimal.valueOf(duration.getNano(), NANO_DIGITS))
            .stripTrailingZeros();
    return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
  }

  /**
   * A duration of some seconds.
   *
   * @throws ArithmeticException if it has more than nine fractional digits, or is too long
   */
  public static Duration duration(BigDecimal seconds) {
    java.math.BigInteger nanos = seconds.movePointRight(NANO_DIGITS).toBigIntegerExact();
    java.math.BigInteger[] parts =
        nanos.divideAndRemainder(java.math.BigInteger.TEN.pow(NANO_DIGITS));
    return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
  }
}
