package dev.gramme.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that occupied a thread of the server for minutes on 2026-11-23. While they run, a
 * well-behaved client and the pages for operators must get their answers.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("slow")
class StallTest {
  private static final Logger LOG = LoggerFactory.getLogger(StallTest.class);

  /** The pause of the well-behaved client after each of its rounds. */
  private static final int PACE_MILLIS = 5;

  private static final int ITEM_BYTES = 390 << 10;
  private static final String HAYSTACK = "a".repeat(ITEM_BYTES);

  /** Matches at every position of the haystack but for its last character. */
  private static final String NEEDLE = "a".repeat(190 << 10) + "b";

  private static final String GET = "{\"TableName\":\"tiny\",\"Key\":{\"pk\":{\"S\":\"good\"}}}";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private VictimServer server;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    server = new VictimServer(folder);
    server.createTable("tiny");
    for (String key : List.of("good", "a0", "a1", "a2")) {
      String value = key.equals("good") ? "v" : HAYSTACK;
      ok(server.call("PutItem", put(key, value)).body());
    }
  }

  @AfterAll
  void stop() {
    threads.shutdownNow();
    server.close();
  }

  private static void ok(String body) {
    assertThat(body).doesNotContain("__type");
  }

  private static String put(String key, String value) {
    return "{\"TableName\":\"tiny\",\"Item\":{\"pk\":{\"S\":\""
        + key
        + "\"},\"v\":{\"S\":\""
        + value
        + "\"}}}";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Sends a well-behaved client's and an operator's requests while the attack runs. */
  private void beside(String name, List<Future<String>> attack) throws Exception {
    long slowestNanos = 0;
    int requests = 0;
    while (isRunningAfterPause(attack) || requests < 50) {
      long begin = System.nanoTime();
      assertThat(server.call("GetItem", GET).statusCode()).as(name).isEqualTo(200);
      assertThat(server.call("PutItem", put("good", "v")).statusCode()).as(name).isEqualTo(200);
      assertThat(server.page("/health").statusCode()).as(name).isEqualTo(200);
      assertThat(server.operatorPage("/metrics").statusCode()).as(name).isEqualTo(200);
      slowestNanos = Math.max(slowestNanos, System.nanoTime() - begin);
      requests++;
    }
    var answers = new ArrayList<String>();
    for (Future<String> one : attack) {
      String answer = one.get();
      answers.add(answer.substring(0, Math.min(answer.length(), 90)));
    }
    LOG.info(
        "{}: {} rounds of GetItem, PutItem and two pages meanwhile, the slowest took {} ms; {}",
        name,
        requests,
        slowestNanos / 1_000_000,
        answers.stream().distinct().toList());
  }

  /** Pauses while the attack runs; returns whether it does. */
  private static boolean isRunningAfterPause(List<Future<String>> attack) throws Exception {
    var running = attack.stream().filter(one -> !one.isDone()).findFirst();
    if (running.isPresent()) {
      try {
        var _ = running.get().get(PACE_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException stillRunning) {
        return true;
      }
    }
    return running.isPresent();
  }

  private List<Future<String>> clients(int count, byte[] request) {
    var all = new ArrayList<Future<String>>();
    for (int i = 0; i < count; i++) {
      int source = i;
      all.add(threads.submit(() -> ask(source, request)));
    }
    return all;
  }

  private String ask(int source, byte[] request) throws IOException {
    try (var client = new AttackClient(server.port(), source)) {
      client.send(request);
      return client.readAnswer();
    }
  }

  private static String values(String more) {
    return ",\"ExpressionAttributeValues\":{\":n\":{\"S\":\"" + NEEDLE + "\"}" + more + "}}";
  }

  @Test
  void a_condition_that_searches_a_long_text_in_a_long_text() throws Exception {
    byte[] request =
        AttackClient.request(
            "DeleteItem",
            bytes(
                "{\"TableName\":\"tiny\",\"Key\":{\"pk\":{\"S\":\"a0\"}},"
                    + "\"ConditionExpression\":\"contains(v, :n)\""
                    + values("")));
    beside("a search as a condition", clients(12, request));
    assertThat(ask(1, request)).contains("ConditionalCheckFailedException");
  }

  @Test
  void a_transaction_with_the_most_searches_that_its_expressions_can_hold() throws Exception {
    String all = String.join(" OR ", Collections.nCopies(150, "contains(v, :n)"));
    var checks = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      checks.add(
          "{\"ConditionCheck\":{\"TableName\":\"tiny\",\"Key\":{\"pk\":{\"S\":\"a"
              + i
              + "\"}},\"ConditionExpression\":\""
              + all
              + "\""
              + values("")
              + "}");
    }
    byte[] request =
        AttackClient.request(
            "TransactWriteItems", bytes("{\"TransactItems\":[" + String.join(",", checks) + "]}"));
    beside("450 searches as conditions", clients(6, request));
    assertThat(ask(1, request)).contains("ValidationException").contains("more work than one");
  }

  @Test
  void a_filter_that_searches_a_long_text_in_a_long_text() throws Exception {
    byte[] query =
        AttackClient.request(
            "Query",
            bytes(
                "{\"TableName\":\"tiny\",\"KeyConditionExpression\":\"pk = :k\","
                    + "\"FilterExpression\":\"contains(v, :n)\""
                    + values(",\":k\":{\"S\":\"a1\"}")));
    beside("a search as a filter of Query", clients(12, query));
    assertThat(ask(1, query)).contains("\"Count\":0,");
    byte[] scan =
        AttackClient.request(
            "Scan",
            bytes("{\"TableName\":\"tiny\",\"FilterExpression\":\"contains(v, :n)\"" + values("")));
    beside("a search as a filter of Scan", clients(12, scan));
  }

  @Test
  void many_different_member_names_do_not_harm_other_clients() throws Exception {
    for (int request = 0; request < 20; request++) {
      var names = new StringBuilder("{\"TableName\":\"tiny\"");
      for (int i = 0; i < 6_000; i++) {
        names.append(",\"n").append(request).append('_').append(i).append("\":1");
      }
      var answer =
          ask(request, AttackClient.request("GetItem", bytes(names.append('}').toString())));
      assertThat(answer).startsWith("400 ").contains("ValidationException");
      assertThat(server.call("GetItem", GET).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void compressed_bodies_without_a_signature_are_not_decompressed() throws Exception {
    byte[] body = AttackClient.gzip(bytes("{\"a\":\"" + "a".repeat(15 << 20) + "\"}"));
    byte[] request =
        bytes(
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
                + "X-Amz-Target: DynamoDB_20120810.GetItem\r\nContent-Encoding: gzip\r\n"
                + "Content-Length: "
                + body.length
                + "\r\n\r\n");
    var whole = new java.io.ByteArrayOutputStream();
    whole.writeBytes(request);
    whole.writeBytes(body);
    beside("compressed bodies without a signature", clients(200, whole.toByteArray()));
    assertThat(ask(1, whole.toByteArray())).contains("MissingAuthenticationTokenException");
  }

  @Test
  void the_work_of_disconnected_clients_is_cancelled() throws Exception {
    byte[] scan =
        AttackClient.request(
            "Scan",
            bytes("{\"TableName\":\"tiny\",\"FilterExpression\":\"contains(v, :n)\"" + values("")));
    for (int i = 0; i < 200; i++) {
      try (var client = new AttackClient(server.port(), i)) {
        client.send(scan);
      }
    }
    beside("clients that disconnect", clients(1, AttackClient.request("GetItem", bytes(GET))));
  }
}
