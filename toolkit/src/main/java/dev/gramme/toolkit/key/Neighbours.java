package dev.gramme.toolkit.key;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The direct predecessor and successor of a sort key. BETWEEN is DynamoDB's only key condition with
 * two bounds, and it includes both. A range with exclusive bounds is therefore one between their
 * neighbours. Neighbours exist because a sort key has at most 1024 bytes and a number 38 digits.
 */
final class Neighbours {
  /** The maximum size of a sort key. */
  static final int SORT_KEY_BYTES = 1024;

  private static final int NUMBER_DIGITS = 38;
  private static final BigDecimal LEAST_NUMBER = new BigDecimal("1E-130");

  private Neighbours() {}

  /** The greatest smaller text; empty if there is none. */
  static Optional<String> before(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    int lastAt = text.offsetByCodePoints(text.length(), -1);
    int last = text.codePointAt(lastAt);
    String head = text.substring(0, lastAt);
    if (last == 0) {
      return Optional.of(head);
    }
    int lower = last == 0xE000 ? 0xD7FF : last - 1;
    return Optional.of(greatest(head + Character.toString(lower)));
  }

  /** The smallest greater text. */
  static String after(String text) {
    return text + '\0';
  }

  /** The greatest text with a prefix: padded with the greatest characters that fit. */
  static String greatest(String prefix) {
    int room = SORT_KEY_BYTES - prefix.getBytes(StandardCharsets.UTF_8).length;
    StringBuilder text = new StringBuilder(prefix);
    for (; room >= 4; room -= 4) {
      text.append("\uDBFF\uDFFF");
    }
    return text.append(room == 3 ? "\uFFFF" : room == 2 ? "\u07FF" : room == 1 ? "\u007F" : "")
        .toString();
  }

  /** The greatest smaller number with 38 digits. */
  static BigDecimal before(BigDecimal number) {
    return after(number.negate()).negate();
  }

  /** The smallest greater number with 38 digits. */
  static BigDecimal after(BigDecimal number) {
    if (number.signum() == 0) {
      return LEAST_NUMBER;
    }
    BigDecimal shortest = number.stripTrailingZeros();
    int exponent = shortest.precision() - shortest.scale();
    boolean towardsZero = number.signum() < 0;
    boolean isPowerOfTen =
        shortest.precision() == 1 && shortest.unscaledValue().abs().intValue() == 1;
    int lastDigit = exponent - NUMBER_DIGITS - (towardsZero && isPowerOfTen ? 1 : 0);
    BigDecimal step = BigDecimal.ONE.scaleByPowerOfTen(lastDigit).max(LEAST_NUMBER);
    return number.add(step);
  }

  private static Optional<byte[]> before(byte[] bytes) {
    if (bytes.length == 0) {
      return Optional.empty();
    }
    int last = bytes[bytes.length - 1] & 0xFF;
    if (last == 0) {
      return Optional.of(Arrays.copyOf(bytes, bytes.length - 1));
    }
    byte[] greatest = Arrays.copyOf(bytes, Math.max(SORT_KEY_BYTES, bytes.length));
    greatest[bytes.length - 1] = (byte) (last - 1);
    Arrays.fill(greatest, bytes.length, greatest.length, (byte) 0xFF);
    return Optional.of(greatest);
  }

  /** The greatest smaller sort key; empty if there is none. */
  static Optional<AttributeValue> before(AttributeValue value) {
    return switch (value.type()) {
      case S -> before(value.s()).map(AttributeValue::fromS);
      case N -> Optional.of(AttributeValue.fromN(before(new BigDecimal(value.n())).toString()));
      case B ->
          before(value.b().asByteArray()).map(b -> AttributeValue.fromB(SdkBytes.fromByteArray(b)));
      default -> throw new IllegalArgumentException("no key: " + value);
    };
  }

  /** The smallest greater sort key. */
  static AttributeValue after(AttributeValue value) {
    return switch (value.type()) {
      case S -> AttributeValue.fromS(after(value.s()));
      case N -> AttributeValue.fromN(after(new BigDecimal(value.n())).toString());
      case B -> {
        byte[] bytes = value.b().asByteArray();
        yield AttributeValue.fromB(SdkBytes.fromByteArray(Arrays.copyOf(bytes, bytes.length + 1)));
      }
      default -> throw new IllegalArgumentException("no key: " + value);
    };
  }

  /** Compares two sort keys in DynamoDB's order. */
  static int compare(AttributeValue one, AttributeValue other) {
    return switch (one.type()) {
      case S ->
          Arrays.compareUnsigned(
              one.s().getBytes(StandardCharsets.UTF_8), other.s().getBytes(StandardCharsets.UTF_8));
      case N -> new BigDecimal(one.n()).compareTo(new BigDecimal(other.n()));
      case B -> Arrays.compareUnsigned(one.b().asByteArray(), other.b().asByteArray());
      default -> throw new IllegalArgumentException("no key: " + one);
    };
  }
}
