package dev.gramme.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class HttpServerTest {
  private static final HttpLimits LIMITS = HttpLimits.DEFAULT;
  private static final Duration BRIEF = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofSeconds(60);

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final ExecutorService elsewhere = Executors.newSingleThreadExecutor();

  @AfterEach
  void closeAll() throws Exception {
    elsewhere.shutdown();
    for (var one : opened.reversed()) {
      one.close();
    }
  }

  private HttpServer serve(HttpLimits limits, HttpHandler handler) throws IOException {
    var server = HttpServer.start("127.0.0.1", 0, limits, handler);
    opened.add(server);
    return server;
  }

  private RawClient connect(HttpServer server) throws IOException {
    var client = new RawClient(server.port());
    opened.add(client);
    return client;
  }

  private static HttpResponse text(String text) {
    return new HttpResponse(200, "text/plain", text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String body(HttpExchange exchange) {
    return new String(exchange.request().body(), StandardCharsets.ISO_8859_1);
  }

  private static void echo(HttpExchange exchange) {
    exchange.respond(text("<" + body(exchange) + ">"));
  }

  private void echoElsewhere(HttpExchange exchange) {
    elsewhere.execute(() -> echo(exchange));
  }

  private static HttpLimits.Builder patient() {
    return LIMITS.toBuilder().idle(LONG).receive(LONG).send(LONG).linger(Duration.ofMillis(200));
  }

  @Test
  void a_response_carries_the_fields_that_the_service_sends() throws Exception {
    var server = serve(LIMITS, exchange -> exchange.respond(text("hi").with("x-more", "1")));
    var client = connect(server);
    client.send(RawClient.post("a"));
    var response = client.read();
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("hi");
    assertThat(response.fields())
        .containsEntry("Server", "Server")
        .containsEntry("Content-Type", "text/plain")
        .containsEntry("Content-Length", "2")
        .containsEntry("Connection", "keep-alive")
        .containsEntry("x-more", "1");
    assertThat(response.fields().get("Date"))
        .matches("[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
  }

  @Test
  void a_connection_serves_many_requests() throws Exception {
    var client = connect(serve(LIMITS, HttpServerTest::echo));
    for (int i = 0; i < 100; i++) {
      client.send(RawClient.post("n" + i));
      assertThat(client.read().body()).isEqualTo("<n" + i + ">");
    }
  }

  @Test
  void a_request_may_arrive_in_single_bytes() throws Exception {
    var client = connect(serve(LIMITS, HttpServerTest::echo));
    for (byte b : RawClient.post("slowly").getBytes(StandardCharsets.US_ASCII)) {
      client.send(new byte[] {b});
    }
    assertThat(client.read().body()).isEqualTo("<slowly>");
  }

  @Test
  void a_chunked_body_is_assembled() throws Exception {
    var client = connect(serve(LIMITS, HttpServerTest::echo));
    client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
    client.send("4\r\ndefg\r\n0\r\n\r\n");
    assertThat(client.read().body()).isEqualTo("<abcdefg>");
  }

  @Test
  void a_body_of_sixteen_megabytes_is_accepted() throws Exception {
    var client =
        connect(
            serve(
                LIMITS, exchange -> exchange.respond(text("" + exchange.request().body().length))));
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 16777216\r\n\r\n");
    client.send(new byte[16 << 20]);
    assertThat(client.read().body()).isEqualTo("16777216");
  }

  @Test
  void a_declared_body_beyond_sixteen_megabytes_is_413_with_an_empty_chunked_body()
      throws Exception {
    var client = connect(serve(LIMITS, HttpServerTest::echo));
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 16777217\r\n\r\n");
    var response = client.read();
    assertThat(response.status()).isEqualTo(413);
    assertThat(response.fields()).containsEntry("Transfer-Encoding", "chunked");
    assertThat(response.body()).isEmpty();
    assertThat(client.atEnd()).isTrue();
  }

  @Test
  void a_chunked_body_beyond_the_limit_is_413_while_the_client_is_still_sending() throws Exception {
    var client = connect(serve(LIMITS, HttpServerTest::echo));
    client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    var chunk = "100000\r\n" + "x".repeat(1 << 20) + "\r\n";
    for (int i = 0; i < 17; i++) {
      client.send(chunk);
    }
    assertThat(client.read().status()).isEqualTo(413);
  }

  @Test
  void header_fields_beyond_sixteen_kilobytes_are_400() throws Exception {
    var client = connect(serve(LIMITS, HttpServerTest::echo));
    client.send("POST / HTTP/1.1\r\nHost: x\r\nLong: " + "y".repeat(17_000) + "\r\n\r\n");
    assertThat(client.read().status()).isEqualTo(400);
  }

  @Test
  void a_request_line_beyond_sixteen_kilobytes_is_400() throws Exception {
    var client = connect(serve(LIMITS, HttpServerTest::echo));
    client.send("GET /" + "y".repeat(17_000) + " HTTP/1.1\r\nHost: x\r\n\r\n");
    assertThat(client.read().status()).isEqualTo(400);
  }

  @Test
  void garbage_is_400_and_closes_the_connection() throws Exception {
    var client = connect(serve(LIMITS, HttpServerTest::echo));
    client.send("\u0001\u0002 what is this\r\n\r\n");
    assertThat(client.read().status()).isEqualTo(400);
    assertThat(client.atEnd()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/9.9", "HTTP/2.0", "HTTP/0.9"})
  void another_http_version_is_505_and_closes_the_connection(String version) throws Exception {
    var client = connect(serve(LIMITS, HttpServerTest::echo));
    client.send("GET / " + version + "\r\nHost: x\r\n\r\n");
    assertThat(client.read().status()).isEqualTo(505);
    assertThat(client.atEnd()).isTrue();
  }

  @Test
  void pipelined_requests_are_answered_in_order_from_any_thread() throws Exception {
    var client = connect(serve(LIMITS, this::echoElsewhere));
    var all = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      all.append(RawClient.post("n" + i));
    }
    client.send(all.toString());
    for (int i = 0; i < 100; i++) {
      assertThat(client.read().body()).isEqualTo("<n" + i + ">");
    }
  }

  @Test
  void a_pipelined_request_starts_only_after_the_previous_response() throws Exception {
    var begun = new LinkedBlockingQueue<HttpExchange>();
    var client = connect(serve(LIMITS, begun::add));
    client.send(RawClient.post("first") + RawClient.post("second"));
    var first = begun.poll(10, TimeUnit.SECONDS);
    assertThat(first).isNotNull();
    assertThat(begun.poll(100, TimeUnit.MILLISECONDS)).isNull();
    echo(first);
    assertThat(client.read().body()).isEqualTo("<first>");
    var second = begun.poll(10, TimeUnit.SECONDS);
    assertThat(second).isNotNull();
    echo(second);
    assertThat(client.read().body()).isEqualTo("<second>");
  }

  @Test
  void responses_before_a_bad_request_are_still_sent() throws Exception {
    var client = connect(serve(LIMITS, this::echoElsewhere));
    client.send(RawClient.post("good") + "\u0001\u0002 bad\r\n\r\n");
    assertThat(client.read().body()).isEqualTo("<good>");
    assertThat(client.atEnd()).isTrue();
  }

  @Test
  void connection_close_is_obeyed_and_confirmed() throws Exception {
    var client = connect(serve(LIMITS, HttpServerTest::echo));
    client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assertThat(client.read().fields()).containsEntry("Connection", "close");
    assertThat(client.atEnd()).isTrue();
  }

  @Test
  void a_client_that_has_closed_its_sending_half_still_gets_its_response() throws Exception {
    var client = connect(serve(LIMITS, this::echoElsewhere));
    client.send(RawClient.post("last words"));
    client.socket().shutdownOutput();
    assertThat(client.read().body()).isEqualTo("<last words>");
    assertThat(client.atEnd()).isTrue();
  }

  @Test
  void a_client_that_disconnects_within_a_body_leaves_no_connection() throws Exception {
    var calls = new LinkedBlockingQueue<HttpExchange>();
    var server = serve(LIMITS, calls::add);
    try (var client = new RawClient(server.port())) {
      client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n");
      client.send(new byte[1_000_000]);
      await(() -> server.traffic().receivedBytes() > 0);
    }
    awaitConnections(server, 0);
    assertThat(calls).isEmpty();
  }

  @Test
  void an_expected_continue_is_sent_before_the_body() throws Exception {
    var client = connect(serve(LIMITS, HttpServerTest::echo));
    client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    assertThat(client.read().status()).isEqualTo(100);
    client.send("ok");
    assertThat(client.read().body()).isEqualTo("<ok>");
  }

  @Test
  void a_client_that_does_not_read_gets_no_further_requests_handled_and_is_disconnected()
      throws Exception {
    var responses = new LinkedBlockingQueue<Integer>();
    var large = "z".repeat(1 << 20);
    var server =
        serve(
            patient().send(Duration.ofSeconds(1)).build(),
            exchange -> {
              responses.add(1);
              exchange.respond(text(large));
            });
    var client = connect(server);
    var all = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      all.append(RawClient.post("n" + i));
    }
    client.send(all.toString());
    await(() -> !responses.isEmpty());
    awaitConnections(server, 0);
    assertThat(responses.size()).isBetween(1, 20);
  }

  @Test
  void a_silent_client_is_disconnected() throws Exception {
    var server = serve(patient().idle(BRIEF).build(), HttpServerTest::echo);
    var client = connect(server);
    assertThat(client.atEnd()).isTrue();
  }

  @Test
  void a_client_that_does_not_finish_its_body_is_disconnected() throws Exception {
    var server = serve(patient().receive(BRIEF).build(), HttpServerTest::echo);
    var client = connect(server);
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
    assertThat(client.atEnd()).isTrue();
  }

  @Test
  void connections_beyond_the_limit_are_closed() throws Exception {
    var one = LIMITS.toBuilder().connections(1).build();
    var server = serve(one, HttpServerTest::echo);
    var first = connect(server);
    first.send(RawClient.post("a"));
    assertThat(first.read().body()).isEqualTo("<a>");
    assertThat(connect(server).atEnd()).isTrue();
    first.send(RawClient.post("b"));
    assertThat(first.read().body()).isEqualTo("<b>");
  }

  @Test
  void a_response_after_a_large_one_is_sent_without_further_input() throws Exception {
    byte[] large = new byte[8 << 20];
    var server =
        serve(
            LIMITS,
            exchange ->
                exchange.respond(
                    body(exchange).equals("large")
                        ? new HttpResponse(200, "text/plain", large)
                        : new HttpResponse(200, "text/plain", new byte[] {'b'})));
    var client = connect(server);
    client.send(RawClient.post("large") + RawClient.post("small"));
    assertThat(client.read().body()).hasSize(large.length);
    assertThat(client.read().body()).isEqualTo("b");
  }

  @Test
  void many_requests_may_arrive_while_one_is_handled() throws Exception {
    int number = 4_000;
    var sent = new CountDownLatch(1);
    var server =
        serve(
            LIMITS,
            exchange -> {
              // The first request blocks the event loop until all others are sent.
              waitFor(sent);
              elsewhere.execute(() -> exchange.respond(new HttpResponse(200)));
            });
    var client = connect(server);
    // After a large body the server reads much at a time.
    client.send(RawClient.post("x".repeat(8 << 20)));
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(number));
    sent.countDown();
    for (int i = 0; i <= number; i++) {
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @Test
  void connections_of_one_address_beyond_its_limit_are_closed() throws Exception {
    var server = serve(LIMITS.toBuilder().connectionsPerAddress(2).build(), HttpServerTest::echo);
    var first = connect(server);
    var second = connect(server);
    for (var client : List.of(first, second)) {
      client.send(RawClient.post("a"));
      assertThat(client.read().body()).isEqualTo("<a>");
    }
    assertThat(connect(server).atEnd()).isTrue();
    first.close();
    awaitConnections(server, 1);
    var next = connect(server);
    next.send(RawClient.post("b"));
    assertThat(next.read().body()).isEqualTo("<b>");
  }

  @Test
  void the_total_size_of_arriving_bodies_is_limited() throws Exception {
    var small = LIMITS.toBuilder().receivingBytes(1 << 20).build();
    var server = serve(small, HttpServerTest::echo);
    var client = connect(server);
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n");
    client.send(new byte[2_000_000]);
    assertThat(client.read().status()).isEqualTo(503);
    var next = connect(server);
    next.send(RawClient.post("q".repeat(500_000)));
    assertThat(next.read().status()).isEqualTo(200);
  }

  @Test
  void a_slow_small_request_survives_while_a_large_one_can_be_closed() throws Exception {
    var limits = LIMITS.toBuilder().receivingBytes(1 << 20).slow(Duration.ZERO).build();
    var server = serve(limits, HttpServerTest::echo);
    var clients = new ArrayList<RawClient>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      var small = connect(server);
      small.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf ");
      clients.add(small);
    }
    awaitArriving(server, 1);
    for (int i = 0; i < clients.size(); i++) {
      var large = connect(server);
      large.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 600000\r\n\r\n");
      large.send(new byte[599_000 / clients.size()]);
    }
    awaitArriving(server, 550_000);
    var next = connect(server);
    next.send(RawClient.post("q".repeat(700_000)));
    assertThat(next.read().status()).isEqualTo(200);
    for (RawClient small : clients) {
      small.send("other");
      assertThat(small.read().body()).isEqualTo("<half other>");
    }
  }

  private static void awaitArriving(HttpServer server, long bytes) {
    Eventually.holds(
        "requests of %,d bytes are arriving".formatted(bytes),
        () -> server.traffic().receivingBytes() >= bytes);
  }

  @Test
  void a_handler_that_throws_is_answered_500_and_the_connection_stays_open() throws Exception {
    var client =
        connect(
            serve(
                LIMITS,
                exchange -> {
                  if (body(exchange).equals("bad")) {
                    throw new IllegalStateException("thrown by the test");
                  }
                  echo(exchange);
                }));
    client.send(RawClient.post("bad"));
    assertThat(client.read().status()).isEqualTo(500);
    client.send(RawClient.post("good"));
    assertThat(client.read().body()).isEqualTo("<good>");
  }

  @Test
  void a_stop_lets_the_running_request_finish() throws Exception {
    var begun = new LinkedBlockingQueue<HttpExchange>();
    var server = HttpServer.start("127.0.0.1", 0, LIMITS, begun::add);
    var client = connect(server);
    client.send(RawClient.post("under way"));
    var exchange = begun.poll(10, TimeUnit.SECONDS);
    assertThat(exchange).isNotNull();
    var closed = new CountDownLatch(1);
    elsewhere.execute(() -> {
      server.close();
      closed.countDown();
    });
    assertThat(closed.await(100, TimeUnit.MILLISECONDS)).isFalse();
    echo(exchange);
    var response = client.read();
    assertThat(response.body()).isEqualTo("<under way>");
    assertThat(client.atEnd()).isTrue();
    client.close();
    assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_used_port_causes_an_exception() throws Exception {
    var server = serve(LIMITS, HttpServerTest::echo);
    assertThatThrownBy(
            () -> HttpServer.start("127.0.0.1", server.port(), LIMITS, HttpServerTest::echo))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in use");
  }

  @Test
  void traffic_is_counted() throws Exception {
    var server = serve(LIMITS, HttpServerTest::echo);
    var client = connect(server);
    client.send(RawClient.post("12345"));
    client.read();
    assertThat(server.traffic().openConnections()).isEqualTo(1);
    assertThat(server.traffic().receivedBytes()).isEqualTo(5);
    assertThat(server.traffic().sentBytes()).isGreaterThan(100);
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitConnections(HttpServer server, int expected) {
    await(() -> server.traffic().openConnections() == expected);
  }

  private static void await(BooleanSupplier condition) {
    Eventually.holds("the expected state of the server", condition);
  }
}
