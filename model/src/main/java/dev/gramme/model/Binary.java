package dev.gramme.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sequence of bytes. The order compares unsigned bytes; a prefix comes before the
 * longer sequence.
 */
public final class Binary implements Comparable<Binary> {
  private final byte[] bytes;

  private Binary(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A copy of the bytes. */
  public static Binary copyOf(byte[] bytes) {
    return new Binary(bytes.clone());
  }

  /** Wraps the array without a copy. The caller must not use it any more. */
  static Binary owning(byte[] bytes) {
    return new Binary(bytes);
  }

  /** Decodes Base64 text. */
  public static Binary fromBase64(String text) {
    return new Binary(Base64.getDecoder().decode(text));
  }

  /** The number of bytes. */
  public int length() {
    return bytes.length;
  }

  /** The byte at an index. */
  public byte at(int index) {
    return bytes[index];
  }

  /** A copy of the bytes. */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /** The bytes as Base64 text, with padding. */
  public String toBase64() {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Whether this begins with the bytes of the prefix. */
  public boolean startsWith(Binary prefix) {
    return bytes.length >= prefix.bytes.length
        && Arrays.equals(bytes, 0, prefix.bytes.length, prefix.bytes, 0, prefix.bytes.length);
  }

  /** Whether the other's bytes occur in this as a contiguous part. Takes linear time. */
  public boolean contains(Binary part) {
    return part.bytes.length <= bytes.length && TextSearch.contains(latin(), part.latin());
  }

  /** The bytes as a string with one character for each byte. */
  private String latin() {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /**
   * The internal array, without a copy. Only codecs of this package use it, and they do not change
   * it.
   */
  byte[] shared() {
    return bytes;
  }

  @Override
  public int compareTo(Binary other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Binary that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The Base64 text, which is how the service's messages show binaries. */
  @Override
  public String toString() {
    return toBase64();
  }
}
