package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gramme.auth.identity.IdentitiesFile;
import dev.gramme.auth.identity.IdentitiesFile.Credentials;
import dev.gramme.server.admin.PrivateFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The pages for operators that answer questions: the history of an item, the partitions of a read.
 */
class OperatorQuestionsTest {
  private static final String KEY = "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}";

  private static ConsoleServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new ConsoleServer("--movable-clock", "--admin-port=0");
    server.createTable("kept", "N");
    server.put("kept", item("before"));
    server.enableRecovery("kept");
    server.createTable("forgotten", "N");
    server.send(
        "CreateTable",
        """
        {"TableName":"indexed","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
           {"AttributeName":"n","AttributeType":"N"}],
         "GlobalSecondaryIndexes":[{"IndexName":"by-n","KeySchema":[{"AttributeName":"n","KeyType":"HASH"}],
           "Projection":{"ProjectionType":"ALL"}}]}
        """);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String item(String value) {
    return KEY.replaceFirst("}$", ",\"v\":{\"S\":\"" + value + "\"}}");
  }

  private static JsonNode answer(String page, String body) throws Exception {
    var answer = server.postToOperators(page, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return json(answer.body());
  }

  @Test
  void a_history_has_the_changes_of_35_days_in_pages_the_latest_first() throws Exception {
    server.put("kept", item("first"));
    server.advance(Duration.ofDays(20));
    server.put("kept", item("second"));
    server.put("kept", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"2\"}}");
    server.send("DeleteItem", "{\"TableName\":\"kept\",\"Key\":%s}".formatted(KEY));

    var values = new ArrayList<String>();
    String position = "";
    int pages = 0;
    do {
      JsonNode page =
          answer(
              "/history",
              "{\"TableName\":\"kept\",\"Key\":%s,\"Limit\":2%s}".formatted(KEY, position));
      for (JsonNode change : page.path("Changes")) {
        values.add(
            change.at("/OldImage/v/S").asText("none")
                + " "
                + change.at("/NewImage/v/S").asText("none"));
        assertThat(change.path("Origin").asText()).isEqualTo("CLIENT");
        assertThat(change.path("Time").asDouble())
            .isGreaterThanOrEqualTo(page.path("Since").asDouble());
      }
      assertThat(page.path("RecordsRead").asInt()).isBetween(0, 4);
      position = page.has("Next") ? ",\"Position\":\"" + page.path("Next").asText() + "\"" : "";
      pages++;
    } while (!position.isEmpty());
    assertThat(values).containsExactly("second none", "first second", "before first");
    assertThat(pages).isEqualTo(2);

    // The number 1.0 is the same key.
    assertThat(
            answer(
                    "/history",
                    "{\"TableName\":\"kept\",\"Key\":%s}"
                        .formatted(KEY.replace("\"1\"", "\"1.0\"")))
                .path("Changes"))
        .hasSize(3);
    server.advance(Duration.ofDays(16));
    assertThat(
            answer("/history", "{\"TableName\":\"kept\",\"Key\":%s}".formatted(KEY))
                .path("Changes"))
        .as("the first change is older than 35 days")
        .hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "404 | Requested resource not found | {`TableName`:`absent`,`Key`:KEY}",
        "400 | Point in time recovery is not enabled for table 'forgotten' | {`TableName`:`forgotten`,`Key`:KEY}",
        "400 | TableName is missing | {}",
        "400 | TableName is missing | {`TableName`:null,`Key`:KEY}",
        "400 | Key is missing | {`TableName`:`kept`}",
        "400 | The provided key element does not match the schema | {`TableName`:`kept`,`Key`:{}}",
        "400 | The provided key element does not match the schema | {`TableName`:`kept`,`Key`:{`pk`:{`S`:`a`}}}",
        "400 | The provided key element does not match the schema | {`TableName`:`kept`,`Key`:{`pk`:{`S`:`a`},`sk`:{`S`:`1`}}}",
        "400 | One or more parameter values are not valid | {`TableName`:`kept`,`Key`:{`pk`:{`S`:``},`sk`:{`N`:`1`}}}",
        "400 | Limit must be 1 to 1000 | {`TableName`:`kept`,`Key`:KEY,`Limit`:0}",
        "400 | Limit must be 1 to 1000 | {`TableName`:`kept`,`Key`:KEY,`Limit`:1001}",
        "400 | Limit must be 1 to 1000 | {`TableName`:`kept`,`Key`:KEY,`Limit`:-2147483648}",
        "400 | Position is not that of an answer | {`TableName`:`kept`,`Key`:KEY,`Position`:`../1`}",
        "400 | the body is not a JSON object | []",
        "400 | the body is not a JSON object | {`TableName`:"
      })
  void a_wrong_question_about_a_history_is_refused(int status, String message, String body)
      throws Exception {
    var answer = server.postToOperators("/history", body.replace("KEY", KEY).replace('`', '"'));
    assertThat(answer.body()).contains(message);
    assertThat(answer.statusCode()).isEqualTo(status);
  }

  @Test
  void a_large_body_is_refused_and_a_position_beyond_the_log_is_its_end() throws Exception {
    String large = "{\"TableName\":\"%s\"}".formatted("x".repeat(70_000));
    assertThat(server.postToOperators("/history", large).statusCode()).isEqualTo(413);
    for (String position : List.of("0-0", "2147483647-9223372036854775807", "1-1")) {
      assertThat(
              answer(
                      "/history",
                      "{\"TableName\":\"kept\",\"Key\":{\"pk\":{\"S\":\"other\"},\"sk\":{\"N\":\"1\"}},\"Position\":\"%s\"}"
                          .formatted(position))
                  .has("Next"))
          .isFalse();
    }
    assertThat(server.admin("GET", "/history", "")).isEqualTo(405);
  }

  @Test
  void a_forwarded_question_needs_the_token_and_a_foreign_page_gets_no_answer() throws Exception {
    String question = "{\"TableName\":\"kept\",\"Key\":%s}".formatted(KEY);
    for (String page : List.of("history", "partitions")) {
      String path = "/console/live/" + page;
      assertThat(server.post(path, question)).isEqualTo(200);
      assertThat(server.post(path, question, "X-Forwarded-For", "10.0.0.1")).isEqualTo(401);
      assertThat(server.post(path, question, "Origin", "http://evil.example")).isEqualTo(403);
      assertThat(
              server
                  .postToOperators("/" + page, question, "Origin", "http://evil.example")
                  .statusCode())
          .isEqualTo(403);
      assertThat(server.post(path + "?region=absent", question)).isEqualTo(404);
    }
  }

  @Test
  void with_identities_a_history_needs_the_token_also_on_this_machine(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("identities.json");
    var identities =
        IdentitiesFile.empty("000000000000")
            .add("alice", new Credentials("AKIDALICE", "secret"), Optional.empty());
    PrivateFile.write(file, identities.json());
    String question = "{\"TableName\":\"kept\",\"Key\":%s}".formatted(KEY);
    try (var guarded = new ConsoleServer("--identities=" + file, "--admin-port=0")) {
      assertThat(guarded.post("/console/live/history", question)).isEqualTo(401);
      assertThat(guarded.postToOperators("/history", question).statusCode()).isEqualTo(401);
      String wrong = "Bearer " + "x".repeat(64);
      assertThat(guarded.post("/console/live/history", question, "Authorization", wrong))
          .isEqualTo(401);
      // There is no such table, but the question is answered.
      String right = "Bearer " + guarded.adminToken();
      assertThat(guarded.post("/console/live/history", question, "Authorization", right))
          .isEqualTo(404);
      assertThat(guarded.postToOperators("/history", question, "Authorization", right).statusCode())
          .isEqualTo(404);
    }
  }

  private static List<String> partitions(String body) throws Exception {
    JsonNode map = answer("/partitions", body.replace('`', '"'));
    assertThat(map.path("PartitionCount").asInt()).isEqualTo(4);
    assertThat(map.path("Throttling").asBoolean()).isFalse();
    var ranges = new ArrayList<String>();
    map.path("Partitions")
        .forEach(range ->
            ranges.add(
                range.path("FirstHash").asText().substring(0, 2)
                    + range.path("LastHash").asText().substring(0, 2)));
    return ranges;
  }

  @Test
  void the_partitions_of_a_read_follow_from_its_first_and_its_last_key() throws Exception {
    // The MD5 of the encoded keys: of a it begins with b2, of 2013 with 42.
    String a = "{`pk`:{`S`:`a`},`sk`:{`N`:`1`}}";
    assertThat(partitions("{`TableName`:`kept`,`From`:%s,`To`:%s}".formatted(a, a))).hasSize(1);
    assertThat(partitions("{`TableName`:`kept`}")).containsExactly("003f", "407f", "80bf", "c0ff");
    String year = "{`n`:{`N`:`2013`}}";
    String index = "{`TableName`:`indexed`,`IndexName`:`by-n`,";
    assertThat(partitions(index + "`From`:%s,`To`:%s}".formatted(year, year)))
        .containsExactly("407f");
    assertThat(partitions(index + "`From`:%s}".formatted(year)))
        .containsExactly("407f", "80bf", "c0ff");
    assertThat(partitions(index + "`To`:%s}".formatted(year))).containsExactly("003f", "407f");
  }

  @Test
  void the_partitions_of_a_statement_are_those_of_its_keys_or_all() throws Exception {
    assertThat(partitions("{`Statement`:`SELECT * FROM indexed.\\`by-n\\` WHERE n = 2013`}"))
        .containsExactly("407f");
    assertThat(partitions("{`Statement`:`SELECT * FROM indexed WHERE n = 2013`}")).hasSize(4);
    assertThat(partitions("{`Statement`:`SELECT * FROM kept WHERE pk = 'a' AND sk > 1`}"))
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "404 | Requested resource not found | {`TableName`:`absent`}",
        "404 | Requested resource not found | {`Statement`:`SELECT * FROM absent`}",
        "400 | the statement is not a SELECT | {`Statement`:`DELETE FROM kept WHERE pk = 'a' AND sk = 1`}",
        "400 | Statement wasn't well formed | {`Statement`:`SELECT`}",
        "400 | The table does not have the specified index | {`TableName`:`kept`,`IndexName`:`absent`}",
        "400 | The provided key element does not match the schema | {`TableName`:`kept`,`From`:{`pk`:{`N`:`1`}}}",
        "400 | The provided key element does not match the schema | {`TableName`:`kept`,`To`:{}}"
      })
  void a_wrong_question_about_partitions_is_refused(int status, String message, String body)
      throws Exception {
    var answer = server.postToOperators("/partitions", body.replace('`', '"'));
    assertThat(answer.body()).contains(message);
    assertThat(answer.statusCode()).isEqualTo(status);
  }

  @Test
  void a_long_statement_and_a_reversed_range_of_hashes_are_refused() throws Exception {
    String statement = "SELECT * FROM kept WHERE pk = '%s'".formatted("x".repeat(9_000));
    assertThat(
            server
                .postToOperators("/partitions", "{\"Statement\":\"%s\"}".formatted(statement))
                .body())
        .contains("the statement has more than 8192 characters");
    var refused = 0;
    for (int i = 0; i < 20; i++) {
      String body =
          "{\"TableName\":\"kept\",\"From\":{\"pk\":{\"S\":\"%d\"}},\"To\":{\"pk\":{\"S\":\"%d\"}}}"
              .formatted(i, i + 1);
      var answer = server.postToOperators("/partitions", body);
      if (answer.statusCode() == 400) {
        assertThat(answer.body()).contains("the hash of From is higher than that of To");
        refused++;
      }
    }
    assertThat(refused).isBetween(1, 19);
  }
}
