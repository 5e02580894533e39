package dev.gramme.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Operations;
import dev.gramme.auth.policy.Policy;
import dev.gramme.auth.policy.Principal;
import dev.gramme.auth.policy.Requester;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.wire.JsonValue;
import dev.gramme.wire.RequestDecoder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A caller without permission does not learn which tables, indexes and key attributes exist. */
class HiddenTablesTest {
  private static final Caller CALLER = new Caller("us-east-1", "000000000000", Wording.CLASSIC);
  private static final String TABLE_ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/things";
  private static final String CREATE_TABLE =
      """
      {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
       "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
         {"AttributeName":"words","AttributeType":"S"}],
       "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
       "GlobalSecondaryIndexes":[{"IndexName":"by-text","Projection":{"ProjectionType":"ALL"},
         "KeySchema":[{"AttributeName":"words","KeyType":"HASH"}]}]}
      """;

  /** Names its table in every way; an operation ignores members that it does not know. */
  private static final String GENERAL =
      """
      {"TableName":"things","TargetTableName":"things","SourceTableName":"things",
       "GlobalTableName":"things","Policy":"{}",
       "TableArn":"%1$s","SourceTableArn":"%1$s","ResourceArn":"%1$s",
       "StreamArn":"%1$s/stream/2026-01-01T00:00:00.000","BackupArn":"%1$s/backup/01","ExportArn":"%1$s/export/01",
       "ImportArn":"%1$s/import/01","TableCreationParameters":{"TableName":"things"}}
      """
          .formatted(TABLE_ARN);

  private static final Map<String, List<String>> REQUESTS =
      Map.ofEntries(
          Map.entry(
              "Query",
              List.of(
                  query("pk = :a", ""),
                  query("another = :a", ""),
                  query("another = :a AND words = :a", ""),
                  query("pk = :a", ",\"IndexName\":\"by-text\""),
                  query("words = :a", ",\"IndexName\":\"none\""))),
          Map.entry("Scan", List.of("{\"TableName\":\"things\",\"IndexName\":\"none\"}")),
          Map.entry(
              "SearchVectors",
              List.of(
                  """
                  {"TableName":"things","IndexName":"by-text","TopK":1,"SearchVector":[{"N":"1"}]}\
                  """,
                  """
                  {"TableName":"things","IndexName":"none","TopK":1,"SearchVector":[{"N":"1"}],
                   "SearchConditionExpression":"a = :a",
                   "ExpressionAttributeValues":{":a":{"S":"a"}}}\
                  """)),
          Map.entry("ExecuteStatement", statements("{%s}")),
          Map.entry("BatchExecuteStatement", statements("{\"Statements\":[{%s}]}")),
          Map.entry("ExecuteTransaction", statements("{\"TransactStatements\":[{%s}]}")),
          Map.entry("GetItem", List.of("{\"TableName\":\"things\",\"Key\":{\"x\":{\"S\":\"a\"}}}")),
          Map.entry(
              "PutItem", List.of("{\"TableName\":\"things\",\"Item\":{\"x\":{\"S\":\"a\"}}}")),
          Map.entry(
              "DeleteItem", List.of("{\"TableName\":\"things\",\"Key\":{\"x\":{\"S\":\"a\"}}}")),
          Map.entry(
              "UpdateItem",
              List.of(
                  """
                  {"TableName":"things","Key":{"x":{"S":"a"}},"UpdateExpression":"REMOVE pk"}\
                  """)),
          Map.entry(
              "BatchGetItem",
              List.of("{\"RequestItems\":{\"things\":{\"Keys\":[{\"x\":{\"S\":\"a\"}}]}}}")),
          Map.entry(
              "BatchWriteItem",
              List.of(
                  """
                  {"RequestItems":{"things":[{"PutRequest":{"Item":{"x":{"S":"a"}}}}]}}\
                  """)),
          Map.entry(
              "TransactGetItems",
              List.of(
                  """
                  {"TransactItems":[{"Get":{"TableName":"things","Key":{"x":{"S":"a"}}}}]}\
                  """)),
          Map.entry(
              "TransactWriteItems",
              List.of(
                  """
                  {"TransactItems":[{"Put":{"TableName":"things","Item":{"x":{"S":"a"}}}}]}\
                  """)),
          Map.entry(
              "PutResourcePolicy",
              List.of(
                  """
                  {"ResourceArn":"%s","Policy":"{\\"Version\\":\\"2012-10-17\\",\\"Statement\\":[]}"}\
                  """
                      .formatted(TABLE_ARN))));

  private final Engine with =
      Engine.open(new MemoryStore(), InstantSource.system(), Runnable::run, EngineOptions.DEFAULT);
  private final Engine without =
      Engine.open(new MemoryStore(), InstantSource.system(), Runnable::run, EngineOptions.DEFAULT);

  private static String query(String condition, String more) {
    return """
    {"TableName":"things","KeyConditionExpression":"%s",
     "ExpressionAttributeValues":{":a":{"S":"a"}}%s}\
    """
        .formatted(condition, more);
  }

  private static List<String> statements(String form) {
    return List.of(
            "SELECT * FROM things WHERE pk = 'a'",
            "SELECT * FROM things.none WHERE pk = 'a'",
            "SELECT * FROM things WHERE pk = 1",
            "INSERT INTO things VALUE {'x': 'a'}",
            "UPDATE things SET y = 1 WHERE x = 'a'",
            "DELETE FROM things WHERE x = 'a'")
        .stream()
        .map(statement -> form.formatted("\"Statement\":\"" + statement + "\""))
        .toList();
  }

  @BeforeEach
  void createTable() {
    var create = find(with, "CreateTable");
    byte[] body = Utf8.bytes(CREATE_TABLE);
    var _ =
        create
            .prepare(RequestDecoder.decode(body, 0, body.length, create.input()), CALLER)
            .execute()
            .toCompletableFuture()
            .join();
  }

  @AfterEach
  void close() {
    with.close();
    without.close();
  }

  private static Operation find(Engine engine, String name) {
    return new Operations(engine, () -> new UUID(0, 1)).find(name).orElseThrow();
  }

  private static Requester stranger(List<Policy> policies) throws Exception {
    var principal =
        Principal.of(
            "arn:aws:iam::000000000000:user/stranger", Optional.empty(), Map.of(), policies);
    return new Requester(principal, "127.0.0.1", "us-east-1", false, Instant.EPOCH);
  }

  /** The error of a request, or of the first of its parts that is not allowed. */
  private static ApiError refusal(Engine engine, String name, String request, Requester who) {
    var operation = find(engine, name);
    byte[] body = Utf8.bytes(request);
    var input = RequestDecoder.decode(body, 0, body.length, operation.input());
    var authorizer = new Authorizer(engine);
    return catchThrowableOfType(
        ApiError.class,
        () -> {
          var prepared = operation.prepare(input, CALLER);
          for (ApiError denied :
              authorizer.check(who, prepared, CALLER, (access, decision) -> {}).values()) {
            throw denied;
          }
        });
  }

  @Test
  void without_permission_the_error_does_not_reveal_whether_a_table_exists() throws Exception {
    var stranger = stranger(List.of());
    for (Operation operation : new Operations(with, () -> new UUID(0, 1)).all()) {
      String name = operation.name();
      if (name.equals("GetRecords")) {
        continue; // takes an iterator, which GetShardIterator returns to authorized callers only
      }
      for (String request : REQUESTS.getOrDefault(name, List.of(GENERAL))) {
        ApiError exists = refusal(with, name, request, stranger);
        ApiError missing = refusal(without, name, request, stranger);
        assertThat(exists).as("%s of %s", name, request).isNotNull();
        assertThat(exists.type()).as("%s: %s", request, exists).isEqualTo(ErrorType.ACCESS_DENIED);
        assertThat(missing.type()).as("%s", missing).isEqualTo(ErrorType.ACCESS_DENIED);
        assertThat(exists.text()).as("%s", request).isEqualTo(missing.text());
      }
    }
  }

  @Test
  void with_permission_the_error_describes_the_request() throws Exception {
    var allowed =
        stranger(
            List.of(
                Policy.ofIdentity(
                    JsonValue.parse(
                            """
                            {"Version":"2012-10-17",
                             "Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}
                            """)
                        .orElseThrow())));
    assertThat(refusal(with, "Query", query("another = :a", ""), allowed))
        .hasMessageContaining("Query condition missed key schema element: pk");
    String invalid = "{\"Statement\":\"UPDATE things SET y = 1 WHERE x = 'a'\"}";
    assertThat(refusal(with, "ExecuteStatement", invalid, allowed).type())
        .isEqualTo(ErrorType.VALIDATION);
    assertThat(
            refusal(with, "BatchExecuteStatement", "{\"Statements\":[" + invalid + "]}", allowed))
        .as("reported for the statement alone, when it runs")
        .isNull();
  }
}
