package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.settings.Settings;
import dev.gramme.testkit.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Global tables with strong consistency across three regions of one process. */
abstract class StrongRegionsContract {
  private static final String A = "us-east-1";
  private static final String B = "us-east-2";
  private static final String C = "us-west-2";
  private static final List<String> REGIONS = List.of(A, B, C);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String REPLICAS =
      """
      "ReplicaUpdates":[{"Create":{"RegionName":"us-east-2"}},
      {"Create":{"RegionName":"us-west-2"}}]\
      """;
  private static final String WITNESS =
      """
      "ReplicaUpdates":[{"Create":{"RegionName":"us-east-2"}}],
      "GlobalTableWitnessUpdates":[{"Create":{"RegionName":"us-west-2"}}]\
      """;

  @TempDir Path folder;
  private Node server;

  /** The settings of a server with an empty store. */
  abstract List<String> store();

  @BeforeEach
  void start() throws Exception {
    var flags = new ArrayList<>(List.of("--port=0", "--regions=" + String.join(",", REGIONS)));
    flags.addAll(store());
    server = Node.start(Settings.read(flags, Map.of()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String call(String region, String operation, String body) throws Exception {
    return ServerProcess.call(server.port(), region, "DynamoDB", operation, body);
  }

  private void createSimple() throws Exception {
    assertThat(call(A, "CreateTable", definition("things"))).contains("TableDescription");
  }

  private static String definition(String table) {
    return """
    {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
    """
        .formatted(table);
  }

  private String makeStrong(String table, String others) throws Exception {
    return call(
        A,
        "UpdateTable",
        "{\"TableName\":\"%s\",\"MultiRegionConsistency\":\"STRONG\",%s}".formatted(table, others));
  }

  private void createStrong() throws Exception {
    createSimple();
    assertThat(makeStrong("things", REPLICAS)).contains("\"MultiRegionConsistency\":\"STRONG\"");
    for (String region : REGIONS) {
      awaitReplicas(region, 2);
    }
  }

  private void awaitReplicas(String region, int count) throws Exception {
    String _ =
        Eventually.get(
            "the replicas are active in " + region,
            PATIENCE,
            () -> call(region, "DescribeTable", "{\"TableName\":\"things\"}"),
            answer ->
                answer.split("\"ReplicaStatus\":\"ACTIVE\"", -1).length == count + 1
                    && answer.contains("\"TableStatus\":\"ACTIVE\""));
  }

  private void put(String region, String key) throws Exception {
    assertThat(
            call(
                region,
                "PutItem",
                "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"" + key + "\"}}}"))
        .isEqualTo("{}");
  }

  private String increment(String region, String key) throws Exception {
    return call(
        region,
        "UpdateItem",
        """
        {"TableName":"things","Key":{"pk":{"S":"%s"}},"UpdateExpression":"ADD n :one",
        "ExpressionAttributeValues":{":one":{"N":"1"}},"ReturnValues":"ALL_NEW"}\
        """
            .formatted(key));
  }

  private String get(String region, String key) throws Exception {
    return call(
        region,
        "GetItem",
        "{\"TableName\":\"things\",\"ConsistentRead\":true,\"Key\":{\"pk\":{\"S\":\""
            + key
            + "\"}}}");
  }

  @Test
  void every_strong_read_sees_every_write_in_whatever_region() throws Exception {
    createStrong();
    for (int i = 1; i <= 60; i++) {
      String written = REGIONS.get(i % 3);
      String n = "\"n\":{\"N\":\"" + i + "\"}";
      assertThat(increment(written, "a")).contains(n);
      for (String region : REGIONS) {
        assertThat(get(region, "a")).contains(n);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GetItem | {'TableName':'things','Key':{'pk':{'S':'a'}},'ConsistentRead':true}",
        "Scan | {'TableName':'things','ConsistentRead':true}",
        "Query | {'TableName':'things','ConsistentRead':true,'KeyConditionExpression':'pk=:a',"
            + "'ExpressionAttributeValues':{':a':{'S':'a'}}}",
        "BatchGetItem | {'RequestItems':{'things':{'Keys':[{'pk':{'S':'a'}}],"
            + "'ConsistentRead':true}}}",
        "ExecuteStatement | {'Statement':'SELECT * FROM things','ConsistentRead':true}",
        "BatchExecuteStatement | {'Statements':[{'Statement':"
            + "'SELECT * FROM things WHERE pk=?','Parameters':[{'S':'a'}],'ConsistentRead':true}]}",
      })
  void each_reading_operation_sees_the_last_write(String operation, String body) throws Exception {
    createStrong();
    for (int i = 1; i <= 20; i++) {
      String _ = increment(i % 2 == 0 ? B : A, "a");
      assertThat(call(C, operation, body.replace('\'', '"')))
          .contains("\"n\":{\"N\":\"" + i + "\"}");
    }
  }

  @Test
  void of_concurrent_conditional_puts_in_all_regions_one_succeeds() throws Exception {
    createStrong();
    try (var threads = Executors.newCachedThreadPool()) {
      for (int i = 0; i < 20; i++) {
        String body =
            """
            {"TableName":"things","Item":{"pk":{"S":"key%d"}},
            "ConditionExpression":"attribute_not_exists(pk)"}\
            """
                .formatted(i);
        var calls = new ArrayList<Callable<String>>();
        for (String region : REGIONS) {
          calls.add(() -> call(region, "PutItem", body));
        }
        var answers = new ArrayList<String>();
        for (Future<String> answer : threads.invokeAll(calls)) {
          answers.add(answer.get());
        }
        assertThat(answers).filteredOn("{}"::equals).hasSize(1);
        assertThat(answers)
            .filteredOn(answer -> answer.contains("ConditionalCheckFailedException"))
            .hasSize(2);
      }
    }
  }

  @Test
  void a_batch_writes_each_item_in_the_home_of_its_table() throws Exception {
    createStrong();
    assertThat(call(B, "CreateTable", definition("local"))).contains("TableDescription");
    assertThat(
            call(
                B,
                "BatchWriteItem",
                """
                {"RequestItems":{"things":[{"PutRequest":{"Item":{"pk":{"S":"x"}}}}],
                "local":[{"PutRequest":{"Item":{"pk":{"S":"y"}}}}]},
                "ReturnConsumedCapacity":"TOTAL"}\
                """))
        .contains("\"UnprocessedItems\":{}")
        .contains("\"TableName\":\"things\"")
        .contains("\"TableName\":\"local\"");
    assertThat(get(C, "x")).contains("\"x\"");
    assertThat(call(B, "GetItem", "{\"TableName\":\"local\",\"Key\":{\"pk\":{\"S\":\"y\"}}}"))
        .contains("\"y\"");
    assertThat(call(A, "Scan", "{\"TableName\":\"local\"}")).contains("ResourceNotFound");
  }

  @Test
  void other_reads_follow() throws Exception {
    createStrong();
    put(B, "x");
    for (String region : REGIONS) {
      String _ =
          Eventually.get(
              "the item arrives in " + region,
              PATIENCE,
              () -> call(region, "Scan", "{\"TableName\":\"things\"}"),
              answer -> answer.contains("\"x\""));
    }
  }

  @Test
  void a_witness_is_described_and_has_no_table() throws Exception {
    createSimple();
    assertThat(makeStrong("things", WITNESS)).contains("STRONG");
    awaitReplicas(A, 1);
    awaitReplicas(B, 1);
    assertThat(call(B, "DescribeTable", "{\"TableName\":\"things\"}"))
        .contains("\"GlobalTableWitnesses\":[{\"RegionName\":\"us-west-2\"");
    assertThat(call(C, "ListTables", "{}")).isEqualTo("{\"TableNames\":[]}");
    put(B, "x");
    assertThat(get(A, "x")).contains("\"x\"");
    for (String refused :
        List.of(
            "\"GlobalTableWitnessUpdates\":[{\"Delete\":{\"RegionName\":\"us-east-2\"}}]",
            """
            "ReplicaUpdates":[{"Update":{"RegionName":"us-east-2","TableClassOverride":"STANDARD"}}],
            "GlobalTableWitnessUpdates":[{"Delete":{"RegionName":"us-west-2"}}]\
            """)) {
      assertThat(call(A, "UpdateTable", "{\"TableName\":\"things\"," + refused + "}"))
          .contains("global table witness");
    }
    String deletion = "\"ReplicaUpdates\":[{\"Delete\":{\"RegionName\":\"us-east-2\"}}]";
    assertThat(call(A, "UpdateTable", "{\"TableName\":\"things\"," + deletion + "}"))
        .contains("Update table delete operation does not include all witnesses.");
    String witness =
        ",\"GlobalTableWitnessUpdates\":[{\"Delete\":{\"RegionName\":\"us-west-2\"}}]}";
    assertThat(call(A, "UpdateTable", "{\"TableName\":\"things\"," + deletion + witness))
        .contains("TableDescription");
    awaitGone(B);
    assertThat(get(A, "x")).contains("\"x\"");
  }

  private void awaitGone(String region) throws Exception {
    String _ =
        Eventually.get(
            "the replica is deleted in " + region,
            PATIENCE,
            () -> call(region, "DescribeTable", "{\"TableName\":\"things\"}"),
            answer -> answer.contains("ResourceNotFoundException"));
  }

  @ParameterizedTest
  @CsvSource({A, B})
  void the_table_remains_with_all_items_in_the_region_that_deletes_the_others(String kept)
      throws Exception {
    createStrong();
    for (int i = 0; i < 30; i++) {
      put(REGIONS.get(i % 3), "key" + i);
    }
    var deletions = new ArrayList<String>();
    for (String region : REGIONS) {
      if (!region.equals(kept)) {
        deletions.add("{\"Delete\":{\"RegionName\":\"" + region + "\"}}");
      }
    }
    String one = "{\"TableName\":\"things\",\"ReplicaUpdates\":[" + deletions.getFirst() + "]}";
    assertThat(call(kept, "UpdateTable", one))
        .contains("Deletion of only one table replica is not supported");
    String all =
        "{\"TableName\":\"things\",\"ReplicaUpdates\":[" + String.join(",", deletions) + "]}";
    assertThat(call(kept, "UpdateTable", all)).contains("TableDescription");
    for (String region : REGIONS) {
      if (!region.equals(kept)) {
        awaitGone(region);
      }
    }
    put(kept, "last");
    assertThat(call(kept, "Scan", "{\"TableName\":\"things\",\"Select\":\"COUNT\"}"))
        .contains("\"Count\":31,");
    assertThat(call(kept, "DescribeTable", "{\"TableName\":\"things\"}")).doesNotContain("STRONG");
  }

  /** Clients write in all regions while one of them becomes the only one. */
  @ParameterizedTest
  @CsvSource({A, B, C, B, C, B, C, B, C, B, C})
  void no_acknowledged_write_is_lost_when_the_other_regions_are_deleted(String kept)
      throws Exception {
    createStrong();
    var acknowledged = new AtomicInteger();
    var ended = new AtomicBoolean();
    try (var threads = Executors.newCachedThreadPool()) {
      var writers = new ArrayList<Future<?>>();
      for (int i = 0; i < 6; i++) {
        String region = REGIONS.get(i % 3);
        writers.add(
            threads.submit(() -> {
              while (!ended.get()) {
                if (increment(region, "a").contains("\"n\":")) {
                  int _ = acknowledged.incrementAndGet();
                }
              }
              return null;
            }));
      }
      int _ =
          Eventually.get(
              "writes are acknowledged", PATIENCE, acknowledged::get, count -> count >= 100);
      var deletions = new ArrayList<String>();
      for (String region : REGIONS) {
        if (!region.equals(kept)) {
          deletions.add("{\"Delete\":{\"RegionName\":\"" + region + "\"}}");
        }
      }
      String all =
          "{\"TableName\":\"things\",\"ReplicaUpdates\":[" + String.join(",", deletions) + "]}";
      assertThat(call(kept, "UpdateTable", all)).contains("TableDescription");
      for (String region : REGIONS) {
        if (!region.equals(kept)) {
          awaitGone(region);
        }
      }
      ended.set(true);
      for (Future<?> writer : writers) {
        var _ = writer.get();
      }
    }
    assertThat(get(kept, "a")).contains("\"n\":{\"N\":\"" + acknowledged.get() + "\"}");
  }

  @Test
  void what_strong_tables_do_not_have_is_refused() throws Exception {
    createStrong();
    String item = "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"a\"}}}";
    assertThat(call(B, "TransactWriteItems", "{\"TransactItems\":[{\"Put\":" + item + "}]}"))
        .contains("Transactions are not supported");
    assertThat(
            call(
                A,
                "TransactGetItems",
                """
                {"TransactItems":[{"Get":{"TableName":"things","Key":{"pk":{"S":"a"}}}}]}\
                """))
        .contains("Transactions are not supported");
    assertThat(
            call(
                C,
                "UpdateTimeToLive",
                """
                {"TableName":"things","TimeToLiveSpecification":
                {"Enabled":true,"AttributeName":"until"}}\
                """))
        .contains("Time to live is not supported");
    assertThat(
            call(
                A,
                "UpdateTable",
                """
                {"TableName":"things","ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}]}\
                """))
        .contains("Cannot add replicas to a global table with strong MultiRegionConsistency");
    assertThat(makeStrong("things", REPLICAS))
        .contains("MultiRegionConsistency parameter is unsupported on existing global table");
    assertThat(call(B, "DeleteTable", "{\"TableName\":\"things\"}"))
        .contains("delete the replicas in the other Regions with UpdateTable first");
  }

  @Test
  void a_table_that_cannot_be_strong_remains_as_it_is() throws Exception {
    createSimple();
    assertThat(
            makeStrong(
                "things", "\"ReplicaUpdates\":[{\"Create\":{\"RegionName\":\"us-east-2\"}}]"))
        .contains("must have three different Regions");
    assertThat(makeStrong("things", REPLICAS.replace("us-west-2", "us-east-2")))
        .contains("must have three different Regions");
    assertThat(makeStrong("things", WITNESS.replace("us-west-2", A)))
        .contains("must have three different Regions");
    assertThat(makeStrong("things", REPLICAS.replace("us-west-2", "eu-west-1")))
        .contains("Region eu-west-1 is not known here");
    put(A, "x");
    assertThat(makeStrong("things", REPLICAS)).contains("must be empty");
    String sorted =
        """
        {"TableName":"sorted","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
        {"AttributeName":"sk","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
        {"AttributeName":"sk","KeyType":"RANGE"}],
        "LocalSecondaryIndexes":[{"IndexName":"local",
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
        {"AttributeName":"sk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}]}\
        """;
    assertThat(call(A, "CreateTable", sorted)).contains("TableDescription");
    assertThat(makeStrong("sorted", REPLICAS))
        .contains("Local secondary indexes are not supported");
    assertThat(call(A, "DescribeTable", "{\"TableName\":\"things\"}")).doesNotContain("STRONG");
    assertThat(call(B, "ListTables", "{}")).isEqualTo("{\"TableNames\":[]}");
  }
}
