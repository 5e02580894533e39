package dev.gramme.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.testkit.Eventually;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that try to hold what other clients need. */
final class HostileConnectionsTest {
  private static final long MEMORY = 64L << 20;
  private static final String GET = "GET / HTTP/1.1\r\n\r\n";

  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (var one : opened.reversed()) {
      one.close();
    }
  }

  private HttpServer serve(HttpLimits limits, MemoryBudget memory, int threads, HttpHandler handler)
      throws IOException {
    var server = HttpServer.listen("127.0.0.1", 0, limits, memory, "test", threads, null);
    opened.add(server);
    server.serve(handler);
    return server;
  }

  private RawClient connect(HttpServer server) throws IOException {
    var client = new RawClient(server.port());
    opened.add(client);
    return client;
  }

  private static HttpResponse bytes(int number) {
    return new HttpResponse(200, "text/plain", new byte[number]);
  }

  @Test
  void waiting_requests_of_a_connection_hold_little_memory() throws Exception {
    var memory = new MemoryBudget(MEMORY);
    var begun = new LinkedBlockingQueue<HttpExchange>();
    var server = serve(HttpLimits.DEFAULT, memory, 1, begun::add);
    var client = connect(server);
    int waiting = 100;
    client.send(GET.repeat(1 + waiting));
    var first = begun.poll(20, TimeUnit.SECONDS);
    assertThat(first).isNotNull();
    // The others arrived in the same read. Only one of them at a time is decoded behind a running
    // one; an answered one is counted until its answer is sent.
    long limit = (16L << 10) + 2 * 1024L;
    assertThat(memory.reservedBytes()).isLessThan(limit);
    first.respond(bytes(1));
    for (int i = 1; i <= waiting; i++) {
      var next = begun.poll(20, TimeUnit.SECONDS);
      assertThat(next).isNotNull();
      assertThat(memory.reservedBytes()).isLessThan(limit);
      next.respond(bytes(1));
    }
    for (int i = 0; i <= waiting; i++) {
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @Test
  void a_continue_is_not_sent_within_the_answer_to_an_earlier_request() throws Exception {
    int large = 8 << 20;
    var server =
        serve(
            HttpLimits.DEFAULT,
            new MemoryBudget(MEMORY),
            1,
            exchange -> exchange.respond(bytes(exchange.request().body().length == 2 ? 1 : large)));
    var client = connect(server);
    client.send(GET);
    Eventually.holds("the answer has begun", () -> server.traffic().sentBytes() > 0);
    client.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    // The server reads this while the client has not taken the answer.
    Eventually.holds("the head arrives", () -> server.traffic().receivingBytes() > 0);
    assertThat(client.read().body()).hasSize(large).doesNotContain("100 Continue");
    assertThat(client.read().status()).isEqualTo(100);
    client.send("ok");
    assertThat(client.read().body()).hasSize(1);
  }

  @Test
  void empty_lines_without_end_are_refused() throws Exception {
    var server =
        serve(
            HttpLimits.DEFAULT,
            new MemoryBudget(MEMORY),
            1,
            exchange -> exchange.respond(bytes(1)));
    var client = connect(server);
    client.send("\r\n\r\n" + GET);
    assertThat(client.read().status()).isEqualTo(200);
    try {
      for (int i = 0; i < 64; i++) {
        // One at a time: the decoder itself refuses too many in one read.
        long before = server.traffic().receivingBytes();
        client.send("\r\n".repeat(512));
        Eventually.holds(
            "the lines arrive",
            () ->
                server.traffic().receivingBytes() != before
                    || server.traffic().openConnections() == 0);
      }
    } catch (SocketException closed) {
      // the server has refused them already
    }
    Eventually.holds("the connection holds nothing", () -> server.traffic().receivingBytes() == 0);
    Eventually.holds("it is closed", () -> server.traffic().openConnections() == 0);
  }

  @Test
  void slow_requests_of_another_event_loop_are_closed_for_a_request_that_needs_memory()
      throws Exception {
    var limits = HttpLimits.DEFAULT.toBuilder().receivingBytes(1 << 20).slow(Duration.ZERO).build();
    var server = serve(limits, new MemoryBudget(MEMORY), 2, exchange -> exchange.respond(bytes(1)));
    var slow = connect(server);
    slow.send("POST / HTTP/1.1\r\nContent-Length: 900000\r\n\r\n");
    slow.send(new byte[899_000]);
    Eventually.holds("it arrives", () -> server.traffic().receivingBytes() > 850_000);
    // Connections are assigned to the two event loops in turn.
    var victim = connect(server);
    victim.send(RawClient.post("q".repeat(700_000)));
    assertThat(victim.read().status()).isEqualTo(200);
  }

  @Test
  void a_client_that_takes_small_answers_too_slowly_is_disconnected() {
    long second = TimeUnit.SECONDS.toNanos(1);
    int longest = (int) HttpLimits.DEFAULT.send().toSeconds();
    var channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    var context = channel.pipeline().firstContext();
    var writer = new ResponseWriter(HttpLimits.DEFAULT);
    for (int i = 0; i <= longest; i++) {
      // Without a flush, the network takes nothing, but there are more bytes in each second.
      var head = Unpooled.wrappedBuffer(new byte[100]);
      writer.write(context, head, bytes(1), true, sent -> {});
      assertThat(writer.isUnread(channel, i * second)).isFalse();
    }
    assertThat(writer.isUnread(channel, (longest + 1) * second)).isTrue();
    channel.flush();
    assertThat(writer.isUnread(channel, (longest + 2) * second)).isFalse();
    assertThat(channel.finishAndReleaseAll()).isTrue();
  }
}
