package dev.gramme.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attacks that ended a server with a heap of 256 MB on 2026-11-23. All attacks run against the same
 * process. Meanwhile a well-behaved client sends GetItem requests, all of which must succeed.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("slow")
class MemoryTest {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryTest.class);

  /** The heap, and three times as much for RocksDB, network buffers, threads and code. */
  private static final long MAX_RESIDENT_MEGABYTES = 4L * VictimServer.HEAP_MEGABYTES;

  /** The pause of the well-behaved client after each request. */
  private static final int PACE_MILLIS = 5;

  private static final int ITEM_BYTES = 390 << 10;
  private static final String TEXT = "x".repeat(ITEM_BYTES);

  /** A list of 190,000 nulls: 380 KB by the service's count, 2.7 MB as JSON. */
  private static final String NULLS = "[" + "{\"NULL\":true},".repeat(189_999) + "{\"NULL\":true}]";

  private static final String GET = "{\"TableName\":\"tiny\",\"Key\":{\"pk\":{\"S\":\"good\"}}}";

  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** The latencies of the well-behaved client in nanoseconds, over all attacks. */
  private final List<Long> latencies = new ArrayList<>();

  private VictimServer server;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    server = new VictimServer(folder);
    server.createTable("tiny");
    server.createTable("large");
    assertThat(server.call("PutItem", put("tiny", "good", "{\"S\":\"v\"}")).statusCode())
        .isEqualTo(200);
    for (int i = 0; i < 45; i++) {
      String large = i < 30 ? "{\"L\":" + NULLS + "}" : "{\"S\":\"" + TEXT + "\"}";
      assertThat(server.call("PutItem", put("large", "k" + i, large)).statusCode()).isEqualTo(200);
    }
  }

  @AfterAll
  void stop() {
    threads.shutdownNow();
    server.close();
  }

  private static String item(String key, String value) {
    return "{\"pk\":{\"S\":\"" + key + "\"},\"v\":" + value + "}";
  }

  private static String put(String table, String key, String value) {
    return "{\"TableName\":\"" + table + "\",\"Item\":" + item(key, value) + "}";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** One client's part of an attack. */
  @FunctionalInterface
  private interface Attack {
    void run(int number) throws Exception;
  }

  /** Runs an attack with this many concurrent clients, and the well-behaved client meanwhile. */
  private void attack(String name, int clients, Attack attack) throws Exception {
    List<Future<?>> attackers = new ArrayList<>();
    var running = new CountDownLatch(clients);
    for (int i = 0; i < clients; i++) {
      int number = i;
      Callable<Void> one =
          () -> {
            try {
              attack.run(number);
            } finally {
              running.countDown();
            }
            return null;
          };
      attackers.add(threads.submit(one));
    }
    var ofThis = new ArrayList<Long>();
    int refused = 0;
    while (!running.await(PACE_MILLIS, TimeUnit.MILLISECONDS) || ofThis.size() < 20) {
      long begin = System.nanoTime();
      var answer = server.call("GetItem", GET);
      ofThis.add(System.nanoTime() - begin);
      assertThat(answer.statusCode()).as(name + ": " + answer.body()).isEqualTo(200);
      assertThat(answer.body()).contains("good");
    }
    for (Future<?> one : attackers) {
      try {
        one.get();
      } catch (java.util.concurrent.ExecutionException e) {
        assertThat(e.getCause()).as(name).isInstanceOf(IOException.class);
        refused++;
      }
    }
    LOG.info(
        "{}: {} clients, {} of them disconnected; GetItem {}; at most {} MB resident",
        name,
        clients,
        refused,
        summary(ofThis),
        server.peakResidentMegabytes());
    latencies.addAll(ofThis);
    assertThat(server.isAlive()).as(name).isTrue();
    assertThat(server.peakResidentMegabytes()).as(name).isLessThan(MAX_RESIDENT_MEGABYTES);
  }

  private static String summary(List<Long> latencies) {
    List<Long> sorted = latencies.stream().sorted().toList();
    return "%d times, p50 %d ms, p99 %d ms, slowest %d ms"
        .formatted(
            sorted.size(),
            sorted.get(sorted.size() / 2) / 1_000_000,
            sorted.get(sorted.size() * 99 / 100) / 1_000_000,
            sorted.getLast() / 1_000_000);
  }

  /** After its clients have disconnected, the server must hold no memory for them. */
  @AfterEach
  void nothing_is_held() throws Exception {
    // The request for the metrics itself holds some memory.
    String _ =
        Eventually.get(
            "no memory is held for disconnected clients",
            () -> server.operatorPage("/metrics").body(),
            metrics ->
                metric(metrics, "gramme_request_memory_bytes") <= 64 << 10
                    && metric(metrics, "gramme_receiving_bytes") == 0);
  }

  private static long metric(String metrics, String name) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length() + 1)))
        .sum();
  }

  /** Whether an attacker got a result, a throttling error or a closed connection. */
  private static boolean isAnswered(String answer) {
    return answer.startsWith("200 ")
        || answer.contains("ThrottlingException")
        || answer.equals("closed");
  }

  private void sendAndRead(int source, byte[] request) throws IOException {
    try (var client = new AttackClient(server.port(), source)) {
      client.send(request);
      assertThat(client.readAnswer()).matches(MemoryTest::isAnswered);
    }
  }

  private void sendAndHold(int source, byte[] request, ConcurrentLinkedQueue<AttackClient> open)
      throws IOException {
    var client = new AttackClient(server.port(), source);
    open.add(client);
    client.send(request);
  }

  private static void closeAll(ConcurrentLinkedQueue<AttackClient> open) throws IOException {
    for (AttackClient client : open) {
      client.close();
    }
  }

  @Test
  void many_connections_that_announce_a_body_and_send_nothing_more() throws Exception {
    announcedBodies(3_600);
  }

  private void announcedBodies(int clients) throws Exception {
    var open = new ConcurrentLinkedQueue<AttackClient>();
    byte[] head = bytes("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65536\r\n\r\n");
    attack("announced bodies", clients, i -> sendAndHold(i / 10, head, open));
    closeAll(open);
  }

  @Test
  void many_connections_that_send_nearly_all_of_a_body() throws Exception {
    unfinishedBodies(3_600);
  }

  private void unfinishedBodies(int clients) throws Exception {
    var open = new ConcurrentLinkedQueue<AttackClient>();
    var request = new ByteArrayOutputStream();
    request.writeBytes(
        bytes("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65536\r\n\r\n"));
    request.writeBytes(new byte[65_000]);
    byte[] most = request.toByteArray();
    attack("unfinished bodies", clients, i -> sendAndHold(i / 10, most, open));
    closeAll(open);
  }

  @Test
  void many_connections_that_send_nearly_all_of_a_head() throws Exception {
    unfinishedHeads(3_600);
  }

  private void unfinishedHeads(int clients) throws Exception {
    var open = new ConcurrentLinkedQueue<AttackClient>();
    byte[] head = bytes("POST / HTTP/1.1\r\nHost: localhost\r\nX-A: " + "a".repeat(15_000));
    attack("unfinished heads", clients, i -> sendAndHold(i / 10, head, open));
    closeAll(open);
  }

  @Test
  void many_connections_that_send_nearly_all_of_a_trailer() throws Exception {
    unfinishedTrailers(3_600);
  }

  /** Fields of four bytes, which take many times as much memory when they are decoded. */
  private void unfinishedTrailers(int clients) throws Exception {
    var open = new ConcurrentLinkedQueue<AttackClient>();
    byte[] most =
        bytes(
            "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
                + "a:\r\n".repeat(7_500));
    attack("unfinished trailers", clients, i -> sendAndHold(i / 10, most, open));
    closeAll(open);
  }

  @Test
  void large_writes() throws Exception {
    largeWrites(14, 32, 350);
  }

  private void largeWrites(int batches, int transactions, int puts) throws Exception {
    byte[] batch = AttackClient.request("BatchWriteItem", batchOf(25));
    attack("BatchWriteItem of 10 MB", batches, i -> sendAndRead(i, batch));
    byte[] transaction = AttackClient.request("TransactWriteItems", transactionOf(10));
    attack("TransactWriteItems of 4 MB", transactions, i -> sendAndRead(i, transaction));
    byte[] put =
        AttackClient.request("PutItem", bytes(put("tiny", "p", "{\"S\":\"" + TEXT + "\"}")));
    attack("PutItem of 390 KB", puts, i -> sendAndRead(i / 10, put));
  }

  private static byte[] batchOf(int items) {
    var text = new StringBuilder("{\"RequestItems\":{\"tiny\":[");
    for (int i = 0; i < items; i++) {
      text.append(i == 0 ? "" : ",").append("{\"PutRequest\":{\"Item\":");
      text.append(item("b" + i, "{\"S\":\"" + TEXT + "\"}")).append("}}");
    }
    return bytes(text.append("]}}").toString());
  }

  private static byte[] transactionOf(int items) {
    var text = new StringBuilder("{\"TransactItems\":[");
    for (int i = 0; i < items; i++) {
      text.append(i == 0 ? "" : ",").append("{\"Put\":");
      text.append(put("tiny", "x" + i, "{\"S\":\"" + TEXT + "\"}")).append('}');
    }
    return bytes(text.append("]}").toString());
  }

  @Test
  void large_answers_that_are_never_read() throws Exception {
    unreadAnswers(160, 100);
  }

  private void unreadAnswers(int batches, int scans) throws Exception {
    var open = new ConcurrentLinkedQueue<AttackClient>();
    byte[] batch = AttackClient.request("BatchGetItem", keys(30, 15));
    attack("BatchGetItem of 6 MB, unread", batches, i -> sendAndHold(i, batch, open));
    byte[] scan = AttackClient.request("Scan", bytes("{\"TableName\":\"large\"}"));
    attack("Scan of null lists, unread", scans, i -> sendAndHold(i, scan, open));
    closeAll(open);
  }

  private static byte[] keys(int from, int count) {
    var text = new StringBuilder("{\"RequestItems\":{\"large\":{\"Keys\":[");
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ",").append("{\"pk\":{\"S\":\"k").append(from + i).append("\"}}");
    }
    return bytes(text.append("]}}}").toString());
  }

  @Test
  void a_batch_of_items_whose_json_is_much_larger_than_their_size() throws Exception {
    nullLists(20);
  }

  private void nullLists(int clients) throws Exception {
    // A former attack's answers must be released, or this large request is throttled.
    nothing_is_held();
    var answer = server.call("BatchGetItem", new String(keys(0, 30), StandardCharsets.UTF_8));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).contains("\"UnprocessedKeys\":{\"large\"");
    byte[] batch = AttackClient.request("BatchGetItem", keys(0, 30));
    attack("BatchGetItem of null lists", clients, i -> sendAndRead(i, batch));
  }

  @Test
  void large_items_that_are_refused_after_decoding() throws Exception {
    refusedItems(5);
  }

  private void refusedItems(int clients) throws Exception {
    String maps = "{\"M\":{}},".repeat((16 << 20) / 9 - 100);
    byte[] body = bytes(put("tiny", "m", "{\"L\":[" + maps + "{\"M\":{}}]}"));
    byte[] plain = AttackClient.request("PutItem", body);
    byte[] zipped =
        AttackClient.request("PutItem", AttackClient.gzip(body), "Content-Encoding: gzip");
    for (byte[] request : Arrays.asList(plain, zipped)) {
      attack(
          "PutItem of 16 MB of empty maps",
          clients,
          i -> {
            try (var client = new AttackClient(server.port(), i)) {
              client.send(request);
              assertThat(client.readAnswer())
                  .matches(answer ->
                      answer.contains("Item size has exceeded the maximum allowed size")
                          || isAnswered(answer));
            }
          });
    }
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {2, 200})
  void every_attack_by_few_clients_and_by_many(int clients) throws Exception {
    announcedBodies(clients);
    unfinishedBodies(clients);
    unfinishedHeads(clients);
    unfinishedTrailers(clients);
    largeWrites(clients, clients, clients);
    unreadAnswers(clients, clients);
    nullLists(clients);
    refusedItems(clients);
  }

  @Tag("long")
  @Test
  void more_connections_than_the_server_accepts() throws Exception {
    announcedBodies(11_000);
    unfinishedBodies(11_000);
    unfinishedHeads(11_000);
    unfinishedTrailers(11_000);
  }

  @Test
  @Tag("long")
  void all_attacks_for_ten_minutes() throws Exception {
    latencies.clear();
    long end = System.nanoTime() + 600_000_000_000L;
    while (System.nanoTime() < end) {
      announcedBodies(3_600);
      unfinishedBodies(3_600);
      unfinishedHeads(3_600);
      unfinishedTrailers(3_600);
      largeWrites(14, 32, 350);
      unreadAnswers(160, 100);
      nullLists(20);
      refusedItems(5);
    }
    LOG.info("all attacks for ten minutes: GetItem {}", summary(latencies));
  }
}
