package dev.gramme.toolkit.page;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Positions as bytes: names and values of key attributes, ordered by name, each with its length in
 * two bytes.
 */
final class Positions {
  private static final int MAX_LENGTH = 0xFFFF;

  private Positions() {}

  static byte[] encode(Map<String, AttributeValue> position) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new TreeMap<>(position)
        .forEach((name, value) -> {
          write(out, name.getBytes(StandardCharsets.UTF_8));
          switch (value.type()) {
            case S -> {
              out.write('S');
              write(out, value.s().getBytes(StandardCharsets.UTF_8));
            }
            case N -> {
              out.write('N');
              write(out, value.n().getBytes(StandardCharsets.US_ASCII));
            }
            case B -> {
              out.write('B');
              write(out, value.b().asByteArray());
            }
            default -> throw new IllegalArgumentException("not a key attribute: " + name);
          }
        });
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, byte[] bytes) {
    if (bytes.length > MAX_LENGTH) {
      throw new IllegalArgumentException("a key of " + bytes.length + " bytes");
    }
    out.write(bytes.length >> 8);
    out.write(bytes.length);
    out.writeBytes(bytes);
  }

  /** Decodes bytes from {@link #encode}. */
  static Map<String, AttributeValue> decode(byte[] bytes) {
    Map<String, AttributeValue> position = new LinkedHashMap<>();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.hasRemaining()) {
      String name = new String(read(in), StandardCharsets.UTF_8);
      byte type = in.get();
      byte[] value = read(in);
      position.put(
          name,
          switch (type) {
            case 'S' -> AttributeValue.fromS(new String(value, StandardCharsets.UTF_8));
            case 'N' -> AttributeValue.fromN(new String(value, StandardCharsets.US_ASCII));
            case 'B' -> AttributeValue.fromB(SdkBytes.fromByteArray(value));
            default ->
                throw new IllegalStateException("a signed cursor with a value of type " + type);
          });
    }
    return position;
  }

  private static byte[] read(ByteBuffer in) {
    byte[] bytes = new byte[Short.toUnsignedInt(in.getShort())];
    in.get(bytes);
    return bytes;
  }
}
