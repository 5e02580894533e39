package dev.gramme.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.RawClient;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** A recording contains no secrets and nothing that differs between runs. */
final class FoldingTest {
  private static final String PREFIX = "gramme-record-0000-";
  private static final String ACCOUNT = "210987654321";

  private final CaseTables tables =
      new CaseTables(
          RepeatingClient.once(new RawClient(URI.create("http://127.0.0.1:1"), "us-east-1")),
          PREFIX);
  private final CaseTables.Variables variables = tables.variables();
  private final Folding folding = new Folding(PREFIX);

  @Test
  void the_account_and_the_name_of_the_table_are_removed_from_an_arn() {
    var body =
        "{\"TableArn\":\"arn:aws:dynamodb:eu-west-1:%s:table/%s\",\"TableId\":\"0b1c2d3e-0000-1111-2222-333344445555\"}"
            .formatted(ACCOUNT, variables.table());
    assertThat(fold("DescribeTable", "{\"TableName\":\"${table}\"}", 200, body))
        .isEqualTo(
            "{\"TableArn\":\"arn:aws:dynamodb:eu-west-1:000000000000:table/${table}\",\"TableId\":\"${uuid}\"}");
  }

  @Test
  void a_known_account_is_removed_from_every_later_text() {
    fold(
        "DescribeTable",
        "{}",
        200,
        "{\"TableArn\":\"arn:aws:dynamodb:eu-west-1:" + ACCOUNT + ":table/a\"}");
    assertThat(fold("PutItem", "{}", 400, "{\"message\":\"Account " + ACCOUNT + " may not\"}"))
        .isEqualTo("{\"message\":\"Account 000000000000 may not\"}");
  }

  @Test
  void an_account_in_the_request_is_kept() {
    var body = "{\"Policy\":\"arn:aws:iam::111122223333:root\"}";
    var request = "{\"Policy\":\"arn:aws:iam::111122223333:root\"}";
    assertThat(fold("PutResourcePolicy", request, 200, body)).isEqualTo(body);
  }

  @Test
  void identities_access_keys_and_request_ids_are_removed() {
    var body =
        ("{\"message\":\"User: arn:aws:sts::%s:assumed-role/Admin/jane.doe is not authorized with"
                + " ASIAIOSFODNN7EXAMPLE (request VN6TQ2SOK3AUI4BHUJ6OPCMTNVVV4KQNSO5AEMVJF66Q9ASUAAJG)\"}")
            .formatted(ACCOUNT);
    assertThat(fold("PutItem", "{}", 400, body))
        .isEqualTo(
            "{\"message\":\"User: arn:aws:iam::000000000000:user/recorder is not authorized with"
                + " ${accesskey} (request ${request})\"}");
  }

  @Test
  void times_tokens_and_ids_are_removed() {
    var body =
        "{\"CreationDateTime\":1.795233600123E9,\"ConsumedCapacity\":1.5,\"NextToken\":\"c2VjcmV0\","
            + "\"BackupArn\":\"a/01795233600000-0123abcd\",\"LatestStreamLabel\":\"2026-11-23T09:08:07.123\"}";
    assertThat(fold("DescribeTable", "{}", 200, body))
        .isEqualTo(
            "{\"CreationDateTime\":\"${time}\",\"ConsumedCapacity\":1.5,\"NextToken\":\"${token}\","
                + "\"BackupArn\":\"a/${id}\",\"LatestStreamLabel\":\"${time}\"}");
  }

  @Test
  void keys_of_other_cases_and_times_in_texts_are_removed() {
    assertThat(
            fold("Scan", "{}", 200, "{\"pk\":{\"S\":\"k0123abcd1\"},\"r\":\"rule-1795426215538\"}"))
        .isEqualTo("{\"pk\":{\"S\":\"${otherkey}1\"},\"r\":\"rule-${time}\"}");
  }

  @Test
  void a_listing_keeps_only_tables_that_the_request_names() {
    var body =
        "{\"TableNames\":[\"salaries\",\""
            + variables.table()
            + "\"],\"LastEvaluatedTableName\":\"salaries\"}";
    assertThat(fold("ListTables", "{}", 200, body)).isEqualTo("{\"TableNames\":[]}");
    assertThat(fold("ListTables", "{\"ExclusiveStartTableName\":\"${table}\"}", 200, body))
        .isEqualTo("{\"TableNames\":[\"${table}\"]}");
  }

  @Test
  void a_body_becomes_one_line_with_abbreviated_repetitions() {
    assertThat(fold("GetItem", "{}", 200, "{\"a\":\"" + "x".repeat(409600) + "\",\r\n \"b\":1}\n"))
        .isEqualTo("{\"a\":\"${409600*x}\",  \"b\":1}");
  }

  private String fold(String operation, String request, int status, String body) {
    return folding.fold(operation, request, status, body, variables);
  }
}
