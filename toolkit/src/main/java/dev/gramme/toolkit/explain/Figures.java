package dev.gramme.toolkit.explain;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers for readers, independent of the machine's locale. */
final class Figures {
  private static final String[] BYTE_UNITS = {"B", "KB", "MB", "GB", "TB", "PB"};
  private static final double BYTES_STEP = 1024;

  private Figures() {}

  /** Units, with thousands separators, at most two decimals and without trailing zeros. */
  static String units(double units) {
    BigDecimal rounded =
        BigDecimal.valueOf(units).setScale(2, RoundingMode.HALF_UP).stripTrailingZeros();
    int decimals = Math.max(0, rounded.scale());
    return String.format(Locale.ROOT, "%,." + decimals + "f", rounded);
  }

  /** A whole number with thousands separators. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A size in the largest suitable unit: {@code 4.5 KB}. */
  static String bytes(double bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= BYTES_STEP && unit < BYTE_UNITS.length - 1) {
      value /= BYTES_STEP;
      unit++;
    }
    String number =
        value >= 100 || unit == 0
            ? Long.toString(Math.round(value))
            : BigDecimal.valueOf(value)
                .setScale(1, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    return number + " " + BYTE_UNITS[unit];
  }

  /** An amount of money in dollars and cents. */
  static String money(double dollars) {
    return String.format(Locale.ROOT, "%,.2f", dollars);
  }

  /** A quantity, with thousands separators and at most two decimals. */
  static String quantity(double quantity) {
    String text = String.format(Locale.ROOT, "%,.2f", quantity);
    return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
  }

  /** A price, with all of its digits. */
  static String price(double price) {
    return BigDecimal.valueOf(price).stripTrailingZeros().toPlainString();
  }

  /** A share as a percentage. */
  static String percent(double share) {
    return units(share * 100) + " %";
  }
}
