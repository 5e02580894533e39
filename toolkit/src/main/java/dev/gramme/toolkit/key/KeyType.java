package dev.gramme.toolkit.key;

import dev.gramme.toolkit.Ksuid;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A type whose values can be in a key: as text with the order of the values or, if the value is the
 * whole key, as a number or as bytes.
 *
 * <table> <caption>How values are written in a key of type S</caption> <tr><td>{@code
 * "Ana"}<td>{@code Ana}<td>by code points <tr><td>{@code 42}, {@code -42}<td>{@code b42}, {@code
 * Y57}<td>with {@code {n:6}}, {@code 000042} <tr><td>{@code 12.5}<td>{@code b12.5} <tr><td>{@code
 * true}<td>{@code true}<td>false comes first <tr><td>a LocalDate<td>{@code 2026-05-16}<td>years
 * 0000 to 9999 <tr><td>a YearMonth<td>{@code 2026-05}<td>years 0000 to 9999 <tr><td>a
 * LocalTime<td>{@code 14:23:00.125000000}<td>by time of day <tr><td>a Duration<td>{@code
 * 000000005400.000000000}<td>not negative, less than 10<sup>12</sup> seconds <tr><td>an Instant<td>{@code 2026-05-16T14:23:00.125}<td>in UTC, years 0000 to 9999
 * <tr><td>a UUID<td>in lower case<td>in the order of the text, which is not that of {@link
 * UUID#compareTo} <tr><td>a Ksuid<td>its 27 characters <tr><td>bytes<td>hexadecimal digits<td>by
 * unsigned bytes <tr><td>an enum<td>its name<td>by name, or by {@link Ranked} </table>
 */
public final class KeyType<T> {
  private static final String DIGITS = "0123456789";
  private static final String BASE_62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int MAX_WIDTH = 38;

  /** Twelve digits of seconds, a point and nine digits of nanoseconds. */
  private static final int DURATION_LENGTH = 22;

  /** Any well-formed string. */
  public static final KeyType<String> STRING =
      new KeyType<>(
          String.class,
          new TextEncoding(),
          new HexEncoding(true)
              .map(
                  text -> text.getBytes(StandardCharsets.UTF_8),
                  bytes -> new String(bytes, StandardCharsets.UTF_8)),
          null);

  public static final KeyType<BigInteger> BIG_INTEGER = integer(BigInteger.class, n -> n, n -> n);

  public static final KeyType<Long> LONG =
      integer(Long.class, BigInteger::valueOf, BigInteger::longValueExact);

  public static final KeyType<Integer> INT =
      integer(Integer.class, n -> BigInteger.valueOf(n), BigInteger::intValueExact);

  /** Decimals; those of equal value are equal keys. */
  public static final KeyType<BigDecimal> BIG_DECIMAL =
      new KeyType<>(
          BigDecimal.class,
          new DecimalEncoding(false),
          new DecimalEncoding(true),
          new Numeric<>(n -> n, n -> n));

  public static final KeyType<Boolean> BOOLEAN =
      new KeyType<>(
          Boolean.class,
          new WordsEncoding<>(Map.of(false, "false", true, "true")),
          new WordsEncoding<>(Map.of(false, "~false", true, "true")),
          null);

  public static final KeyType<LocalDate> LOCAL_DATE =
      fixed(LocalDate.class, 10, DIGITS, "-", LocalDate::toString, LocalDate::parse);

  public static final KeyType<YearMonth> YEAR_MONTH =
      fixed(YearMonth.class, 7, DIGITS, "-", YearMonth::toString, YearMonth::parse);

  /** Times of day with nine fractional digits. */
  public static final KeyType<LocalTime> LOCAL_TIME =
      fixed(LocalTime.class, 18, DIGITS, ":.", TimeTexts::localTime, LocalTime::parse);

  /** Durations that are not negative, as seconds with leading zeros and nine fractional digits. */
  public static final KeyType<Duration> DURATION =
      new KeyType<>(
          Duration.class,
          duration(false),
          duration(true),
          new Numeric<>(TimeTexts::seconds, TimeTexts::duration));

  public static final KeyType<Instant> INSTANT =
      new KeyType<>(Instant.class, new InstantEncoding(false), new InstantEncoding(true), null);

  public static final KeyType<UUID> UUID =
      fixed(
          UUID.class,
          36,
          "0123456789abcdef",
          "-",
          java.util.UUID::toString,
          java.util.UUID::fromString);

  public static final KeyType<Ksuid> KSUID =
      fixed(Ksuid.class, Ksuid.TEXT_LENGTH, BASE_62, "", Ksuid::toString, Ksuid::parse);

  public static final KeyType<byte[]> BYTES =
      new KeyType<>(byte[].class, new HexEncoding(false), new HexEncoding(true), null);

  /** Converts values to numbers and back, for keys of type N. */
  record Numeric<T>(Function<T, BigDecimal> number, Function<BigDecimal, T> value) {}

  private final Class<T> javaType;
  private final Encoding<T> encoding;
  private final @Nullable Encoding<T> opposite;
  private final @Nullable Numeric<T> numeric;
  private final boolean descending;

  private KeyType(
      Class<T> javaType,
      Encoding<T> encoding,
      @Nullable Encoding<T> opposite,
      @Nullable Numeric<T> numeric) {
    this(javaType, encoding, opposite, numeric, false);
  }

  private KeyType(
      Class<T> javaType,
      Encoding<T> encoding,
      @Nullable Encoding<T> opposite,
      @Nullable Numeric<T> numeric,
      boolean descending) {
    this.javaType = javaType;
    this.encoding = encoding;
    this.opposite = opposite;
    this.numeric = numeric;
    this.descending = descending;
  }

  /** The constants of an enum, ordered by name or by their {@link Ranked rank}. */
  public static <E extends Enum<E>> KeyType<E> of(Class<E> type) {
    Map<E, String> words = new LinkedHashMap<>();
    Map<E, String> inverted = new LinkedHashMap<>();
    boolean ranked = Ranked.class.isAssignableFrom(type);
    for (E constant : type.getEnumConstants()) {
      if (constant instanceof Ranked place) {
        BigInteger rank = BigInteger.valueOf(place.rank());
        words.put(constant, IntegerEncoding.write(rank) + "." + constant.name());
        inverted.put(constant, IntegerEncoding.write(rank.negate()) + "." + constant.name());
      } else {
        words.put(constant, constant.name());
      }
    }
    return new KeyType<>(
        type, new WordsEncoding<>(words), ranked ? new WordsEncoding<>(inverted) : null, null);
  }

  /**
   * A fixed set of strings, for example the names of an enum whose class is not available. It has
   * no descending form.
   */
  public static KeyType<String> oneOf(List<String> words) {
    Map<String, String> same = new LinkedHashMap<>();
    words.forEach(word -> same.put(word, word));
    return new KeyType<>(String.class, new WordsEncoding<>(same), null, null);
  }

  private static <T> KeyType<T> integer(
      Class<T> type, Function<T, BigInteger> to, Function<BigInteger, T> from) {
    return new KeyType<>(
        type,
        new IntegerEncoding(false).map(to, from),
        new IntegerEncoding(true).map(to, from),
        new Numeric<>(
            value -> new BigDecimal(to.apply(value)), n -> from.apply(n.toBigIntegerExact())));
  }

  private static <T> KeyType<T> fixed(
      Class<T> type,
      int length,
      String alphabet,
      String punctuation,
      Function<T, String> write,
      Function<String, T> read) {
    return new KeyType<>(
        type,
        new FixedEncoding<>(length, alphabet, punctuation, write, read, false),
        new FixedEncoding<>(length, alphabet, punctuation, write, read, true),
        null);
  }

  private static Encoding<Duration> duration(boolean descending) {
    return new FixedEncoding<>(
        DURATION_LENGTH,
        DIGITS,
        ".",
        KeyType::padded,
        text -> TimeTexts.duration(new BigDecimal(text)),
        descending);
  }

  private static String padded(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("a key cannot hold the negative duration " + duration);
    }
    String text = TimeTexts.seconds(duration).setScale(9).toPlainString();
    return "0".repeat(Math.max(0, DURATION_LENGTH - text.length())) + text;
  }

  /** The class of the values; the wrapper class for a primitive type. */
  public Class<T> javaType() {
    return javaType;
  }

  /** Whether the order is descending. */
  public boolean isDescending() {
    return descending;
  }

  /**
   * The same values in descending order, as with {@code {placedAt:desc}}.
   *
   * @throws IllegalArgumentException if the type does not support it, such as enums without ranks
   */
  public KeyType<T> descending() {
    if (opposite == null) {
      throw new IllegalArgumentException(javaType.getSimpleName() + " has no descending order");
    }
    return new KeyType<>(
        javaType, /* encoding= */ opposite, /* opposite= */ encoding, numeric, !descending);
  }

  /**
   * Non-negative integers with leading zeros, as with {@code {number:6}}.
   *
   * @param width the number of digits, from 1 to 38
   * @throws IllegalArgumentException if the type is not an integer type
   */
  public KeyType<T> padded(int width) {
    if (numeric == null || javaType == BigDecimal.class || javaType == Duration.class) {
      throw new IllegalArgumentException(javaType.getSimpleName() + " is not an integer type");
    }
    if (width < 1 || width > MAX_WIDTH) {
      throw new IllegalArgumentException("the width must be 1 to 38, not " + width);
    }
    return new KeyType<>(
        javaType,
        padded(width, descending, numeric),
        padded(width, !descending, numeric),
        numeric,
        descending);
  }

  private static <T> Encoding<T> padded(int width, boolean descending, Numeric<T> numeric) {
    return new PaddedEncoding(width, descending)
        .map(
            value -> numeric.number.apply(value).toBigIntegerExact(),
            n -> numeric.value.apply(new BigDecimal(n)));
  }

  /**
   * Strings in lower case, as with {@code {email:lower}}, so that keys of strings that differ only
   * in case are equal.
   *
   * @throws IllegalArgumentException if the values are not strings
   */
  public KeyType<T> lowerCase() {
    return folded(CaseFolding::lower);
  }

  /** Strings in upper case, as with {@code {code:upper}}; see {@link #lowerCase}. */
  public KeyType<T> upperCase() {
    return folded(CaseFolding::upper);
  }

  private KeyType<T> folded(UnaryOperator<String> fold) {
    if (javaType != String.class || opposite == null) {
      throw new IllegalArgumentException(
          javaType.getSimpleName() + " is not a string and has no lower or upper case");
    }
    Function<T, T> folded = value -> javaType.cast(fold.apply((String) value));
    return new KeyType<>(
        javaType,
        encoding.map(folded, value -> value),
        opposite.map(folded, value -> value),
        numeric,
        descending);
  }

  /** Whether ranges of the values are supported: false for enums without ranks. */
  public boolean isOrdered() {
    return opposite != null;
  }

  /** Whether a key of type N can hold the values. */
  public boolean isNumeric() {
    return numeric != null;
  }

  /**
   * Encodes a value as the last part of a key.
   *
   * @throws IllegalArgumentException if the value cannot be encoded
   */
  public String encode(T value) {
    return encoding.encode(value, true);
  }

  /** Decodes a text from {@link #encode}. */
  public T decode(String text) {
    return encoding.decode(text);
  }

  Encoding<T> encoding() {
    return encoding;
  }

  @Nullable Numeric<T> numeric() {
    return numeric;
  }

  @Override
  public String toString() {
    return javaType.getSimpleName() + (descending ? " descending" : "");
  }
}
