package dev.gramme.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NamedTableTest {
  private static String table(String body) {
    return NamedTable.of(body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void the_member_of_the_request_itself_counts() {
    assertThat(table("{\"TableName\":\"songs\",\"Limit\":1}")).isEqualTo("songs");
    assertThat(table("{\"Limit\":1,\"TableName\":\"songs\"}")).isEqualTo("songs");
    assertThat(table("{\"Key\":{\"TableName\":\"no\"},\"List\":[[]],\"TableName\":\"songs\"}"))
        .isEqualTo("songs");
  }

  @Test
  void batches_and_transactions_have_their_first_table() {
    assertThat(
            table("{\"ReturnConsumedCapacity\":\"NONE\",\"RequestItems\":{\"songs\":[],\"b\":[]}}"))
        .isEqualTo("songs");
    assertThat(
            table(
                """
                {"TransactItems":[{"Put":{"Item":{"TableName":{"S":"no"}},"TableName":"songs"}},
                {"Delete":{"TableName":"b"}}]}\
                """))
        .isEqualTo("songs");
  }

  @Test
  void batches_and_transactions_that_are_malformed_have_an_empty_one() {
    assertThat(table("{\"RequestItems\":{}}")).isEmpty();
    assertThat(table("{\"RequestItems\":[]}")).isEmpty();
    assertThat(table("{\"TransactItems\":[]}")).isEmpty();
    assertThat(table("{\"TransactItems\":{}}")).isEmpty();
    assertThat(table("{\"TransactItems\":[{\"Put\":1}]}")).isEmpty();
    assertThat(table("{\"TransactItems\":[{\"Put\":{\"Item\":{}}}]}")).isEmpty();
    assertThat(table("{\"TransactItems\":[{\"Put\":{\"TableName\":7}}]}")).isEmpty();
  }

  @Test
  void requests_without_a_table_have_an_empty_one() {
    assertThat(table("{}")).isEmpty();
    assertThat(table("{\"Statement\":\"SELECT\"}")).isEmpty();
    assertThat(table("{\"TableName\":{\"S\":\"songs\"}}")).isEmpty();
    assertThat(table("{\"TableName\":\"" + "x".repeat(2_000) + "\"}")).isEmpty();
  }

  @Test
  void bodies_that_are_not_json_have_an_empty_one() {
    assertThat(table("")).isEmpty();
    assertThat(table("[1]")).isEmpty();
    assertThat(table("{\"Limit\":tru")).isEmpty();
    assertThat(table("{\"Limit\":1")).isEmpty();
  }
}
