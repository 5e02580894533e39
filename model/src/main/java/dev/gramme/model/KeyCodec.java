package dev.gramme.model;

import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Encodes key values so that the unsigned order of the bytes is the service's order: strings by
 * UTF-8 bytes, numbers by value, binaries by unsigned bytes. Every encoding is self-delimiting, so
 * that several can be concatenated without ambiguity: in strings and binaries a zero byte becomes
 * {@code 00 FF}, and {@code 00 00} ends the value.
 */
public final class KeyCodec {
  private static final int ESCAPED_ZERO = 0xff;

  private KeyCodec() {}

  /** Appends the encoding of a key value: S, N or B. */
  public static void write(ByteWriter out, AttributeValue value) {
    if (value instanceof N n) {
      NumberCodec.write(out, n.value());
      return;
    }
    writePrefix(out, value);
    out.writeByte(0).writeByte(0);
  }

  /**
   * Appends the common prefix of the encodings of all values that begin with this string or binary.
   */
  public static void writePrefix(ByteWriter out, AttributeValue value) {
    byte[] bytes = bytes(value);
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        out.write(bytes, from, i + 1 - from).writeByte(ESCAPED_ZERO);
        from = i + 1;
      }
    }
    out.write(bytes, from, bytes.length - from);
  }

  private static byte[] bytes(AttributeValue value) {
    if (value instanceof S s) {
      return Utf8.bytes(s.value());
    }
    if (value instanceof B b) {
      return b.value().shared();
    }
    throw new IllegalArgumentException("a key value cannot have type " + value.type());
  }

  /** Reads a value of this type. */
  public static AttributeValue read(ByteReader in, AttributeType type) {
    return switch (type) {
      case N -> new N(NumberCodec.read(in));
      case S -> new S(new String(unescape(in), StandardCharsets.UTF_8));
      case B -> new B(Binary.owning(unescape(in)));
      default -> throw new IllegalArgumentException("a key value cannot have type " + type);
    };
  }

  /** The size of a key value in bytes, as counted for the service's limits. */
  public static int sizeBytes(AttributeValue value) {
    return ItemSize.of(value);
  }

  private static byte[] unescape(ByteReader in) {
    var bytes = new ByteArrayOutputStream();
    while (true) {
      int next = in.readByte();
      if (next == 0 && in.readByte() != ESCAPED_ZERO) {
        return bytes.toByteArray();
      }
      bytes.write(next);
    }
  }
}
