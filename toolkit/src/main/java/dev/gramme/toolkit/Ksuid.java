package dev.gramme.toolkit;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * A K-sortable unique identifier: four bytes of seconds since 2014-05-13T16:53:20Z and sixteen
 * random bytes, written as 27 characters of base 62. Identifiers, their bytes and their texts have
 * the same order: by time, then random.
 *
 * <p>The format is Segment's, and the texts are compatible with other implementations. Times reach
 * to the year 2150.
 */
public final class Ksuid implements Comparable<Ksuid> {
  /** The number of characters of the text. */
  public static final int TEXT_LENGTH = 27;

  /** The number of bytes. */
  public static final int BYTES = 20;

  /** The Unix time in seconds at which the KSUID epoch begins. */
  public static final long EPOCH_SECOND = 1_400_000_000L;

  private static final int PAYLOAD_BYTES = 16;
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int BASE = 62;

  private final byte[] bytes;

  private Ksuid(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A new identifier.
   *
   * @param random the source of the sixteen bytes; use a {@link java.security.SecureRandom} if
   *     identifiers must be unpredictable
   */
  public static Ksuid next(InstantSource clock, RandomGenerator random) {
    byte[] payload = new byte[PAYLOAD_BYTES];
    random.nextBytes(payload);
    return of(clock.instant(), payload);
  }

  /**
   * The identifier of a time and sixteen bytes. Fractions of the second are dropped.
   *
   * @throws IllegalArgumentException if the time is before 2014-05-13T16:53:20Z or after the year
   *     2150
   */
  public static Ksuid of(Instant time, byte[] payload) {
    long seconds = time.getEpochSecond() - EPOCH_SECOND;
    if (seconds < 0 || seconds > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException("a KSUID cannot hold the time " + time);
    }
    if (payload.length != PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "a KSUID has 16 bytes after its time, not " + payload.length);
    }
    return new Ksuid(ByteBuffer.allocate(BYTES).putInt((int) seconds).put(payload).array());
  }

  /** The smallest identifier of a second; converts a range of times into a range of identifiers. */
  public static Ksuid first(Instant time) {
    return of(time, new byte[PAYLOAD_BYTES]);
  }

  /** The greatest identifier of a second. */
  public static Ksuid last(Instant time) {
    byte[] payload = new byte[PAYLOAD_BYTES];
    Arrays.fill(payload, (byte) 0xFF);
    return of(time, payload);
  }

  /**
   * The identifier with these bytes.
   *
   * @throws IllegalArgumentException if there are not twenty
   */
  public static Ksuid of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a KSUID has 20 bytes, not " + bytes.length);
    }
    return new Ksuid(bytes.clone());
  }

  /**
   * The identifier with this text.
   *
   * @throws IllegalArgumentException if the text is not a KSUID
   */
  public static Ksuid parse(String text) {
    if (text.length() != TEXT_LENGTH) {
      throw new IllegalArgumentException("a KSUID has 27 characters: " + text);
    }
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < TEXT_LENGTH; i++) {
      int carry = DIGITS.indexOf(text.charAt(i));
      if (carry < 0) {
        throw new IllegalArgumentException("a KSUID consists of letters and digits: " + text);
      }
      for (int at = BYTES - 1; at >= 0; at--) {
        carry += (bytes[at] & 0xFF) * BASE;
        bytes[at] = (byte) carry;
        carry >>>= 8;
      }
      if (carry != 0) {
        throw new IllegalArgumentException("this is more than 20 bytes: " + text);
      }
    }
    return new Ksuid(bytes);
  }

  /** Its time, in whole seconds. */
  public Instant instant() {
    return Instant.ofEpochSecond(EPOCH_SECOND + (ByteBuffer.wrap(bytes).getInt() & 0xFFFF_FFFFL));
  }

  /** The sixteen bytes after the time. */
  public byte[] payload() {
    return Arrays.copyOfRange(bytes, BYTES - PAYLOAD_BYTES, BYTES);
  }

  /** The twenty bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** The bytes as hexadecimal digits. */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public int compareTo(Ksuid other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ksuid that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The text of 27 characters. */
  @Override
  public String toString() {
    int[] left = new int[BYTES];
    for (int i = 0; i < BYTES; i++) {
      left[i] = bytes[i] & 0xFF;
    }
    char[] text = new char[TEXT_LENGTH];
    for (int i = TEXT_LENGTH - 1; i >= 0; i--) {
      int remainder = 0;
      for (int at = 0; at < BYTES; at++) {
        int dividend = (remainder << 8) | left[at];
        left[at] = dividend / BASE;
        remainder = dividend % BASE;
      }
      text[i] = DIGITS.charAt(remainder);
    }
    return new String(text);
  }
}
