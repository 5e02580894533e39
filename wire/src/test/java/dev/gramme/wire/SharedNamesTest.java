package dev.gramme.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import dev.gramme.model.ApiError;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The names in one client's requests cannot affect the responses to other clients, even if they are
 * chosen maliciously.
 */
class SharedNamesTest {
  private static final int COLLIDING = 6000;
  private static final int OTHERS = 300;

  /** The factor by which Jackson's hash function multiplies the second four bytes of a name. */
  private static final int FACTOR = 33;

  /**
   * Names of eight bytes that have the same hash in Jackson's byte-based name table, for every
   * seed.
   */
  private static List<String> collidingBytes() {
    int inverse =
        BigInteger.valueOf(FACTOR).modInverse(BigInteger.ONE.shiftLeft(Integer.SIZE)).intValue();
    int wanted = 12345;
    var names = new ArrayList<String>();
    for (int first = 0x20202020; names.size() < COLLIDING; first++) {
      if (isText(first)) {
        int mixed = first + (first >>> 15);
        mixed ^= mixed >>> 9;
        int second = (wanted - mixed) * inverse;
        if (isText(second)) {
          names.add(text(first) + text(second));
        }
      }
    }
    return names;
  }

  private static boolean isText(int fourBytes) {
    for (char c :
        new char[] {
          (char) (fourBytes >>> 24),
          (char) (fourBytes >>> 16 & 0xff),
          (char) (fourBytes >>> 8 & 0xff),
          (char) (fourBytes & 0xff)
        }) {
      if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }

  private static String text(int fourBytes) {
    var bytes = java.nio.ByteBuffer.allocate(Integer.BYTES).putInt(fourBytes);
    return new String(bytes.array(), StandardCharsets.US_ASCII);
  }

  private static int quad(String name, int from) {
    return java.nio.ByteBuffer.wrap(name.getBytes(StandardCharsets.US_ASCII)).getInt(from);
  }

  /** Names that have the same hash in Jackson's character-based name table. */
  private static List<String> collidingCharacters() {
    List<String> names = List.of("");
    while (names.size() < COLLIDING) {
      var longer = new ArrayList<String>();
      for (String name : names) {
        longer.add(name + "ac");
        longer.add(name + "bB");
      }
      names = longer;
    }
    return names;
  }

  private static String object(List<String> names) {
    return "{\"" + String.join("\":1,\"", names) + "\":1}";
  }

  @Test
  void a_request_with_colliding_names_does_not_affect_others() {
    List<String> names = collidingBytes();
    var table = ByteQuadsCanonicalizer.createRoot();
    assertThat(names.stream().map(name -> table.calcHash(quad(name, 0), quad(name, 4))).distinct())
        .hasSize(1);
    String others = object(names.subList(0, OTHERS)).replace("\":1", "x\":1");
    check(object(names));
    check(others);
    check(object(names.subList(COLLIDING - OTHERS, COLLIDING)));
  }

  private static void check(String json) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    JsonSyntax.check(body, 0, body.length);
    try {
      RequestDecoder.decode(body, 0, body.length, Requests.EVERY_KIND);
    } catch (ApiError error) {
      throw new AssertionError(error);
    }
  }

  @Test
  void a_document_with_colliding_names_does_not_affect_others() {
    List<String> names = collidingCharacters();
    assertThat(JsonValue.parse(object(names))).isPresent();
    assertThat(JsonValue.parse(object(names.subList(0, OTHERS)))).isPresent();
  }
}
