package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gramme.cluster.CassandraCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes of Cassandra and two servers under load; a node and a server are killed and started
 * again, another node stands still for a while. Nothing that was acknowledged is lost.
 *
 * <p>Most of the time goes by until the nodes run: on a busy machine the test in which things fail
 * together takes four minutes, of which the load is one.
 */
@Tag("long")
class ClusterFaultTest {
  private static final int ACCOUNTS = 12;
  private static final int REGISTERS = 4;
  private static final int OPENING_BALANCE = 100;
  private static final int WORKERS = 6;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private CassandraCluster cluster;
  private final List<ServerProcess> servers = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Map<String, Boolean> acknowledged = new ConcurrentHashMap<>();
  private final Map<Integer, ConcurrentLinkedQueue<Integer>> versions = new ConcurrentHashMap<>();
  private final AtomicInteger transfers = new AtomicInteger();
  private final AtomicInteger unknown = new AtomicInteger();

  @BeforeEach
  void start() throws IOException {
    Path project = Path.of("..").toAbsolutePath().normalize();
    cluster = CassandraCluster.start(CassandraCluster.Plan.of(project, folder, 3));
    String points =
        cluster.addresses().stream()
            .map(address -> address.getHostString() + ":" + address.getPort())
            .collect(Collectors.joining(","));
    for (int i = 0; i < 2; i++) {
      servers.add(
          new ServerProcess(folder, List.of("--store=cassandra", "--contact-points=" + points)));
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (var server : servers) {
      server.kill();
    }
    cluster.close();
  }

  private String call(int server, String operation, String body) throws Exception {
    return servers.get(server).call("DynamoDB", operation, body);
  }

  private void create(String table, String more) throws Exception {
    assertThat(
            call(
                0,
                "CreateTable",
                """
                {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",
                "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}%s,
                "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
                """
                    .formatted(table, more)))
        .contains("TableDescription");
  }

  private void prepare() throws Exception {
    create(
        "accounts",
        "],\"StreamSpecification\":{\"StreamEnabled\":true,"
            + "\"StreamViewType\":\"NEW_AND_OLD_IMAGES\"}");
    create("registers", "]");
    create(
        "notes",
        """
        ,{"AttributeName":"author","AttributeType":"S"}],"GlobalSecondaryIndexes":
        [{"IndexName":"authors","KeySchema":[{"AttributeName":"author","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"KEYS_ONLY"}}]\
        """);
    for (int i = 0; i < ACCOUNTS; i++) {
      put("accounts", "a" + i, ",\"balance\":{\"N\":\"" + OPENING_BALANCE + "\"}");
    }
    for (int i = 0; i < REGISTERS; i++) {
      put("registers", "r" + i, ",\"v\":{\"N\":\"0\"}");
      versions.put(i, new ConcurrentLinkedQueue<>());
    }
  }

  private void put(String table, String key, String more) throws Exception {
    assertThat(
            call(
                0,
                "PutItem",
                "{\"TableName\":\"%s\",\"Item\":{\"pk\":{\"S\":\"%s\"}%s}}"
                    .formatted(table, key, more)))
        .isEqualTo("{}");
  }

  /** What happens to nodes and servers while they are under load. */
  private interface Faults {
    void happen() throws Exception;
  }

  @Test
  void nothing_that_was_acknowledged_is_lost_when_a_node_and_a_server_fail_together()
      throws Exception {
    check(this::faultsTogether);
  }

  @Test
  void nothing_that_was_acknowledged_is_lost_when_nodes_and_servers_fail() throws Exception {
    check(this::faultsOneByOne);
  }

  private void check(Faults faults) throws Exception {
    long seed = new Random().nextLong();
    prepare();
    try (var threads = Executors.newFixedThreadPool(WORKERS)) {
      List<Future<Integer>> work = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        work.add(threads.submit(worker(i, new Random(seed + i))));
      }
      try {
        faults.happen();
      } finally {
        end.countDown();
      }
      for (var worker : work) {
        worker.get();
      }
    }
    System.out.printf(
        "%d transfers and %d notes acknowledged, %d outcomes unknown, registers at %s%n",
        transfers.get(),
        acknowledged.size(),
        unknown.get(),
        versions.values().stream().map(ConcurrentLinkedQueue::size).toList());
    assertThat(transfers).as("seed %d", seed).hasPositiveValue();
    checkAccounts(seed);
    checkRegisters(seed);
    checkNotes(seed);
    checkStream(seed);
  }

  private void faultsTogether() throws Exception {
    pause(3);
    cluster.nodes().get(2).kill();
    pause(3);
    servers.get(1).kill();
    cluster.nodes().get(2).start();
    servers.get(1).startAgain();
    cluster.nodes().get(1).pauseProcess();
    pause(4);
    cluster.nodes().get(1).resume();
    pause(4);
  }

  private void faultsOneByOne() throws Exception {
    pause(5);
    cluster.nodes().get(2).kill();
    pause(10);
    cluster.nodes().get(2).start();
    pause(5);
    servers.get(1).kill();
    pause(5);
    servers.get(1).startAgain();
    pause(5);
    cluster.nodes().get(1).pauseProcess();
    pause(8);
    cluster.nodes().get(1).resume();
    pause(10);
  }

  private void pause(int seconds) throws InterruptedException {
    assertThat(end.await(seconds, TimeUnit.SECONDS)).isFalse();
  }

  private Callable<Integer> worker(int number, Random random) {
    return () -> {
      int n = 0;
      while (end.getCount() > 0) {
        n++;
        int server = random.nextInt(2);
        try {
          switch (number % 3) {
            case 0 -> transfer(server, random);
            case 1 -> increase(server, random);
            default -> note(server, "n" + number + "-" + n, random);
          }
        } catch (IOException e) {
          // The server is down, or did not answer in time.
          unknown.incrementAndGet();
        }
      }
      return n;
    };
  }

  private void transfer(int server, Random random) throws Exception {
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    String update =
        """
        {"Update":{"TableName":"accounts","Key":{"pk":{"S":"a%d"}},"UpdateExpression":
        "ADD balance :a","ExpressionAttributeValues":{":a":{"N":"%d"}}}}\
        """;
    String answer =
        call(
            server,
            "TransactWriteItems",
            "{\"TransactItems\":["
                + update.formatted(from, -3)
                + ","
                + update.formatted(to, 3)
                + "]}");
    count(answer, transfers);
  }

  private void count(String answer, AtomicInteger done) {
    if (answer.equals("{}")) {
      done.incrementAndGet();
    } else {
      unknown.incrementAndGet();
    }
  }

  /** Reads a register and raises it by one if it is still so. */
  private void increase(int server, Random random) throws Exception {
    int register = random.nextInt(REGISTERS);
    var seen = Objects.requireNonNull(versions.get(register));
    int least = seen.stream().mapToInt(Integer::intValue).max().orElse(0);
    JsonNode item =
        JSON.readTree(
                call(
                    server,
                    "GetItem",
                    """
                    {"TableName":"registers","ConsistentRead":true,"Key":{"pk":{"S":"r%d"}}}\
                    """
                        .formatted(register)))
            .path("Item");
    if (item.isMissingNode()) {
      unknown.incrementAndGet();
      return;
    }
    int old = item.path("v").path("N").asInt();
    assertThat(old).as("what was acknowledged before is seen").isGreaterThanOrEqualTo(least);
    String answer =
        call(
            server,
            "UpdateItem",
            """
            {"TableName":"registers","Key":{"pk":{"S":"r%d"}},"UpdateExpression":"SET v = :n",
            "ConditionExpression":"v = :o","ExpressionAttributeValues":
            {":o":{"N":"%d"},":n":{"N":"%d"}}}\
            """
                .formatted(register, old, old + 1));
    if (answer.equals("{}")) {
      seen.add(old + 1);
    } else if (!answer.contains("ConditionalCheckFailed")) {
      unknown.incrementAndGet();
    }
  }

  private void note(int server, String key, Random random) throws Exception {
    String answer =
        call(
            server,
            "PutItem",
            """
            {"TableName":"notes","Item":{"pk":{"S":"%s"},"author":{"S":"w%d"}}}\
            """
                .formatted(key, random.nextInt(5)));
    if (answer.equals("{}")) {
      acknowledged.put(key, true);
    } else {
      unknown.incrementAndGet();
    }
  }

  private Map<String, JsonNode> scan(String table, String more) throws Exception {
    var items = new TreeMap<String, JsonNode>();
    String start = "";
    do {
      JsonNode page =
          JSON.readTree(call(0, "Scan", "{\"TableName\":\"" + table + "\"" + more + start + "}"));
      assertThat(page.has("Items")).as(page.toString()).isTrue();
      for (JsonNode item : page.path("Items")) {
        assertThat(items.put(item.path("pk").path("S").asText(), item)).isNull();
      }
      start =
          page.has("LastEvaluatedKey")
              ? ",\"ExclusiveStartKey\":" + page.path("LastEvaluatedKey")
              : "";
    } while (!start.isEmpty());
    return items;
  }

  private void checkAccounts(long seed) throws Exception {
    int total = 0;
    for (JsonNode account : scan("accounts", "").values()) {
      total += account.path("balance").path("N").asInt();
    }
    assertThat(total).as("seed %d", seed).isEqualTo(ACCOUNTS * OPENING_BALANCE);
  }

  private void checkRegisters(long seed) throws Exception {
    var items = scan("registers", "");
    versions.forEach((register, seen) -> {
      assertThat(seen).as("register %d, seed %d", register, seed).doesNotHaveDuplicates();
      assertThat(Objects.requireNonNull(items.get("r" + register)).path("v").path("N").asInt())
          .as("register %d, seed %d", register, seed)
          .isGreaterThanOrEqualTo(seen.stream().mapToInt(Integer::intValue).max().orElse(0));
    });
  }

  private void checkNotes(long seed) throws Exception {
    var notes = scan("notes", "");
    assertThat(notes.keySet()).as("seed %d", seed).containsAll(acknowledged.keySet());
    assertThat(scan("notes", ",\"IndexName\":\"authors\"").keySet())
        .as("seed %d", seed)
        .isEqualTo(notes.keySet());
  }

  /** Every record's old image is the new image of the record before of the same item. */
  private void checkStream(long seed) throws Exception {
    JsonNode streams =
        JSON.readTree(
            servers.get(0).call("DynamoDBStreams", "ListStreams", "{\"TableName\":\"accounts\"}"));
    String arn = streams.path("Streams").get(0).path("StreamArn").asText();
    var shards =
        JSON.readTree(
            servers
                .get(0)
                .call("DynamoDBStreams", "DescribeStream", "{\"StreamArn\":\"" + arn + "\"}"));
    var last = new HashMap<String, JsonNode>();
    for (JsonNode shard : shards.path("StreamDescription").path("Shards")) {
      follow(arn, shard.path("ShardId").asText(), last, seed);
    }
    scan("accounts", "")
        .forEach((key, item) ->
            assertThat(last.get(key)).as("item %s, seed %d", key, seed).isEqualTo(item));
  }

  private void follow(String arn, String shard, Map<String, JsonNode> last, long seed)
      throws Exception {
    String iterator =
        JSON.readTree(
                servers
                    .get(0)
                    .call(
                        "DynamoDBStreams",
                        "GetShardIterator",
                        """
                        {"StreamArn":"%s","ShardId":"%s","ShardIteratorType":"TRIM_HORIZON"}\
                        """
                            .formatted(arn, shard)))
            .path("ShardIterator")
            .asText();
    JsonNode records;
    do {
      JsonNode page =
          JSON.readTree(
              servers
                  .get(1)
                  .call(
                      "DynamoDBStreams", "GetRecords", "{\"ShardIterator\":\"" + iterator + "\"}"));
      records = page.path("Records");
      assertThat(records.isArray()).as(page.toString()).isTrue();
      for (JsonNode each : records) {
        JsonNode change = each.path("dynamodb");
        String key = change.path("Keys").path("pk").path("S").asText();
        JsonNode before = last.put(key, change.path("NewImage"));
        if (before != null) {
          assertThat(change.path("OldImage")).as("item %s, seed %d", key, seed).isEqualTo(before);
        }
      }
      iterator = page.path("NextShardIterator").asText();
    } while (!records.isEmpty());
  }
}
