package dev.gramme.model;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Encodes numbers so that the unsigned order of the bytes is the order of the numbers. The encoding
 * of a magnitude 0.d1d2... x 10^e is a sign byte, a byte for e, one byte for each pair of digits
 * (its value plus one), and a zero byte. For negative numbers the bytes after the sign are
 * complemented. An encoding has at most 22 bytes.
 */
final class NumberCodec {
  private static final int NEGATIVE = 1;
  private static final int ZERO = 2;
  private static final int POSITIVE = 3;

  /** Maps the exponents -129 (of 1E-130) to 126 (of 9.9E+125) to 0 to 255. */
  private static final int EXPONENT_BIAS = 129;

  private static final int LONG_DIGITS = 18;

  /** The limit for decoding: 38 digits, and a zero at either end where a pair is incomplete. */
  private static final int MAX_DIGITS = 40;

  private NumberCodec() {}

  static void write(ByteWriter out, BigDecimal number) {
    BigDecimal value = DynamoNumber.canonical(number);
    int sign = value.signum();
    if (sign == 0) {
      out.writeByte(ZERO);
      return;
    }
    int flip = sign < 0 ? 0xff : 0;
    out.writeByte(sign < 0 ? NEGATIVE : POSITIVE);
    int precision = value.precision();
    out.writeByte((precision - value.scale() + EXPONENT_BIAS) ^ flip);
    if (precision <= LONG_DIGITS) {
      writeDigits(out, Math.abs(value.unscaledValue().longValue()), precision, flip);
    } else {
      String digits = value.unscaledValue().abs().toString();
      for (int i = 0; i < precision; i += 2) {
        int tens = digits.charAt(i) - '0';
        int ones = i + 1 < precision ? digits.charAt(i + 1) - '0' : 0;
        out.writeByte((tens * 10 + ones + 1) ^ flip);
      }
    }
    out.writeByte(flip);
  }

  private static void writeDigits(ByteWriter out, long magnitude, int precision, int flip) {
    long digits = precision % 2 == 0 ? magnitude : magnitude * 10;
    long divisor = 1;
    for (int i = 2; i < precision; i += 2) {
      divisor *= 100;
    }
    for (; divisor > 0; divisor /= 100) {
      out.writeByte((int) (digits / divisor % 100 + 1) ^ flip);
    }
  }

  static BigDecimal read(ByteReader in) {
    int sign = in.readByte();
    if (sign == ZERO) {
      return BigDecimal.ZERO;
    }
    if (sign != NEGATIVE && sign != POSITIVE) {
      throw ByteReader.damaged("unknown number sign " + sign);
    }
    int flip = sign == NEGATIVE ? 0xff : 0;
    int exponent = (in.readByte() ^ flip) - EXPONENT_BIAS;
    long digits = 0;
    int count = 0;
    BigInteger large = null;
    for (int pair = in.readByte() ^ flip; pair != 0; pair = in.readByte() ^ flip) {
      if (pair > 100 || count == MAX_DIGITS) {
        throw ByteReader.damaged("a number has invalid or too many digits");
      }
      if (count + 2 > LONG_DIGITS) {
        BigInteger soFar = large == null ? BigInteger.valueOf(digits) : large;
        large = soFar.multiply(HUNDRED).add(BigInteger.valueOf(pair - 1L));
      } else {
        digits = digits * 100 + pair - 1;
      }
      count += 2;
    }
    BigDecimal magnitude =
        large == null
            ? BigDecimal.valueOf(digits, count - exponent)
            : new BigDecimal(large, count - exponent);
    return DynamoNumber.canonical(sign == NEGATIVE ? magnitude.negate() : magnitude);
  }

  private static final BigInteger HUNDRED = BigInteger.valueOf(100);
}
