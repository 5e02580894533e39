package dev.gramme.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.testkit.Eventually;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a connection holds of requests that are not complete, and what of it is counted. */
final class ConnectionMemoryTest {
  private static final String GET = "GET / HTTP/1.1\r\n\r\n";
  private static final String CHUNKED = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";

  /** The heap of so many decoded fields, at least. */
  private static final int FIELDS = 2_000;

  private static final long HEAP_OF_FIELDS = FIELDS * 80L;

  private final MemoryBudget memory = new MemoryBudget(1 << 20);
  private final HttpTraffic traffic = new HttpTraffic(memory);
  private final ArrayDeque<HttpExchange> begun = new ArrayDeque<>();
  private final Socket socket = new Socket();
  private final EmbeddedChannel channel = connect(HttpLimits.DEFAULT);

  private EmbeddedChannel connect(HttpLimits limits) {
    var loop =
        new ServerLoop(
            limits, traffic, memory, begun::add, InstantSource.system(), Runnable::run, List.of());
    var connection = new HttpConnection(loop, false);
    return new EmbeddedChannel(socket, connection.newDecoder(), connection);
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
    var read = channel.alloc().buffer(64 << 10).writeBytes((GET + "G").getBytes(ISO_8859_1));
    channel.writeInbound(read);
    assertThat(begun).hasSize(1);
    assertThat(traffic.receivingBytes()).isGreaterThanOrEqualTo(64 << 10);
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
    Eventually.holds(
        "the request starts",
        () -> {
          channel.runScheduledPendingTasks();
          channel.runPendingTasks();
          return !begun.isEmpty();
        });
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
