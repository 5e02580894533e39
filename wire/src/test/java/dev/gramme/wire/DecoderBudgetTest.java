package dev.gramme.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.ItemSize;
import dev.gramme.model.Limits;
import dev.gramme.model.Wording;
import dev.gramme.model.budget.HeapSize;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.testkit.Gen;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The resources of decoding: all memory is reserved, and values that will be rejected are not
 * built.
 */
class DecoderBudgetTest {
  private static final int BODY_BYTES = 16 << 20;

  /** An upper bound for the heap size of an item: 400 KB of the elements that use the most heap. */
  private static final long MAX_ITEM_HEAP = 40L << 20;

  private RequestBudget budget = new RequestBudget(new MemoryBudget(1L << 40));

  private Structure decode(String json, StructureShape shape) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    return RequestDecoder.decode(body, 0, body.length, shape, budget);
  }

  /** A body of 16 MB that repeats a part. */
  private static String filled(String before, String part, String after) {
    return before + (part + ",").repeat(BODY_BYTES / (part.length() + 1)) + part + after;
  }

  private Item item(String attributes) {
    Structure request = decode("{\"Item\":{" + attributes + "}}", Requests.PUT_ITEM);
    return request.require(Requests.ITEM).item(Wording.CLASSIC);
  }

  private void assertTooLarge(Item item) {
    assertThat(item.sizeBytes()).isGreaterThan(Limits.ITEM_BYTES);
    assertThat(HeapSize.of(item)).isLessThan(MAX_ITEM_HEAP);
    assertThat(budget.usedBytes()).isLessThan(MAX_ITEM_HEAP);
  }

  @Test
  void sixteen_megabytes_of_small_elements_are_checked_but_not_built() {
    for (String element :
        List.of(
            "{\"M\":{}}",
            "{\"L\":[]}",
            "{\"S\":\"\"}",
            "{\"S\":\"a\"}",
            "{\"N\":\"1\"}",
            "{\"B\":\"\"}",
            "{\"NULL\":true}",
            "{\"SS\":[\"a\"]}",
            "{\"M\":{\"a\":{\"NULL\":true}}}",
            "{\"L\":[{\"L\":[{\"L\":[{\"BOOL\":true}]}]}]}")) {
      Item item = item(filled("\"pk\":{\"S\":\"x\"},\"a\":{\"L\":[", element, "]}"));
      assertTooLarge(item);
      assertThat(item.get("pk")).isEqualTo(new S("x"));
      budget = new RequestBudget(new MemoryBudget(1L << 40));
    }
  }

  @Test
  void sixteen_megabytes_of_members_of_a_set_are_not_built() {
    var members = new StringBuilder("\"a\":{\"SS\":[\"-\"");
    for (int i = 0; members.length() < BODY_BYTES; i++) {
      members.append(",\"").append(Integer.toString(i, 36)).append('"');
    }
    assertTooLarge(item(members + "]}"));
  }

  @Test
  void of_sixteen_megabytes_of_attributes_only_the_first_are_built() {
    var attributes = new StringBuilder("\"pk\":{\"S\":\"x\"}");
    for (int i = 0; attributes.length() < BODY_BYTES; i++) {
      attributes.append(",\"").append(Integer.toString(i, 36)).append("\":{\"L\":[]}");
    }
    Item item = item(attributes.toString());
    assertThat(item.sizeBytes()).isGreaterThan(Limits.ITEM_BYTES);
    assertThat(budget.usedBytes()).isLessThan(64L << 20);
  }

  @Test
  void a_key_after_a_value_that_is_too_large_is_decoded() {
    String list = "\"a\":{\"L\":[" + "{\"NULL\":true},".repeat(300_000) + "{\"NULL\":true}]}";
    Item item = item(list + ",\"pk\":{\"S\":\"x\"},\"b\":{\"L\":[{\"S\":\"dropped\"}]}");
    assertTooLarge(item);
    assertThat(item.get("pk")).isEqualTo(new S("x"));
    assertThat(item.get("b")).isEqualTo(new L(List.of()));
  }

  @Test
  void types_and_faults_are_checked_in_dropped_values() {
    String many = "{\"NULL\":true},".repeat(300_000);
    assertThatThrownBy(() -> item("\"a\":{\"L\":[" + many + "{\"S\":5}]}"))
        .hasMessageContaining("NUMBER_VALUE cannot be converted to String");
    assertThatThrownBy(() -> item("\"a\":{\"L\":[" + many + "{\"S\":\"\\ud800\"}]}"))
        .isInstanceOfSatisfying(ApiError.class, e -> assertThat(e.text()).isEmpty());
    assertThatThrownBy(() -> item("\"a\":{\"L\":[" + many + "{\"N\":\"x\"}]}"))
        .hasMessageContaining("cannot be converted to a numeric value: x");
    assertThatThrownBy(() -> item("\"a\":{\"L\":[" + many + "{\"NULL\":false}]}"))
        .hasMessageContaining("Null attribute value types must have the value of true");
  }

  @Test
  void duplicate_names_do_not_make_a_truncated_item_small() {
    String large = "{\"L\":[" + "{\"NULL\":true},".repeat(300_000) + "{\"NULL\":true}]}";
    for (String attributes :
        List.of(
            "\"a\":" + large + ",\"b\":" + large + ",\"a\":{\"NULL\":true}",
            "\"m\":{\"M\":{\"a\":" + large + ",\"b\":" + large + ",\"a\":{\"NULL\":true}}}",
            "\"a\":{\"L\":[{\"NULL\":true}],\"L\":" + large.substring(5),
            "\"a\":"
                + large.substring(0, large.length() - 1)
                + ",\"L\":"
                + large.substring(5)
                + ",\"a\":{}"
                + ",\"a\":{\"NULL\":true}")) {
      assertTooLarge(item(attributes));
      budget = new RequestBudget(new MemoryBudget(1L << 40));
    }
  }

  @Test
  void the_size_limit_applies_to_each_expression_value_separately() {
    String large = "{\"L\":[" + "{\"NULL\":true},".repeat(150_000) + "{\"NULL\":true}]}";
    Structure request =
        decode(
            "{\"ExpressionAttributeValues\":{\":a\":" + large + ",\":b\":" + large + "}}",
            Requests.PUT_ITEM);
    Item values = request.require(Requests.VALUES).item(Wording.CLASSIC);
    for (AttributeValue value : values.attributes().values()) {
      assertThat(((L) value).elements()).hasSize(150_001);
    }
  }

  @Test
  void a_truncated_expression_value_exceeds_the_maximum_item_size() {
    String large = "{\"L\":[" + "{\"NULL\":true},".repeat(300_000) + "{\"NULL\":true}]}";
    String twice = large.substring(0, large.length() - 1) + "," + large.substring(1);
    for (String value : List.of(large, twice, "{\"M\":{\"a\":" + twice + "}}")) {
      Structure request =
          decode("{\"ExpressionAttributeValues\":{\":a\":" + value + "}}", Requests.PUT_ITEM);
      Item values = request.require(Requests.VALUES).item(Wording.CLASSIC);
      assertThat(values.attributes().values())
          .allSatisfy(kept -> assertThat(ItemSize.of(kept)).isGreaterThan(Limits.ITEM_BYTES));
    }
  }

  @Test
  void the_reservation_covers_the_heap_size_of_the_items() {
    Gen.forAll(
        500,
        gen -> {
          Item item = gen.item(1, 6, 4);
          var json = new JsonWriter();
          json.beginObject().name("Item").item(item).endObject();
          byte[] body = json.toByteArray();
          try (var counted = new RequestBudget(new MemoryBudget(1L << 40))) {
            Structure request =
                RequestDecoder.decode(body, 0, body.length, Requests.PUT_ITEM, counted);
            assertThat(request.require(Requests.ITEM).item(Wording.CLASSIC)).isEqualTo(item);
            // Empty values are shared constants, so they reserve less than HeapSize counts.
            assertThat(counted.usedBytes()).isGreaterThan(HeapSize.of(item) / 4);
            assertThat(counted.steps()).isEqualTo(body.length);
          }
        });
  }

  @Test
  void a_request_beyond_the_memory_budget_is_rejected_before_it_is_built() {
    for (String json :
        List.of(
            filled("{\"ExpressionAttributeNames\":{\"#a\":\"b\",\"#b\":[", "1", "]}}"), names())) {
      var small = new RequestBudget(new MemoryBudget(MemoryBudget.LEAST_BYTES));
      byte[] body = json.getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(
              () -> RequestDecoder.decode(body, 0, body.length, Requests.PUT_ITEM, small))
          .isInstanceOfSatisfying(
              ApiError.class,
              error ->
                  assertThat(error.type()).isIn(ErrorType.THROTTLING, ErrorType.SERIALIZATION));
      assertThat(small.usedBytes()).isLessThanOrEqualTo(MemoryBudget.LEAST_BYTES);
    }
  }

  private static String names() {
    var names = new StringBuilder("{\"ExpressionAttributeNames\":{\"#\":\"a\"");
    for (int i = 0; names.length() < BODY_BYTES; i++) {
      names.append(",\"#").append(i).append("\":\"a\"");
    }
    return names + "}}";
  }

  @Test
  void a_list_far_beyond_its_maximum_length_is_not_built() {
    Structure request =
        decode(
            filled("{\"RequestItems\":{\"T\":{\"Keys\":[", "{\"a\":{\"S\":\"x\"}}", "]}}}"),
            Requests.BATCH_GET);
    assertThat(budget.usedBytes()).isLessThan(MAX_ITEM_HEAP);
    assertThatThrownBy(() -> Constraints.check(request, Wording.CLASSIC))
        .hasMessageContaining("Member must have length less than or equal to 100");
  }

  @Test
  void messages_about_duplicates_and_numbers_are_truncated() {
    String text = "x".repeat(100_000);
    String member = "\"" + text + "\"";
    assertThatThrownBy(() -> item("\"a\":{\"SS\":[" + member + "," + member + "]}"))
        .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(100_000 * 2));
    assertThatThrownBy(() -> item("\"a\":{\"N\":" + member + "}"))
        .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(100_000));
  }

  @Test
  void decoding_a_large_body_exceeds_a_turn_on_an_event_loop() {
    budget.beginTurn();
    assertThatThrownBy(() -> item("\"a\":{\"S\":\"" + "x".repeat(300_000) + "\"}"))
        .isInstanceOf(RequestBudget.TurnOver.class);
  }

  @Test
  void the_message_of_an_error_is_truncated() {
    var json = new JsonWriter();
    ErrorBody.write(json, ApiError.validation("x".repeat(BODY_BYTES)));
    assertThat(json.size()).isLessThan(ErrorBody.MAX_CHARACTERS + 1000);
  }

  @Test
  void strings_in_lists_also_reserve_memory_for_derived_objects() {
    assertThat(decode(filled("{\"List\":[", "\"abcd\"", "]}"), Requests.EVERY_KIND)).isNotNull();
    assertThat(budget.usedBytes()).isGreaterThan(200L * (BODY_BYTES / 8));
  }
}
