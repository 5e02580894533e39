package dev.gramme.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.testkit.Eventually;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a connection holds of requests that are not complete, and what of it is counted. */
final class ConnectionMemoryTest {
  private static final String GET = "GET / HTTP/1.1\r\n\r\n";
  private static final String CHUNKED = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";

  /** The heap of so many decoded fields, at least. */
  private static final int FIELDS = 2_000;

  private static final long HEAP_OF_FIELDS = FIELDS * 80L;

  private static final int LARGE_BUFFER = 64 << 10;

  /** There is memory for one connection with a large buffer or body, not for two. */
  private static final HttpLimits FOR_ONE =
      HttpLimits.DEFAULT.toBuilder().receivingBytes(96 << 10).slow(Duration.ZERO).build();

  private final MemoryBudget memory = new MemoryBudget(1 << 20);
  private final HttpTraffic traffic = new HttpTraffic(memory);
  private final ArrayDeque<HttpExchange> begun = new ArrayDeque<>();
  private final Socket socket = new Socket();
  private final EmbeddedChannel channel = connect(HttpLimits.DEFAULT);

  private EmbeddedChannel connect(HttpLimits limits) {
    return connect(loop(limits), socket);
  }

  private ServerLoop loop(HttpLimits limits) {
    return new ServerLoop(
        limits, traffic, memory, begun::add, InstantSource.system(), Runnable::run, List.of());
  }

  private static EmbeddedChannel connect(ServerLoop loop, ChannelHandler network) {
    var connection = new HttpConnection(loop, false);
    return new EmbeddedChannel(network, connection.newDecoder(), connection);
  }

  @AfterEach
  void a_closed_connection_holds_nothing() {
    channel.finishAndReleaseAll();
    assertThat(traffic.receivingBytes()).isZero();
  }

  /** Counts the reads that the connection requests. If it is full, no write completes. */
  private static final class Socket extends ChannelOutboundHandlerAdapter {
    private int reads;
    private boolean full;

    @Override
    public void read(ChannelHandlerContext context) {
      reads++;
      context.read();
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise written) {
      if (full) {
        ReferenceCountUtil.release(message);
      } else {
        var _ = context.write(message, written);
      }
    }
  }

  /** One read of the socket. Returns its buffer, which is released when nothing holds it. */
  private ByteBuf receive(String text) {
    var bytes = Unpooled.copiedBuffer(text, ISO_8859_1);
    channel.writeInbound(bytes);
    return bytes;
  }

  /** One read of the socket into a buffer of the size that follows a large body. */
  private static void receiveInLargeBuffer(EmbeddedChannel channel, String text) {
    channel.writeInbound(
        channel.alloc().buffer(LARGE_BUFFER).writeBytes(text.getBytes(ISO_8859_1)));
  }

  /** Runs the tasks of connections on one loop until a condition holds. */
  private static void await(
      String what, BooleanSupplier condition, EmbeddedChannel... connections) {
    Eventually.holds(
        what,
        () -> {
          for (EmbeddedChannel connection : connections) {
            connection.runScheduledPendingTasks();
            connection.runPendingTasks();
          }
          return condition.getAsBoolean();
        });
  }

  private static String body(int bytes) {
    return "POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n".formatted(bytes);
  }

  private static String fields(int number) {
    return "a:\r\n".repeat(number);
  }

  @Test
  void an_incomplete_trailer_is_counted() {
    receive(CHUNKED + "0\r\n" + fields(FIELDS));
    assertThat(traffic.receivingBytes()).isGreaterThan(HEAP_OF_FIELDS);
    receive(fields(FIELDS));
    assertThat(traffic.receivingBytes()).isGreaterThan(2 * HEAP_OF_FIELDS);
    receive("\r\n");
    assertThat(begun).hasSize(1);
    assertThat(traffic.receivingBytes()).isZero();
  }

  @Test
  void an_incomplete_head_is_counted_behind_a_complete_request() {
    receive(GET + "GET / HTTP/1.1\r\n" + fields(FIELDS));
    assertThat(begun).hasSize(1);
    assertThat(traffic.receivingBytes()).isGreaterThan(HEAP_OF_FIELDS);
    receive("\r\n");
    assertThat(traffic.receivingBytes()).isZero();
    begun.remove().respond(new HttpResponse(200));
    assertThat(begun).hasSize(1);
  }

  @Test
  void a_small_rest_counts_with_the_buffer_that_it_keeps() {
    receiveInLargeBuffer(channel, GET + "G");
    assertThat(begun).hasSize(1);
    assertThat(traffic.receivingBytes()).isGreaterThanOrEqualTo(LARGE_BUFFER);
  }

  @Test
  void requests_behind_a_waiting_one_are_not_decoded() {
    var read = receive(GET.repeat(100) + "GET /last");
    assertThat(begun).hasSize(1);
    assertThat(channel.config().isAutoRead()).isFalse();
    assertThat(read.refCnt()).isEqualTo(1);
    // The first two requests are decoded.
    assertThat(read.readerIndex()).isEqualTo(2 * GET.length());
    assertThat(traffic.receivingBytes()).isEqualTo(read.capacity());
    for (int answered = 0; answered < 100; answered++) {
      begun.remove().respond(new HttpResponse(200));
      channel.runPendingTasks();
    }
    assertThat(channel.config().isAutoRead()).isTrue();
    receive(" HTTP/1.1\r\n\r\n");
    assertThat(begun.remove().request().path()).isEqualTo("/last");
    assertThat(traffic.receivingBytes()).isZero();
  }

  @Test
  void requests_behind_one_that_waits_for_memory_are_not_decoded() {
    var others = new RequestBudget(memory);
    assertThat(others.tryReserve(memory.totalBytes() / 4 * 3)).isTrue();
    var more = new RequestBudget(memory);
    assertThat(more.tryReserveExactly(memory.totalBytes() / 4 - 100)).isTrue();
    var read = receive(GET + "GET / HTTP/1.1\r\n" + fields(FIELDS) + "\r\n" + "GET / HT");
    assertThat(begun).isEmpty();
    assertThat(read.readerIndex()).isEqualTo(GET.length());
    assertThat(traffic.receivingBytes()).isBetween((long) read.capacity(), HEAP_OF_FIELDS / 2);
    others.close();
    more.close();
    await("the request starts", () -> !begun.isEmpty(), channel);
    begun.remove().respond(new HttpResponse(200));
    channel.runPendingTasks();
    assertThat(begun).hasSize(1);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void a_connection_that_waits_does_not_read() {
    assertThat(traffic.reserve(HttpLimits.DEFAULT.smallReceivingBytes(), Long.MAX_VALUE)).isTrue();
    int before = socket.reads;
    receive("GET / HTTP/1.1\r\n" + fields(100));
    assertThat(channel.config().isAutoRead()).isFalse();
    assertThat(socket.reads).isEqualTo(before);
    traffic.release(HttpLimits.DEFAULT.smallReceivingBytes());
  }

  @Test
  void a_head_in_two_reads_waits_for_memory_although_its_buffer_is_large() {
    long all = HttpLimits.DEFAULT.smallReceivingBytes();
    assertThat(traffic.reserve(all, Long.MAX_VALUE)).isTrue();
    receiveInLargeBuffer(channel, "GET / HTTP/1.1\r\n" + fields(100) + "a");
    assertThat(channel.config().isAutoRead()).isFalse();
    assertThat(channel.outboundMessages()).isEmpty();
    traffic.release(all);
    await("it reads again", () -> channel.config().isAutoRead(), channel);
    receive(":\r\n\r\n");
    assertThat(begun).hasSize(1);
  }

  @Test
  void a_connection_is_not_slow_while_one_of_its_requests_waits() {
    var loop = loop(FOR_ONE);
    var one = connect(loop, new Socket());
    receiveInLargeBuffer(one, GET + GET + "GET /last");
    assertThat(begun).hasSize(1);
    var other = connect(loop, new Socket());
    receiveInLargeBuffer(other, body(64 << 10) + "a".repeat(32 << 10));
    assertThat(traffic.receivingBytes()).isEqualTo(LARGE_BUFFER);
    for (int answered = 0; answered < 2; answered++) {
      begun.remove().respond(new HttpResponse(200));
      one.runPendingTasks();
      assertThat(one.<ByteBuf>readOutbound().toString(ISO_8859_1)).contains("200 OK");
    }
    // Now the client sends the last request slowly.
    await("it is closed", () -> !one.isOpen(), one, other);
    await("the other reads", () -> other.config().isAutoRead(), other);
    receiveInLargeBuffer(other, "a".repeat(32 << 10));
    assertThat(begun.remove().request().body()).hasSize(64 << 10);
    one.finishAndReleaseAll();
    other.finishAndReleaseAll();
  }

  @Test
  void a_connection_is_slow_while_its_client_does_not_take_an_answer() {
    var loop = loop(FOR_ONE);
    var one = connect(loop, new Socket());
    receiveInLargeBuffer(one, GET + GET + "GET /last");
    Objects.requireNonNull(one.unsafe().outboundBuffer()).setUserDefinedWritability(1, false);
    begun.remove().respond(new HttpResponse(200, "text/plain", new byte[1 << 20]));
    assertThat(begun).isEmpty();
    var other = connect(loop, new Socket());
    receiveInLargeBuffer(other, body(50 << 10) + "a".repeat(49 << 10));
    assertThat(traffic.receivingBytes()).isLessThan(LARGE_BUFFER);
    one.finishAndReleaseAll();
    other.finishAndReleaseAll();
  }

  @Test
  void a_request_that_waits_for_its_own_memory_is_not_slow() {
    var loop = loop(FOR_ONE);
    var all = new RequestBudget(memory);
    assertThat(all.tryReserve(memory.totalBytes() / 4 * 3)).isTrue();
    var more = new RequestBudget(memory);
    assertThat(more.tryReserveExactly(memory.totalBytes() / 4 - 100)).isTrue();
    var one = connect(loop, new Socket());
    receiveInLargeBuffer(one, body(60 << 10) + "a".repeat(60 << 10));
    assertThat(begun).isEmpty();
    assertThat(traffic.receivingBytes()).isGreaterThan(60 << 10);
    var other = connect(loop, new Socket());
    receiveInLargeBuffer(other, body(64 << 10) + "a".repeat(50 << 10));
    assertThat(one.isOpen()).isTrue();
    all.close();
    more.close();
    await("the request starts", () -> !begun.isEmpty(), one);
    assertThat(begun.remove().request().body()).hasSize(60 << 10);
    one.finishAndReleaseAll();
    other.finishAndReleaseAll();
  }

  @Test
  void a_slow_request_behind_a_running_one_is_discarded_but_the_running_one_is_answered() {
    var loop = loop(FOR_ONE);
    var one = connect(loop, new Socket());
    receiveInLargeBuffer(one, GET + body(64 << 10) + "a".repeat(50 << 10));
    var running = begun.remove();
    var other = connect(loop, new Socket());
    receiveInLargeBuffer(other, body(50 << 10) + "a".repeat(49 << 10));
    assertThat(traffic.receivingBytes()).isLessThan(LARGE_BUFFER);
    assertThat(one.isOpen()).isTrue();
    running.respond(new HttpResponse(200));
    assertThat(one.<ByteBuf>readOutbound().toString(ISO_8859_1)).contains("200 OK");
    assertThat(one.isOpen()).isFalse();
    other.finishAndReleaseAll();
  }

  @Test
  void the_buffer_of_a_long_line_is_not_kept_between_requests() {
    var decoder = decoder();
    receive(GET);
    receive(body(8 << 10) + "a".repeat(8 << 10));
    assertThat(decoder()).isSameAs(decoder);
    receive("GET / HTTP/1.1\r\na: " + "a".repeat(10 << 10) + "\r\n\r\n" + GET);
    for (int answered = 0; answered < 4; answered++) {
      begun.remove().respond(new HttpResponse(200));
      channel.runPendingTasks();
    }
    assertThat(decoder()).isNotSameAs(decoder);
    decoder = decoder();
    receive("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;" + "a".repeat(10 << 10));
    receive("\r\na\r\n");
    assertThat(decoder()).isSameAs(decoder);
    receive("0\r\n\r\n");
    assertThat(decoder()).isNotSameAs(decoder);
    assertThat(begun.remove().request().body()).hasSize(1);
  }

  private RequestDecoder decoder() {
    return channel.pipeline().get(RequestDecoder.class);
  }

  @Test
  void a_connection_that_accepts_no_further_request_holds_nothing_of_one() {
    socket.full = true;
    receive(GET);
    var rest = receive("GET / HTTP/3.0\r\n\r\nGET / HTTP/1.1\r\n" + fields(FIELDS) + "a");
    assertThat(rest.refCnt()).isZero();
    assertThat(receive("a").refCnt()).isZero();
    begun.remove().respond(new HttpResponse(200));
    assertThat(receive("a").refCnt()).isZero();
    assertThat(begun).isEmpty();
  }

  @Test
  void a_connection_whose_last_request_is_answered_holds_nothing_of_another() {
    socket.full = true;
    receive("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    begun.remove().respond(new HttpResponse(200));
    assertThat(receive("a").refCnt()).isZero();
    assertThat(receive(GET).refCnt()).isZero();
    assertThat(begun).isEmpty();
  }
}
