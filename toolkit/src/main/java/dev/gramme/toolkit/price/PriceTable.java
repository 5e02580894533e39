package dev.gramme.toolkit.price;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/**
 * The prices of one region.
 *
 * @param region the region's name
 * @param currency the currency of all prices
 * @param date the date of the prices
 * @param source the source of the prices
 * @param prices each price
 */
public record PriceTable(
    String region, String currency, LocalDate date, String source, Map<Price, BigDecimal> prices) {

  public PriceTable {
    prices = Map.copyOf(prices);
  }

  /** The priced services. */
  public enum Price {
    READ_REQUESTS("standard.million-read-request-units"),
    WRITE_REQUESTS("standard.million-write-request-units"),
    READ_CAPACITY("standard.read-capacity-unit-hour"),
    WRITE_CAPACITY("standard.write-capacity-unit-hour"),
    STORAGE("standard.gb-month"),
    INFREQUENT_READ_REQUESTS("infrequent-access.million-read-request-units"),
    INFREQUENT_WRITE_REQUESTS("infrequent-access.million-write-request-units"),
    INFREQUENT_READ_CAPACITY("infrequent-access.read-capacity-unit-hour"),
    INFREQUENT_WRITE_CAPACITY("infrequent-access.write-capacity-unit-hour"),
    INFREQUENT_STORAGE("infrequent-access.gb-month"),
    RECOVERY("recovery.gb-month"),
    BACKUP("backup.gb-month"),
    RESTORE("restore.gb"),
    STREAM_READS("streams.hundred-thousand-reads");

    private final String property;

    Price(String property) {
      this.property = property;
    }

    /** The name of the price in a file. */
    public String property() {
      return property;
    }
  }

  /** The prices of US East (N. Virginia) that are part of the toolkit; see {@link #date}. */
  public static PriceTable usEast1() {
    try (var resource =
        Objects.requireNonNull(PriceTable.class.getResourceAsStream("us-east-1.properties"))) {
      return read(new InputStreamReader(resource, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a table from a properties file with {@code region}, {@code currency}, {@code date},
   * {@code source} and every {@link Price#property}.
   *
   * @throws IllegalArgumentException if one is missing or invalid; the message names it
   */
  public static PriceTable read(Reader file) throws IOException {
    var properties = new Properties();
    properties.load(file);
    var prices = new EnumMap<Price, BigDecimal>(Price.class);
    for (Price price : Price.values()) {
      prices.put(price, amount(properties, price.property()));
    }
    return new PriceTable(
        text(properties, "region"),
        text(properties, "currency"),
        date(text(properties, "date")),
        text(properties, "source"),
        prices);
  }

  /** One price. */
  public double of(Price price) {
    return Objects.requireNonNull(prices.get(price)).doubleValue();
  }

  private static String text(Properties properties, String name) {
    String value = properties.getProperty(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException("the price table has no " + name);
    }
    return value.strip();
  }

  private static BigDecimal amount(Properties properties, String name) {
    String value = text(properties, name);
    try {
      var amount = new BigDecimal(value);
      if (amount.signum() < 0) {
        throw new IllegalArgumentException("the price " + name + " is negative: " + value);
      }
      return amount;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("the price " + name + " is not a number: " + value, e);
    }
  }

  private static LocalDate date(String value) {
    try {
      return LocalDate.parse(value);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("the price table has an invalid date: " + value, e);
    }
  }
}
