package dev.gramme.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Wording;
import dev.gramme.testkit.Gen;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Corrupted requests: decoding returns a structure or throws an ApiError, and reports malformed
 * JSON exactly if the body does not conform to RFC 8259.
 */
@Timeout(120)
class DecoderFuzzTest {
  private static final int RUNS = 10_000;

  private static final Pattern NOT_CHECKABLE =
      Pattern.compile("[-+.0-9eE]{1000}|\\\\u[dD][89a-fA-F]");

  private static final List<String> FRAGMENTS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\\",
          "\\u00",
          "\\ud800",
          "null",
          "true",
          "1e5",
          "-",
          "0",
          ".",
          " ",
          "\n",
          "\0",
          "\"S\":",
          "\"N\":\"",
          "\"M\":{",
          "{\"L\":[",
          "\"NULL\":false",
          "\"SS\":[]",
          "\"B\":\"A",
          "\"Item\":",
          "\"TableName\":\"\"",
          "\"Expected\":{\"a\":",
          "{\"L\":[".repeat(33),
          "[".repeat(1001),
          "9".repeat(1001),
          "/**/",
          "//",
          "NaN",
          "'",
          "\u00e9");

  private static final List<StructureShape> SHAPES =
      List.of(
          Requests.PUT_ITEM,
          Requests.EVERY_KIND,
          Requests.CREATE_TABLE,
          Requests.BATCH_WRITE,
          Requests.BATCH_GET);

  private static byte[] body(Gen gen) {
    var json = new JsonWriter();
    json.beginObject().name("TableName").string(gen.word(4));
    json.name("Item").item(gen.item(0, 4, 2)).name("Key").item(gen.item(0, 2, 1));
    json.name("ReturnValues").string("NONE").name("Integer").number(gen.nextLong());
    json.name("KeySchema").beginArray().beginObject().name("AttributeName").string(gen.string(9));
    json.name("KeyType").string("HASH").endObject().endArray();
    json.name("Expected").beginObject().name("a").beginObject().name("Exists").bool(true);
    json.endObject().endObject();
    json.name("RequestItems").beginObject().name(gen.string(5)).beginArray().endArray().endObject();
    return json.endObject().toByteArray();
  }

  private static byte[] corrupted(Gen gen, byte[] body) {
    byte[] result = body;
    for (int i = gen.between(0, 3); i > 0 && result.length > 0; i--) {
      int from = gen.nextInt(result.length);
      int to = Math.min(result.length, from + gen.between(0, gen.chance(80) ? 3 : 200));
      byte[] fragment =
          switch (gen.nextInt(4)) {
            case 0 -> new byte[0];
            case 1 -> gen.bytes(gen.between(1, 2));
            case 2 -> Arrays.copyOfRange(result, from, to);
            default -> gen.oneOf(FRAGMENTS).getBytes(StandardCharsets.UTF_8);
          };
      int resume = gen.chance(50) ? from : to;
      var spliced = ByteBuffer.allocate(from + fragment.length + result.length - resume);
      spliced.put(result, 0, from).put(fragment).put(result, resume, result.length - resume);
      result = spliced.array();
    }
    return result;
  }

  /**
   * The text, if {@link JsonGrammar} can check it: it must be UTF-8 without long numbers and
   * without escapes of surrogates.
   */
  private static Optional<String> checkableText(byte[] body) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      return NOT_CHECKABLE.matcher(text).find() ? Optional.empty() : Optional.of(text);
    } catch (CharacterCodingException notUtf8) {
      return Optional.empty();
    }
  }

  private static boolean isUtf8(byte[] body) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
      return true;
    } catch (CharacterCodingException notUtf8) {
      return false;
    }
  }

  private static Optional<ApiError> decodingError(byte[] body, StructureShape shape) {
    try {
      checkStructure(RequestDecoder.decode(body, 0, body.length, shape));
      return Optional.empty();
    } catch (ApiError error) {
      return Optional.of(error);
    }
  }

  private static void checkStructure(Structure request) {
    for (Wording wording : Wording.values()) {
      assertValidOrRejected(() -> Constraints.check(request, wording));
      for (Member<?> member : request.shape().members()) {
        if (request.get(member) instanceof WireItem item) {
          assertValidOrRejected(() -> item.item(wording));
        } else if (request.get(member) instanceof WireValue value) {
          assertValidOrRejected(() -> value.value(wording));
        }
      }
    }
    assertThat(request.toString()).startsWith(request.shape().name() + "(");
  }

  private static void assertValidOrRejected(Runnable check) {
    try {
      check.run();
    } catch (ApiError error) {
      assertThat(error.type()).isEqualTo(ErrorType.VALIDATION);
      assertThat(error.text()).isPresent();
    }
  }

  @Test
  void corrupted_requests_are_decoded_or_rejected_and_malformed_json_is_detected() {
    int[] malformed = new int[1];
    Gen.forAll(
        RUNS,
        gen -> {
          byte[] body = corrupted(gen, body(gen));
          long start = System.nanoTime();
          Optional<ApiError> error = decodingError(body, gen.oneOf(SHAPES));
          assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
          boolean rejected = error.isPresent() && error.get().text().isEmpty();
          error.ifPresent(e -> assertThat(e.type()).isEqualTo(ErrorType.SERIALIZATION));
          if (!isUtf8(body)) {
            assertThat(rejected).as("bytes that are not UTF-8").isTrue();
          }
          checkableText(body)
              .ifPresent(text ->
                  assertThat(rejected)
                      .as(text)
                      .isEqualTo(!JsonGrammar.isObject(text, JsonSyntax.MAX_NESTING)));
          malformed[0] += rejected ? 1 : 0;
        });
    if (Long.getLong(Gen.SEED_PROPERTY) == null) {
      assertThat(malformed[0]).isBetween(RUNS / 4, RUNS * 3 / 4);
    }
  }
}
