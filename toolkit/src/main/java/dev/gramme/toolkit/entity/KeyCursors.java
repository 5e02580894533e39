package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Cursor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Cursors that hold the key as it is, for programs that do not hand them out. */
final class KeyCursors implements Cursors {
  private static final int MAX_ATTRIBUTES = 16;

  @Override
  public Cursor seal(String pattern, Call call, Map<String, AttributeValue> key) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(fingerprint(pattern, call));
      out.writeByte(key.size());
      for (Map.Entry<String, AttributeValue> entry : new TreeMap<>(key).entrySet()) {
        out.writeUTF(entry.getKey());
        AttributeValue value = entry.getValue();
        switch (value.type()) {
          case S -> write(out, 'S', value.s().getBytes(java.nio.charset.StandardCharsets.UTF_8));
          case N -> write(out, 'N', value.n().getBytes(java.nio.charset.StandardCharsets.UTF_8));
          case B -> write(out, 'B', value.b().asByteArray());
          default -> throw new IllegalArgumentException("no key is of type " + value.type());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Cursor.of(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray()));
  }

  @Override
  public Map<String, AttributeValue> open(String pattern, Call call) {
    if (call.after().isStart()) {
      return Map.of();
    }
    byte[] bytes = Base64.getUrlDecoder().decode(call.after().token());
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readInt() != fingerprint(pattern, call)) {
        throw new IllegalArgumentException(
            "the cursor is of another access pattern, or of other arguments");
      }
      int count = in.readUnsignedByte();
      var key = new LinkedHashMap<String, AttributeValue>();
      for (int i = 0; i < Math.min(count, MAX_ATTRIBUTES); i++) {
        key.put(in.readUTF(), read(in));
      }
      return key;
    } catch (IOException e) {
      throw new IllegalArgumentException("this is no cursor", e);
    }
  }

  private static void write(DataOutputStream out, char type, byte[] value) throws IOException {
    out.writeByte(type);
    out.writeShort(value.length);
    out.write(value);
  }

  private static AttributeValue read(DataInputStream in) throws IOException {
    int type = in.readByte();
    byte[] value = in.readNBytes(in.readUnsignedShort());
    String text = new String(value, java.nio.charset.StandardCharsets.UTF_8);
    return switch (type) {
      case 'S' -> AttributeValue.fromS(text);
      case 'N' -> AttributeValue.fromN(text);
      case 'B' -> AttributeValue.fromB(SdkBytes.fromByteArray(value));
      default -> throw new IOException("type " + type);
    };
  }

  private static int fingerprint(String pattern, Call call) {
    return (pattern + call.fields() + call.condition()).hashCode();
  }
}
