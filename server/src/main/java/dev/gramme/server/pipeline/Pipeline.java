package dev.gramme.server.pipeline;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.metrics.RequestMetrics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks a request in the service's outer order: method and content type, JSON syntax, target and
 * authentication. Then it calls the operation, which checks the rest.
 *
 * <p>The body's syntax is checked here only if target or authentication have failed; otherwise the
 * operation parses the body once and finds syntax errors itself. A body is decompressed only after
 * authentication.
 *
 * <p>A short request starts on its connection's event loop, with a time slice from its {@link
 * RequestBudget}. If the slice is used up, the request is restarted on a thread for long requests.
 * All other requests start on such a thread.
 */
public final class Pipeline implements HttpHandler {
  private static final String DEFAULT_CONTENT_TYPE = "application/x-amz-json-1.0";
  private static final String OTHER_CONTENT_TYPE = "application/json";

  /** Larger bodies are decoded on threads for long requests. */
  private static final int SHORT_BODY_BYTES = 16 << 10;

  /** If a request holds more memory, its answer is encoded on a thread for long requests. */
  private static final long SHORT_ANSWER_BYTES = 192 << 10;

  /** The memory that must be free before a long request starts. */
  private static final long LONG_REQUEST_BYTES = 512 << 10;

  /** How long a long request waits for free memory, and how often it checks. */
  private static final Duration LONGEST_MEMORY_WAIT = Duration.ofSeconds(1);

  private static final Duration MEMORY_POLL_INTERVAL = Duration.ofMillis(10);

  private static final byte[] NOT_FOUND =
      "<UnknownOperationException/>\n".getBytes(StandardCharsets.US_ASCII);

  private static final RequestThreads.Queue PAGES = new RequestThreads.Queue("page", "");

  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

  private final Protocol protocol;
  private final Authenticator authenticator;
  private final RequestIds requestIds;
  private final RequestMetrics metrics;
  private final RequestThreads threads;
  private final long slowNanos;
  private final byte[] healthy;
  private final Map<String, Page> pages;

  /**
   * A pipeline.
   *
   * @param threads the executors of requests
   * @param slow requests that take longer are logged
   * @param region the region in the answer to an unsigned health request
   * @param pages further pages by path, beside the protocol's own path
   */
  public Pipeline(
      Protocol protocol,
      Authenticator authenticator,
      RequestIds requestIds,
      RequestMetrics metrics,
      RequestThreads threads,
      Duration slow,
      String region,
      Map<String, Page> pages) {
    this.protocol = protocol;
    this.authenticator = authenticator;
    this.requestIds = requestIds;
    this.metrics = metrics;
    this.threads = threads;
    this.slowNanos = slow.toNanos();
    this.healthy =
        ("healthy: dynamodb." + region + ".amazonaws.com ").getBytes(StandardCharsets.US_ASCII);
    this.pages = Map.copyOf(pages);
  }

  @Override
  public void handle(HttpExchange exchange) {
    var request = exchange.request();
    switch (request.method()) {
      case "POST" -> post(exchange);
      case "GET" -> get(exchange);
      case "PUT", "DELETE" -> change(exchange);
      case "OPTIONS" -> reply(exchange, "OPTIONS", DEFAULT_CONTENT_TYPE).send(200, new byte[0]);
      default -> reply(exchange, "other", DEFAULT_CONTENT_TYPE).send(404, NOT_FOUND);
    }
  }

  private Reply reply(HttpExchange exchange, String operation, String contentType) {
    return new Reply(exchange, operation, contentType, requestIds.next(), metrics, slowNanos);
  }

  private void change(HttpExchange exchange) {
    var page = page(exchange.request().path());
    if (page != null) {
      show(exchange, page);
    } else {
      reply(exchange, "other", DEFAULT_CONTENT_TYPE).send(404, NOT_FOUND);
    }
  }

  private @Nullable Page page(String path) {
    return Page.at(pages, path);
  }

  private void get(HttpExchange exchange) {
    var page = page(exchange.request().path());
    if (page != null) {
      show(exchange, page);
    } else if (exchange.request().path().equals("/")) {
      reply(exchange, "GET", DEFAULT_CONTENT_TYPE).send(200, healthy);
    } else {
      reply(exchange, "other", DEFAULT_CONTENT_TYPE).send(404, NOT_FOUND);
    }
  }

  private void show(HttpExchange exchange, Page page) {
    if (page.isImmediate()) {
      answer(exchange, page);
    } else {
      threads.longRequests().execute(PAGES, true, () -> answer(exchange, page));
    }
  }

  private static void answer(HttpExchange exchange, Page page) {
    HttpResponse answer;
    try {
      answer = page.answer(exchange.request());
    } catch (RuntimeException | Error fault) {
      LOG.error("the page {} failed", exchange.request().path(), fault);
      answer = new HttpResponse(500);
    }
    exchange.respond(answer);
  }

  private void post(HttpExchange exchange) {
    var request = exchange.request();
    var page = page(request.path());
    if (page != null) {
      show(exchange, page);
      return;
    }
    var contentType = contentType(request.fields().first("Content-Type"));
    if (contentType == null || !request.path().equals("/")) {
      reply(exchange, "other", DEFAULT_CONTENT_TYPE).send(404, NOT_FOUND);
      return;
    }
    var call = target(request.fields().first("X-Amz-Target"));
    var reply = reply(exchange, call == null ? "unknown" : call.name(), contentType);
    if (call == null) {
      reply.noteUnknown(request.fields().first("X-Amz-Target"));
    }
    boolean isShort =
        call != null
            && !call.isLong()
            && request.body().length <= SHORT_BODY_BYTES
            && ContentCoding.isIdentity(request.fields().first("Content-Encoding"));
    if (isShort) {
      threads.shortRequests().execute(() -> begin(reply, request, call, threads.limitsTurns()));
    } else {
      var queue = queue(reply, call, request.body());
      runWithMemory(
          reply, queue, true, System.nanoTime(), () -> begin(reply, request, call, false));
    }
  }

  /** Where a request waits for a thread. Only a short body is searched for its table. */
  private static RequestThreads.Queue queue(
      Reply reply, Protocol.@Nullable Call call, byte[] body) {
    String table = call == null || body.length > SHORT_BODY_BYTES ? "" : call.table(body);
    return new RequestThreads.Queue(reply.operation(), table);
  }

  /**
   * Runs a request that may need much memory on a thread for long requests. If memory is short, the
   * request waits briefly and holds only its body meanwhile.
   *
   * @param computes whether it mainly computes, and does not wait for the disk
   */
  private void runWithMemory(
      Reply reply, RequestThreads.Queue queue, boolean computes, long sinceNanos, Runnable task) {
    RequestBudget budget = reply.budget();
    if (budget.isCancelled()) {
      reply.abandon();
    } else if (budget.hasRoomFor(LONG_REQUEST_BYTES)) {
      runLong(reply, queue, computes, task);
    } else if (System.nanoTime() - sinceNanos < LONGEST_MEMORY_WAIT.toNanos()) {
      reply.resumeLater(
          () -> runWithMemory(reply, queue, computes, sinceNanos, task), MEMORY_POLL_INTERVAL);
    } else {
      reply.fail(RequestBudget.overloaded(), protocol);
    }
  }

  @Override
  public HttpResponse overloaded() {
    byte[] body = join(protocol.error(RequestBudget.overloaded(), RequestBudget.unlimited()));
    return new HttpResponse(
            RequestBudget.overloaded().type().httpStatus(), DEFAULT_CONTENT_TYPE, body)
        .with("x-amzn-RequestId", requestIds.next());
  }

  private static byte[] join(List<ByteBuffer> parts) {
    var all = ByteBuffer.allocate(Math.toIntExact(Reply.size(parts)));
    parts.forEach(all::put);
    return all.array();
  }

  /**
   * Runs the outer checks in the service's order and then the operation.
   *
   * @param turn whether this is an event loop, which the request may use for one turn only
   */
  private void begin(Reply reply, HttpRequest request, Protocol.@Nullable Call call, boolean turn) {
    if (reply.budget().isCancelled()) {
      reply.abandon();
      return;
    }
    try {
      if (call == null) {
        throw syntaxErrorOr(request, ApiError.withoutText(ErrorType.UNKNOWN_OPERATION));
      }
      Authenticator.Identity identity;
      try {
        identity = authenticator.authenticate(request);
      } catch (ApiError refused) {
        protocol.unauthentic(call, request, reply.requestId(), refused);
        throw syntaxErrorOr(request, refused);
      }
      byte[] body;
      try {
        body = body(request, reply.budget());
      } catch (ApiError undecodable) {
        protocol.undecodable(call, identity, reply.requestId());
        throw undecodable;
      }
      execute(reply, body, call, identity, turn);
    } catch (RuntimeException | Error failure) {
      reply.failed(failure, protocol);
    }
  }

  private static byte[] body(HttpRequest request, RequestBudget budget) {
    String coding = request.fields().first("Content-Encoding");
    byte[] body = ContentCoding.decode(request.body(), coding, budget);
    if (body.length == 0) {
      throw ApiError.withoutText(ErrorType.SERIALIZATION);
    }
    return body;
  }

  /**
   * The error of an unauthenticated request, unless its body is not JSON, which the service reports
   * first. Only a short body is checked, because anyone can send one.
   */
  private ApiError syntaxErrorOr(HttpRequest request, ApiError error) {
    byte[] body = request.body();
    if (body.length > 0
        && body.length <= SHORT_BODY_BYTES
        && ContentCoding.isIdentity(request.fields().first("Content-Encoding"))) {
      protocol.checkSyntax(body);
    }
    return error;
  }

  private void execute(
      Reply reply, byte[] body, Protocol.Call call, Authenticator.Identity identity, boolean turn) {
    RequestBudget budget = reply.budget();
    if (turn) {
      budget.beginTurn();
    }
    try {
      var stage =
          call.execute(body, identity, reply.host(), reply.requestId(), budget)
              .toCompletableFuture();
      if (stage.isDone()) {
        var _ = stage.whenComplete((answer, failure) -> finish(reply, answer, failure, turn));
      } else {
        var _ =
            stage.whenComplete(
                (answer, failure) -> reply.resume(() -> finishInTurn(reply, answer, failure)));
      }
    } catch (RequestBudget.TurnOver over) {
      budget.restart();
      runWithMemory(
          reply,
          queue(reply, call, body),
          !over.isWaiting(),
          System.nanoTime(),
          () -> execute(reply, body, call, identity, false));
    } catch (RuntimeException | Error failure) {
      finish(reply, null, failure, turn);
    }
  }

  /** Runs a task on a thread for long requests. If there is none, the client gets an error. */
  private void runLong(Reply reply, RequestThreads.Queue queue, boolean computes, Runnable task) {
    reply.budget().onWaiting(threads.longRequests(), !computes);
    try {
      threads.longRequests().execute(queue, computes, task);
    } catch (RuntimeException | Error noThread) {
      reply.failed(noThread, protocol);
    }
  }

  /**
   * Finishes an answer on the thread that the request would have had. If the store is shared, that
   * is not an event loop: an answer may read the store, such as the counts of a table.
   */
  private void finishInTurn(
      Reply reply, Protocol.@Nullable Answer answer, @Nullable Throwable failure) {
    try {
      threads.shortRequests().execute(() -> finish(reply, answer, failure, threads.limitsTurns()));
    } catch (RuntimeException | Error noThread) {
      reply.failed(noThread, protocol);
    }
  }

  /**
   * Encodes the body of the answer and sends it.
   *
   * @param onLoop whether this is an event loop: a large answer is then encoded on another thread
   */
  private void finish(
      Reply reply, Protocol.@Nullable Answer answer, @Nullable Throwable failure, boolean onLoop) {
    if (onLoop && reply.budget().usedBytes() > SHORT_ANSWER_BYTES) {
      var queue = new RequestThreads.Queue(reply.operation(), "");
      runLong(reply, queue, true, () -> finish(reply, answer, failure, false));
      return;
    }
    if (failure != null || answer == null) {
      reply.failed(unwrapped(failure), protocol);
      return;
    }
    List<ByteBuffer> body;
    try {
      body = answer.encode();
    } catch (RuntimeException | Error fault) {
      reply.failed(fault, protocol);
      return;
    }
    reply.send(200, body);
  }

  private static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private Protocol.@Nullable Call target(@Nullable String target) {
    return target == null ? null : protocol.call(target);
  }

  /**
   * The content type of the answer, null if the request's content type is not one of the
   * protocol's.
   */
  private static @Nullable String contentType(@Nullable String given) {
    if (given == null) {
      return null;
    }
    int semicolon = given.indexOf(';');
    var type = semicolon < 0 ? given : given.substring(0, semicolon).strip();
    if (type.equals(DEFAULT_CONTENT_TYPE)) {
      return DEFAULT_CONTENT_TYPE;
    }
    return type.equals(OTHER_CONTENT_TYPE) ? OTHER_CONTENT_TYPE : null;
  }
}
