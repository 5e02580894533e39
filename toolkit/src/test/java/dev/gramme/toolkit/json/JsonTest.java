package dev.gramme.toolkit.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class JsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "true",
        "-0.50e+10",
        "\"\\\"\\\\\\n\\r\\t\"",
        "{\"b\":[1,{\"a\":\"x\"},false],\"a\":12345678901234567890.10}",
        "\"\\u0000\\u2028\\ud800\uD83D\uDE00\"",
      })
  void reading_and_writing_preserves_order_and_digits(String text) {
    assertThat(Json.parse(text).line()).isEqualTo(text);
    assertThat(Json.parse(Json.parse(text).pretty())).isEqualTo(Json.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":1,} | line 1, column 8: a member's name is expected",
        "[1 2] | line 1, column 4: a comma or ] is expected",
        "01 | line 1, column 2: something follows the value",
        "nul | line 1, column 1: no value",
        "\"a | line 1, column 3: the text ends",
        "\"\\x\" | line 1, column 4: no escape: \\x",
        "\"\\u12g4\" | line 1, column 4: four hexadecimal digits are expected after \\u",
      })
  void invalid_json_is_refused(String text, String message) {
    assertThatThrownBy(() -> Json.parse(text))
        .isInstanceOf(JsonException.class)
        .hasMessage(message);
  }

  @Test
  void a_document_that_is_too_deep_is_refused() {
    assertThatThrownBy(() -> Json.parse("[".repeat(100_000)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("deeper than 200 levels");
  }

  @Test
  void items_of_all_types_are_written_and_read_again() {
    SdkBytes bytes = SdkBytes.fromByteArray(new byte[] {0, 1, -1});
    AttributeValue text = AttributeValue.builder().s("x").build();
    Map<String, AttributeValue> item =
        Map.of(
            "s", text,
            "n", AttributeValue.builder().n("1.50").build(),
            "b", AttributeValue.builder().b(bytes).build(),
            "bool", AttributeValue.builder().bool(true).build(),
            "null", AttributeValue.builder().nul(true).build(),
            "ss", AttributeValue.builder().ss("a", "b").build(),
            "ns", AttributeValue.builder().ns("1", "2").build(),
            "bs", AttributeValue.builder().bs(bytes).build(),
            "l", AttributeValue.builder().l(List.of(text)).build(),
            "m", AttributeValue.builder().m(Map.of("x", text)).build());
    assertThat(ItemJson.item(Json.parse(ItemJson.write(item).line()))).isEqualTo(item);
  }
}
