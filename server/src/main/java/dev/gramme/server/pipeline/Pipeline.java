package dev.gramme.server.pipeline;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.metrics.RequestMetrics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a request through the service's outer order: method and content type, JSON syntax, target,
 * authentication, and then the operation, which looks at the rest.
 *
 * <p>The body's syntax is looked at on its own only when target or authentication have failed: else
 * the operation reads the body once, and finds out itself.
 */
public final class Pipeline implements HttpHandler {
  private static final String DEFAULT_CONTENT_TYPE = "application/x-amz-json-1.0";
  private static final String OTHER_CONTENT_TYPE = "application/json";
  private static final byte[] NOT_FOUND =
      "<UnknownOperationException/>\n".getBytes(StandardCharsets.US_ASCII);

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
   * @param threads where requests run
   * @param slow requests that take longer are logged
   * @param region the region that an unsigned health request is answered for
   * @param pages what is at other paths than the protocol's own
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

  /** The page at a path, or that of its folder: one whose path ends with a slash. */
  private @Nullable Page page(String path) {
    var page = pages.get(path);
    return page != null ? page : pages.get(path.substring(0, path.lastIndexOf('/') + 1));
  }

  private void get(HttpExchange exchange) {
    var page = page(exchange.request().path());
    if (page != null) {
      show(exchange, page);
    } else {
      reply(exchange, "GET", DEFAULT_CONTENT_TYPE).send(200, healthy);
    }
  }

  private void show(HttpExchange exchange, Page page) {
    threads
        .longOnes()
        .execute(() -> {
          HttpResponse answer;
          try {
            answer = page.answer(exchange.request());
          } catch (RuntimeException | Error fault) {
            LOG.error("the page {} failed", exchange.request().path(), fault);
            answer = new HttpResponse(500);
          }
          exchange.respond(answer);
        });
  }

  private void post(HttpExchange exchange) {
    var request = exchange.request();
    var page = page(request.path());
    if (page != null) {
      show(exchange, page);
      return;
    }
    var contentType = contentType(request.fields().first("Content-Type"));
    if (contentType == null) {
      reply(exchange, "other", DEFAULT_CONTENT_TYPE).send(404, NOT_FOUND);
      return;
    }
    var call = target(request.fields().first("X-Amz-Target"));
    var reply = reply(exchange, call == null ? "unknown" : call.name(), contentType);
    if (call == null) {
      reply.noteUnknown(request.fields().first("X-Amz-Target"));
    }
    try {
      var body = ContentCoding.decode(request.body(), request.fields().first("Content-Encoding"));
      begin(reply, request, body, call);
    } catch (ApiError error) {
      reply.fail(error, protocol);
    } catch (RuntimeException | Error fault) {
      reply.fault(fault, protocol);
    }
  }

  private void begin(Reply reply, HttpRequest request, byte[] body, Protocol.@Nullable Call call) {
    if (call == null) {
      throw beforeIt(body, ApiError.withoutText(ErrorType.UNKNOWN_OPERATION));
    }
    Authenticator.Identity identity;
    try {
      identity = authenticator.authenticate(request);
    } catch (ApiError refused) {
      throw beforeIt(body, refused);
    }
    if (body.length == 0) {
      throw ApiError.withoutText(ErrorType.SERIALIZATION);
    }
    threads.of(call).execute(() -> execute(reply, body, call, identity));
  }

  /** The error, unless the body has one that is told before it. */
  private ApiError beforeIt(byte[] body, ApiError error) {
    if (body.length > 0) {
      protocol.checkSyntax(body);
    }
    return error;
  }

  private void execute(
      Reply reply, byte[] body, Protocol.Call call, Authenticator.Identity identity) {
    try {
      var stage = call.execute(body, identity).toCompletableFuture();
      if (stage.isDone()) {
        var _ = stage.whenComplete((answer, failure) -> finish(reply, answer, failure));
      } else {
        var _ =
            stage.whenComplete(
                (answer, failure) -> reply.resume(() -> finish(reply, answer, failure)));
      }
    } catch (RuntimeException | Error failure) {
      finish(reply, null, failure);
    }
  }

  private void finish(Reply reply, Protocol.@Nullable Answer answer, @Nullable Throwable failure) {
    if (failure != null || answer == null) {
      reply.failed(failure, protocol);
      return;
    }
    byte[] body;
    try {
      body = answer.encode();
    } catch (RuntimeException | Error fault) {
      reply.fault(fault, protocol);
      return;
    }
    reply.send(200, body);
  }

  private Protocol.@Nullable Call target(@Nullable String target) {
    return target == null ? null : protocol.call(target);
  }

  /** The content type to answer with, null if the request's is none of the protocol's. */
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
