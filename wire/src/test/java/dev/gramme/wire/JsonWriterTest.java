package dev.gramme.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.ThrottlingReason;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.testkit.Gen;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  private static String error(ApiError error) {
    var json = new JsonWriter();
    ErrorBody.write(json, error);
    return json.toString();
  }

  @Test
  void members_and_elements_are_separated_by_commas() {
    var json = new JsonWriter(1);
    json.beginObject().name("a").beginArray().number(1).number(2).beginObject().endObject();
    json.beginArray().endArray().bool(true).nullValue().endArray();
    json.name("b").string(",").name("c").string("[").name("d").beginObject().endObject();
    json.name("e").bool(false).endObject();
    assertThat(json.toString())
        .isEqualTo("{\"a\":[1,2,{},[],true,null],\"b\":\",\",\"c\":\"[\",\"d\":{},\"e\":false}");
  }

  @Test
  void numbers_have_the_format_of_the_service() {
    var json = new JsonWriter();
    json.beginArray().number(1.0).number(0.5).number(1e10).number(Long.MIN_VALUE);
    json.timestamp(Instant.ofEpochMilli(1732147200123L)).timestamp(Instant.EPOCH).endArray();
    assertThat(json.toString())
        .isEqualTo("[1.0,0.5,1.0E10,-9223372036854775808,1.732147200123E9,0.0]");
    assertThatThrownBy(() -> json.number(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void strings_are_utf8_with_escapes_where_json_requires_them() {
    var json = new JsonWriter();
    json.string("a\"\\/\b\f\n\r\t\u0000\u001f\u007f\u0080é\u0800\uFFFF\uD83D\uDE00\uD800x\uDC00");
    assertThat(json.toString())
        .isEqualTo(
            "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\u0080é\u0800\uFFFF\uD83D\uDE00?x?\"");
  }

  @Test
  void characters_are_escaped_at_every_position_of_a_long_string() {
    for (char c : "\"\\\n\u001f\u0000!# ]\u007f\u0080é€\uD800".toCharArray()) {
      for (int at = 0; at < 80; at++) {
        String text = "é".repeat(at) + c + "x".repeat(79 - at);
        var whole = new JsonWriter().string(text);
        var parts = new JsonWriter().beginArray().string("é".repeat(at)).string(String.valueOf(c));
        parts.string("x".repeat(79 - at)).endArray();
        assertThat("[" + whole + "]").isEqualTo(parts.toString().replace("\",\"", ""));
      }
    }
  }

  @Test
  void strings_have_the_same_encoding_as_in_the_jdk() {
    Gen.forAll(
        500,
        gen -> {
          String text = gen.string().replaceAll("[\\p{Cntrl}\"\\\\]", "");
          var json = new JsonWriter(1);
          json.string(text);
          assertThat(json.toByteArray())
              .isEqualTo(("\"" + text + "\"").getBytes(StandardCharsets.UTF_8));
        });
  }

  @Test
  void long_strings_are_written_completely() {
    var json = new JsonWriter();
    String text = "a\n\"\u0001é\u0800\uD83D\uDE00".repeat(200_000);
    json.string(text);
    String escaped = text.replace("\"", "\\\"").replace("\n", "\\n").replace("\1", "\\u0001");
    assertThat(json.toString()).isEqualTo("\"" + escaped + "\"");
  }

  @Test
  void long_texts_need_hardly_more_memory_than_their_length() {
    var memory = new MemoryBudget(1 << 30);
    var budget = new RequestBudget(memory);
    var json = new JsonWriter(budget).beginArray();
    for (int i = 0; i < 500_000; i++) {
      json.attributeValue(Null.NULL);
    }
    json.endArray();
    assertThat(json.toString())
        .isEqualTo("[" + "{\"NULL\":true},".repeat(499_999) + "{\"NULL\":true}]");
    assertThat(json.parts()).hasSizeGreaterThan(20);
    assertThat(memory.reservedBytes()).isBetween(json.size(), json.size() + json.size() / 10);
  }

  @Test
  void a_text_beyond_the_memory_budget_is_rejected() {
    var memory = new MemoryBudget(4 << 20);
    var json = new JsonWriter(new RequestBudget(memory));
    assertThatThrownBy(() -> json.string("a".repeat(8 << 20)))
        .isInstanceOfSatisfying(
            ApiError.class, error -> assertThat(error.type()).isEqualTo(ErrorType.THROTTLING));
    assertThat(memory.reservedBytes()).isLessThan(1 << 20);
  }

  @Test
  void a_writer_can_be_reset_and_reused() throws IOException {
    var json = new JsonWriter();
    json.item(Item.of("a", N.of(100)));
    json.reset();
    json.item(Item.of("b", new S("x")));
    var out = new ByteArrayOutputStream();
    json.writeTo(out);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("{\"b\":{\"S\":\"x\"}}");
    assertThat(json.size()).isEqualTo(out.size());
  }

  @Test
  void errors_have_a_type_and_a_message() {
    assertThat(error(ApiError.validation("no \"x\"")))
        .isEqualTo(
            "{\"__type\":\"com.amazon.coral.validate#ValidationException\","
                + "\"message\":\"no \\\"x\\\"\"}");
    assertThat(error(ApiError.of(ErrorType.SERIALIZATION, "x")))
        .isEqualTo(
            "{\"__type\":\"com.amazon.coral.service#SerializationException\",\"Message\":\"x\"}");
  }

  @Test
  void errors_without_a_message_have_the_checksums_of_the_service() {
    assertThat(crc(error(ApiError.withoutText(ErrorType.SERIALIZATION)))).isEqualTo(3948637019L);
    assertThat(crc(error(ApiError.withoutText(ErrorType.UNKNOWN_OPERATION))))
        .isEqualTo(1368724161L);
  }

  private static long crc(String text) {
    var crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }

  @Test
  void failed_conditions_and_cancelled_transactions_have_further_members() {
    Item item = Item.of("a", N.of(1));
    assertThat(error(ApiError.conditionalCheckFailed(item)))
        .isEqualTo(
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException\","
                + "\"message\":\"The conditional request failed\",\"Item\":{\"a\":{\"N\":\"1\"}}}");
    var reasons = List.of(CancellationReason.NONE, CancellationReason.conditionalCheckFailed(item));
    assertThat(error(ApiError.transactionCanceled(reasons)))
        .isEqualTo(
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\","
                + "\"Message\":\"Transaction cancelled, please refer cancellation reasons for"
                + " specific reasons [None, ConditionalCheckFailed]\",\"CancellationReasons\":["
                + "{\"Code\":\"None\"},{\"Code\":\"ConditionalCheckFailed\","
                + "\"Message\":\"The conditional request failed\",\"Item\":{\"a\":{\"N\":\"1\"}}}]}");
  }

  @Test
  void the_member_for_throttling_reasons_depends_on_the_error_type() {
    var reasons =
        List.of(
            new ThrottlingReason(
                "TableWriteKeyRangeThroughputExceeded",
                "arn:aws:dynamodb:us-east-1:000000000000:table/t"));
    String written =
        "[{\"reason\":\"TableWriteKeyRangeThroughputExceeded\","
            + "\"resource\":\"arn:aws:dynamodb:us-east-1:000000000000:table/t\"}]";
    assertThat(
            error(
                ApiError.throttled(ErrorType.PROVISIONED_THROUGHPUT_EXCEEDED, "too much", reasons)))
        .endsWith("\"message\":\"too much\",\"ThrottlingReasons\":" + written + "}");
    assertThat(error(ApiError.throttled(ErrorType.THROTTLING, "too much", reasons)))
        .endsWith("\"message\":\"too much\",\"throttlingReasons\":" + written + "}");
    assertThat(error(ApiError.of(ErrorType.THROTTLING, "Rate exceeded"))).doesNotContain("Reasons");
  }
}
