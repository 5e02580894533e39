package dev.gramme.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.Wording;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RequestDecoderTest {
  private static Structure decode(String json) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    return RequestDecoder.decode(body, 0, body.length, Requests.EVERY_KIND);
  }

  private static void assertMalformed(byte[] body) {
    for (Runnable check :
        new Runnable[] {
          () -> RequestDecoder.decode(body, 0, body.length, Requests.EVERY_KIND),
          () -> JsonSyntax.check(body, 0, body.length)
        }) {
      assertThatThrownBy(check::run)
          .isInstanceOfSatisfying(
              ApiError.class,
              error -> {
                assertThat(error.type()).isEqualTo(ErrorType.SERIALIZATION);
                assertThat(error.text()).isEmpty();
              });
    }
  }

  private static String nested(int levels, String open, String close) {
    return "{\"Value\":" + open.repeat(levels) + "{\"S\":\"leaf\"}" + close.repeat(levels) + "}";
  }

  @Test
  void values_are_accessed_by_the_member_handles() {
    Structure request = decode("{\"String\":\"a\",\"Key\":{\"pk\":{\"S\":\"x\"}}}");
    assertThat(request.get(Requests.STRING)).isEqualTo("a");
    assertThat(request.has(Requests.INTEGER)).isFalse();
    assertThat(request.get(Requests.INTEGER)).isNull();
    assertThat(request.getOrDefault(Requests.INTEGER, 7)).isEqualTo(7);
    assertThat(request.require(Requests.KEY).item(Wording.CLASSIC))
        .isEqualTo(Item.of("pk", new S("x")));
    assertThatThrownBy(() -> request.require(Requests.LONG))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> request.get(Requests.LIMIT))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_body_may_be_a_part_of_a_larger_array() {
    byte[] body = "xx{\"Integer\":5}yy".getBytes(StandardCharsets.UTF_8);
    Structure request = RequestDecoder.decode(body, 2, body.length - 4, Requests.EVERY_KIND);
    assertThat(request.get(Requests.INTEGER)).isEqualTo(5);
    JsonSyntax.check(body, 2, body.length - 4);
  }

  @Test
  void an_empty_body_passes_the_syntax_check_but_is_not_a_request() {
    JsonSyntax.check(new byte[0], 0, 0);
    assertThatThrownBy(() -> RequestDecoder.decode(new byte[0], 0, 0, Requests.EVERY_KIND))
        .isInstanceOfSatisfying(
            ApiError.class, error -> assertThat(error.type()).isEqualTo(ErrorType.SERIALIZATION));
  }

  @Test
  void other_encodings_are_malformed() {
    assertMalformed("{\"a\":1}".getBytes(StandardCharsets.UTF_16));
    assertMalformed("{\"a\":1}".getBytes(StandardCharsets.UTF_16LE));
    assertMalformed("{\"a\":1}".getBytes(StandardCharsets.UTF_16BE));
    assertMalformed("{\"a\":1}".getBytes(StandardCharsets.UTF_32LE));
    assertMalformed("\uFEFF{\"a\":1}".getBytes(StandardCharsets.UTF_8));
    assertMalformed(new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xC3, '"', '}'});
  }

  /** A request body in which a string and the name of an unknown member contain these bytes. */
  private static byte[] withBytes(int... more) {
    var body = new java.io.ByteArrayOutputStream();
    for (String around : new String[] {"{\"", "\":[],\"String\":\"", "\"}"}) {
      body.writeBytes(around.getBytes(StandardCharsets.UTF_8));
      if (!around.endsWith("}")) {
        for (int b : more) {
          body.write(b);
        }
      }
    }
    return body.toByteArray();
  }

  @Test
  void bytes_that_are_not_utf8_are_malformed() {
    assertMalformed(withBytes(0x80));
    assertMalformed(withBytes(0xc0, 0xaf)); // overlong forms of a slash
    assertMalformed(withBytes(0xc1, 0xbf));
    assertMalformed(withBytes(0xe0, 0x80, 0xaf));
    assertMalformed(withBytes(0xe0, 0x9f, 0xbf));
    assertMalformed(withBytes(0xf0, 0x80, 0x80, 0xaf));
    assertMalformed(withBytes(0xf0, 0x8f, 0xbf, 0xbf));
    assertMalformed(withBytes(0xed, 0xa0, 0x80)); // a surrogate
    assertMalformed(withBytes(0xed, 0xbf, 0xbf));
    assertMalformed(withBytes(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80)); // a pair of them
    assertMalformed(withBytes(0xf4, 0x90, 0x80, 0x80)); // beyond U+10FFFF
    assertMalformed(withBytes(0xf5, 0x80, 0x80, 0x80));
    assertMalformed(withBytes(0xff));
    assertMalformed(withBytes(0xc3)); // cut off
    assertMalformed(withBytes(0xe2, 0x82));
    assertMalformed(withBytes(0xf0, 0x9f, 0x98));
    assertMalformed(withBytes(0xe2, 0x82, 0x2e));
  }

  @Test
  void every_character_is_read_as_utf8_and_as_an_escape() {
    int[] edges = {
      1, 0x1f, ' ', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f600,
      0x10ffff
    };
    for (int codePoint : edges) {
      String text = new String(Character.toChars(codePoint));
      var escape = new StringBuilder();
      text.chars().forEach(unit -> escape.append(String.format("\\u%04x", unit)));
      if (codePoint >= ' ') {
        assertThat(decode("{\"String\":\"" + text + "\"}").get(Requests.STRING)).isEqualTo(text);
      }
      assertThat(decode("{\"String\":\"" + escape + "\"}").get(Requests.STRING)).isEqualTo(text);
      assertThat(
              decode("{\"Key\":{\"a" + escape + "\":{\"S\":\"\"}}}").require(Requests.KEY).names())
          .containsExactly("a" + text);
    }
  }

  @Test
  void escapes_of_unpaired_surrogates_are_malformed() {
    for (String half :
        new String[] {
          "\\ud800",
          "\\uDBFF",
          "\\udc00",
          "\\uDFFF",
          "\\udc00\\ud800",
          "\\ud800\\ud800",
          "\\ud800\\u0041",
          "\\ud800\\n",
          "\\ud800x\\udc00",
          "\\ud800\\"
        }) {
      for (String json :
          new String[] {
            "{\"String\":\"" + half + "\"}",
            "{\"" + half + "\":1}",
            "{\"x\":[{\"" + half + "\":1}]}",
            "{\"Key\":{\"" + half + "\":{\"S\":\"\"}}}",
            "{\"Key\":{\"a\":{\"S\":\"" + half + "\"}}}"
          }) {
        assertMalformed(json.getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(decode("{\"String\":\"\\\\ud800\"}").get(Requests.STRING)).isEqualTo("\\ud800");
  }

  @Test
  void integers_are_rounded_down_and_clamped_to_their_range() {
    String[][] cases = {
      {"9223372036854775807", "9223372036854775807"},
      {"9223372036854775808", "9223372036854775807"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"-9223372036854775809", "-9223372036854775808"},
      {"1000000000000000000", "1000000000000000000"},
      {"-1.5", "-2"},
      {"1e3", "1000"},
      {"-0", "0"},
      {"9".repeat(JsonSyntax.MAX_NUMBER_LENGTH), "9223372036854775807"},
    };
    for (String[] each : cases) {
      assertThat(decode("{\"Long\":" + each[0] + "}").get(Requests.LONG))
          .isEqualTo(Long.parseLong(each[1]));
    }
    assertMalformed(
        ("{\"x\":" + "9".repeat(JsonSyntax.MAX_NUMBER_LENGTH + 1) + "}")
            .getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void sixteen_megabytes_of_brackets_are_malformed_without_a_stack_overflow() {
    byte[] body = new byte[16 << 20];
    Arrays.fill(body, (byte) '[');
    assertMalformed(body);
    body[0] = '{';
    body[1] = '"';
    body[2] = '"';
    body[3] = ':';
    assertMalformed(body);
  }

  @Test
  void a_scalar_may_be_nested_in_31_lists_or_maps() {
    for (String[] kind :
        new String[][] {
          {"{\"L\":[", "]}"}, {"{\"M\":{\"a\":", "}}"}, {"{\"L\":[{\"M\":{\"a\":", "}}]}"}
        }) {
      int levelsEach = kind[0].contains("L") && kind[0].contains("M") ? 2 : 1;
      decode(nested(ValueReader.MAX_DEPTH / levelsEach, kind[0], kind[1]));
      for (int levels : new int[] {32, 100, 240}) {
        var value = decode(nested(levels, kind[0], kind[1])).require(VALUE);
        assertThat(value.fault().orElseThrow().text(Wording.CLASSIC))
            .isEqualTo(
                "Nesting Levels have exceeded supported limits: Attributes in the item have nested"
                    + " levels beyond supported limit");
      }
    }
    assertThat(decode(nested(31, "{\"L\":[", "]}")).require(VALUE).fault()).isEmpty();
    assertThat(decode(nested(31, "{\"M\":{\"a\":", "}}")).require(VALUE).fault()).isEmpty();
  }

  @SuppressWarnings("unchecked")
  private static final Member<WireValue> VALUE =
      (Member<WireValue>)
          Requests.EVERY_KIND.members().stream()
              .filter(member -> member.name().equals("Value"))
              .findFirst()
              .orElseThrow();

  @Test
  void nesting_within_unknown_members_is_limited() {
    decode("{\"x\":" + "[".repeat(900) + "]".repeat(900) + "}");
    assertMalformed(
        ("{\"x\":" + "[".repeat(1001) + "]".repeat(1001) + "}").getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void long_names_and_strings_are_read() {
    String name = "n".repeat(65_535);
    String text = "é".repeat(1 << 20);
    Structure request = decode("{\"Key\":{\"" + name + "\":{\"S\":\"" + text + "\"}}}");
    assertThat(request.require(Requests.KEY).item(Wording.CLASSIC).get(name))
        .isEqualTo(new S(text));
  }

  @Test
  void faults_of_an_item_are_available_by_name_and_in_request_order() {
    WireItem values =
        decode(
                "{\"Key\":{\":c\":{\"N\":\"1\"},\":b\":{},\":a\":{\"N\":\"x\"},\":d\":{\"N\":\"2\"}}}")
            .require(Requests.KEY);
    assertThat(values.names()).containsExactly(":c", ":b", ":a", ":d");
    assertThat(values.size()).isEqualTo(4);
    assertThat(values.hasFault()).isTrue();
    assertThat(values.valid()).isEqualTo(Item.of(":c", N.of(1), ":d", N.of(2)));
    assertThat(values.fault(":c")).isEmpty();
    assertThat(values.fault(":a").orElseThrow().kind()).isEqualTo(ValueFault.Kind.NUMBER);
    assertThat(values.firstFault()).isEqualTo(values.fault(":b"));
    assertThatThrownBy(() -> values.item(Wording.CLASSIC)).hasMessageContaining("is empty");
  }

  @Test
  void a_long_echo_is_truncated() {
    var json = new StringBuilder("{\"Keys\":[");
    json.append("{\"a\":{\"S\":\"\"}},".repeat(20_000));
    json.append("{}]}");
    assertThat(decode(json.toString()).toString()).hasSize(Echo.MAX_LENGTH);
  }
}
