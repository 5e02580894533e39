package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.cluster.Host;
import dev.gramme.server.settings.Settings;
import dev.gramme.testkit.Eventually;
import dev.gramme.testkit.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers with two regions on one shared store. */
abstract class SharedRegionsContract {
  private static final String US = "us-east-1";
  private static final String EU = "eu-west-1";
  private static final String WEST = "us-west-2";
  private static final List<String> STRONG_REGIONS = List.of(US, EU, WEST);
  private static final String REGIONS = "--regions=us-east-1,eu-west-1";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The time between two writes of a client, which leaves the processors to other tests. */
  private static final Duration PACE = Duration.ofMillis(5);

  @TempDir Path folder;
  private final List<Node> running = new ArrayList<>();

  /** The settings of servers that use a database of this test. */
  abstract List<String> store();

  /** The same for a database that has a different name. */
  abstract List<String> otherStore();

  private Node server(String... flags) throws Exception {
    return serverOn(store(), flags);
  }

  private Node serverOn(List<String> store, String... flags) throws Exception {
    var args = new ArrayList<>(List.of("--port=0", "--data=" + folder));
    args.addAll(store);
    args.addAll(List.of(flags));
    var node = Node.start(Settings.read(args, Map.of()));
    running.add(node);
    return node;
  }

  @AfterEach
  void stop() {
    running.reversed().forEach(Node::close);
  }

  private static String call(Node node, String region, String operation, String body)
      throws Exception {
    return ServerProcess.call(node.port(), region, "DynamoDB", operation, body);
  }

  private static void create(Node node, String region) throws Exception {
    String answer =
        call(
            node,
            region,
            "CreateTable",
            """
            {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
            """);
    assertThat(answer).contains("TableDescription");
  }

  private static void put(Node node, String region, String key) throws Exception {
    assertThat(
            call(
                node,
                region,
                "PutItem",
                "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"" + key + "\"}}}"))
        .isEqualTo("{}");
  }

  private static String get(Node node, String region, String key) throws Exception {
    return call(
        node,
        region,
        "GetItem",
        "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"" + key + "\"}}}");
  }

  private static void addReplica(Node node) throws Exception {
    assertThat(
            call(
                node,
                US,
                "UpdateTable",
                """
                {"TableName":"things","ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}]}\
                """))
        .contains("TableDescription");
  }

  private static void await(Node node, String region, String operation, String body, String part)
      throws Exception {
    String _ =
        Eventually.get(
            region + " answers with " + part,
            PATIENCE,
            () -> call(node, region, operation, body),
            answer -> answer.contains(part));
  }

  private static void awaitCount(Node node, String region, int items) throws Exception {
    String body = "{\"TableName\":\"things\",\"Select\":\"COUNT\"}";
    await(node, region, "Scan", body, "\"Count\":" + items + ",");
  }

  private static void awaitActive(Node node, String region) throws Exception {
    String body = "{\"TableName\":\"things\"}";
    await(node, region, "DescribeTable", body, "\"ReplicaStatus\":\"ACTIVE\"");
  }

  @Test
  void each_region_has_tables_of_its_own_on_every_server() throws Exception {
    Node one = server(REGIONS);
    Node other = server(REGIONS);
    create(one, US);
    put(other, US, "a");
    assertThat(get(one, US, "a")).contains("\"a\"");
    assertThat(call(other, EU, "ListTables", "{}")).isEqualTo("{\"TableNames\":[]}");
    create(other, EU);
    assertThat(get(one, EU, "a")).isEqualTo("{}");
  }

  @Test
  void replicas_converge_whichever_server_received_the_writes() throws Exception {
    Node one = server(REGIONS);
    Node other = server(REGIONS);
    create(one, US);
    put(other, US, "before");
    addReplica(one);
    awaitActive(other, US);
    for (int i = 0; i < 10; i++) {
      put(one, US, "us1-" + i);
      put(other, US, "us2-" + i);
      put(one, EU, "eu1-" + i);
      put(other, EU, "eu2-" + i);
    }
    awaitCount(one, US, 41);
    awaitCount(other, EU, 41);
  }

  @Test
  void a_change_of_shared_settings_reaches_the_other_region_through_any_server() throws Exception {
    Node one = server(REGIONS);
    Node other = server(REGIONS);
    create(one, US);
    addReplica(one);
    awaitActive(one, US);
    assertThat(
            call(
                other,
                EU,
                "UpdateTimeToLive",
                """
                {"TableName":"things","TimeToLiveSpecification":
                {"Enabled":true,"AttributeName":"until"}}\
                """))
        .contains("until");
    String body = "{\"TableName\":\"things\"}";
    await(one, US, "DescribeTimeToLive", body, "\"AttributeName\":\"until\"");
  }

  @Test
  void a_deleted_replica_has_received_all_changes_and_is_gone_on_every_server() throws Exception {
    Node one = server(REGIONS);
    Node other = server(REGIONS);
    create(one, US);
    addReplica(one);
    awaitActive(other, US);
    put(other, EU, "last");
    assertThat(
            call(
                other,
                US,
                "UpdateTable",
                """
                {"TableName":"things","ReplicaUpdates":[{"Delete":{"RegionName":"eu-west-1"}}]}\
                """))
        .contains("TableDescription");
    await(one, EU, "DescribeTable", "{\"TableName\":\"things\"}", "ResourceNotFoundException");
    assertThat(get(one, US, "last")).contains("last");
  }

  /** Makes a table of two servers strongly consistent; returns the servers. */
  private List<Node> strong() throws Exception {
    String flag = REGIONS + "," + WEST;
    var servers = List.of(server(flag), server(flag));
    create(servers.getFirst(), US);
    assertThat(
            call(
                servers.getFirst(),
                US,
                "UpdateTable",
                """
                {"TableName":"things","MultiRegionConsistency":"STRONG","ReplicaUpdates":
                [{"Create":{"RegionName":"eu-west-1"}},{"Create":{"RegionName":"us-west-2"}}]}\
                """))
        .contains("\"MultiRegionConsistency\":\"STRONG\"");
    for (Node server : servers) {
      for (String region : STRONG_REGIONS) {
        awaitActive(server, region);
      }
    }
    return servers;
  }

  private static String increment(Node server, String region) throws Exception {
    return call(
        server,
        region,
        "UpdateItem",
        """
        {"TableName":"things","Key":{"pk":{"S":"a"}},"UpdateExpression":"ADD n :one",
        "ExpressionAttributeValues":{":one":{"N":"1"}},"ReturnValues":"ALL_NEW"}\
        """);
  }

  @Test
  void a_strong_read_sees_every_write_in_whatever_region_of_whatever_server() throws Exception {
    List<Node> servers = strong();
    for (int i = 1; i <= 12; i++) {
      String n = "\"n\":{\"N\":\"" + i + "\"}";
      assertThat(increment(servers.get(i % 2), STRONG_REGIONS.get(i % 3))).contains(n);
      for (Node server : servers) {
        for (String region : STRONG_REGIONS) {
          assertThat(
                  call(
                      server,
                      region,
                      "Query",
                      """
                      {"TableName":"things","ConsistentRead":true,
                      "KeyConditionExpression":"pk=:a",
                      "ExpressionAttributeValues":{":a":{"S":"a"}}}\
                      """))
              .contains(n);
        }
      }
    }
  }

  @Test
  void no_acknowledged_write_of_any_server_is_lost_when_a_region_that_is_not_the_home_remains()
      throws Exception {
    List<Node> servers = strong();
    var acknowledged = new AtomicInteger();
    var ended = new AtomicBoolean();
    try (var threads = Executors.newCachedThreadPool()) {
      var writers = new ArrayList<Future<?>>();
      for (int i = 0; i < 6; i++) {
        Node server = servers.get(i % 2);
        String region = STRONG_REGIONS.get(i % 3);
        writers.add(
            threads.submit(() -> {
              while (!ended.get()) {
                if (increment(server, region).contains("\"n\":")) {
                  int _ = acknowledged.incrementAndGet();
                }
                LockSupport.parkNanos(PACE.toNanos());
              }
              return null;
            }));
      }
      try {
        int _ =
            Eventually.get("writes are acknowledged", PATIENCE, acknowledged::get, n -> n >= 50);
        // A region can answer that the table is in use, until it knows that all copies are
        // complete.
        await(
            servers.getLast(),
            EU,
            "UpdateTable",
            """
            {"TableName":"things","ReplicaUpdates":
            [{"Delete":{"RegionName":"us-east-1"}},{"Delete":{"RegionName":"us-west-2"}}]}\
            """,
            "TableDescription");
        String body = "{\"TableName\":\"things\"}";
        for (Node server : servers) {
          await(server, US, "DescribeTable", body, "ResourceNotFoundException");
          await(server, WEST, "DescribeTable", body, "ResourceNotFoundException");
        }
        int before = acknowledged.get();
        int _ = Eventually.get("the region writes", PATIENCE, acknowledged::get, n -> n > before);
      } finally {
        ended.set(true);
      }
      for (Future<?> writer : writers) {
        var _ = writer.get();
      }
    }
    String n = "\"n\":{\"N\":\"" + acknowledged.get() + "\"}";
    for (Node server : servers) {
      assertThat(get(server, EU, "a")).contains(n);
    }
  }

  @Test
  void another_server_sends_the_changes_of_a_server_that_was_killed() throws Exception {
    var flags = new ArrayList<>(store());
    flags.add(REGIONS);
    flags.add("--admin-port=0");
    var killed = new ServerProcess(folder, new Host("127.0.0.1", List.of()), flags);
    try {
      Node other = server(REGIONS);
      create(other, US);
      assertThat(
              killed
                  .ask(
                      "DynamoDB",
                      "UpdateTable",
                      """
                      {"TableName":"things","ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}]}\
                      """)
                  .body())
          .contains("TableDescription");
      awaitActive(other, US);
      killed.kill();
      put(other, US, "after");
      awaitCount(other, EU, 1);
    } finally {
      killed.kill();
    }
  }

  @Test
  void regions_in_other_processes_are_peers_with_databases_of_their_own() throws Exception {
    int us = FreePorts.next();
    int eu = FreePorts.next();
    Node inUs = server("--admin-port=" + us, "--peers=eu-west-1=http://127.0.0.1:" + eu);
    Node inEu =
        serverOn(
            otherStore(),
            "--admin-port=" + eu,
            "--region=eu-west-1",
            "--peers=us-east-1=http://127.0.0.1:" + us);
    Node alsoInUs = server("--peers=eu-west-1=http://127.0.0.1:" + eu);
    create(inUs, US);
    put(alsoInUs, US, "a");
    addReplica(alsoInUs);
    awaitActive(inUs, US);
    put(inUs, US, "b");
    put(alsoInUs, US, "c");
    put(inEu, EU, "d");
    awaitCount(inEu, EU, 4);
    awaitCount(alsoInUs, US, 4);
  }

  @Test
  void an_existing_database_is_that_of_the_region_setting() throws Exception {
    Node before = server();
    create(before, US);
    put(before, US, "a");
    before.close();
    running.remove(before);
    Node after = server(REGIONS);
    assertThat(get(after, US, "a")).contains("\"a\"");
    assertThat(call(after, EU, "ListTables", "{}")).isEqualTo("{\"TableNames\":[]}");
    assertThatThrownBy(() -> server(REGIONS, "--region=eu-west-1"))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("opened as region eu-west-1 has the data of region us-east-1");
  }
}
