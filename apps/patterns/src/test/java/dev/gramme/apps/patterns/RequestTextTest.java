package dev.gramme.apps.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RequestTextTest {
  private static SentRequest sent(String operation, String json, long thread) {
    return new SentRequest(operation, json, thread);
  }

  private static String get(String key) {
    return "{\"TableName\": \"t\", \"Key\": {\"PK\": {\"S\": \"" + key + "\"}}}";
  }

  @Test
  void requests_that_differ_in_values_only_are_one_form() {
    var requests =
        List.of(
            sent("GetItem", get("b"), 1),
            sent("GetItem", get("a"), 1),
            sent("DeleteItem", get("a"), 1));
    assertThat(RequestText.of(requests))
        .containsExactly(
            new RequestText.Form("GetItem", get("b"), 1),
            new RequestText.Form("DeleteItem", get("a"), 0));
  }

  @Test
  void the_order_of_concurrent_requests_does_not_matter() {
    var requests = List.of(sent("GetItem", get("b"), 1), sent("GetItem", get("a"), 2));
    assertThat(RequestText.of(requests)).isEqualTo(RequestText.of(requests.reversed()));
  }

  @Test
  void control_characters_are_escaped() {
    String json =
        "{\"Key\": {\"P\u007fK\": {\"S\": \"\u007f\"}, \"SK\": {\"S\": \"a\u009f\u00e9\"}}}";
    assertThat(RequestText.of(List.of(sent("GetItem", json, 1))).getFirst().json())
        .isEqualTo(
            """
            {"Key": {"P\\u007fK": {"S": "\\u007f"}, "SK": {"S": "a\\u009f\u00e9"}}}\
            """);
  }

  @Test
  void members_that_say_nothing_about_a_pattern_are_left_out_in_transactions_too() {
    String json =
        """
        {"ClientRequestToken": "t", "TransactItems": [
          {"Delete": {"TableName": "t", "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}},
          {"Put": {"TableName": "t", "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
            "Item": {"ReturnValuesOnConditionCheckFailure": {"S": "an attribute"}}}}]}\
        """;
    assertThat(RequestText.of(List.of(sent("TransactWriteItems", json, 1))).getFirst().json())
        .isEqualTo(
            """
            {
              "TransactItems": [
                {"Delete": {"TableName": "t"}},
                {
                  "Put": {
                    "TableName": "t",
                    "Item": {"ReturnValuesOnConditionCheckFailure": {"S": "an attribute"}}
                  }
                }
              ]
            }\
            """);
  }

  @Test
  void values_are_shortened_and_expressions_are_not() {
    String expression = "a".repeat(80);
    String json =
        """
        {"ConsistentRead": false, "ReturnConsumedCapacity": "INDEXES", "FilterExpression": "%s",
         "ExpressionAttributeValues": {":b": {"B": "AAAA"}, ":s": {"S": "%s"},
           ":l": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"N": "4"}, {"N": "5"}, {"N": "6"}]}}}\
        """
            .formatted(expression, "x".repeat(80));
    assertThat(RequestText.of(List.of(sent("Scan", json, 1))).getFirst().json())
        .isEqualTo(
            """
            {
              "FilterExpression": "%s",
              "ExpressionAttributeValues": {
                ":b": {"B": "3 bytes"},
                ":l": {"L": [{"N": "1"}, {"N": "2"}, "… and 4 more"]},
                ":s": {"S": "%s…"}
              }
            }\
            """
                .formatted(expression, "x".repeat(59)));
  }
}
