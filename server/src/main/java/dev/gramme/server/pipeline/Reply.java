package dev.gramme.server.pipeline;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.metrics.RequestMetrics;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reply to one request: the headers that every reply carries, and its metrics and log lines.
 */
final class Reply {
  private static final Logger LOG = LoggerFactory.getLogger("dev.gramme.requests");
  private static final FaultLog FAULTS = new FaultLog(LOG::error, System::nanoTime);

  /** The status in the metrics for requests whose clients disconnected, as in nginx. */
  private static final int CLIENT_CLOSED_REQUEST = 499;

  /** The most characters of a client's text in the log. */
  private static final int MAX_SHOWN = 100;

  private final HttpExchange exchange;
  private final String operation;
  private final String contentType;
  private final String requestId;
  private final RequestMetrics metrics;
  private final long slowNanos;
  private final long startedNanos = System.nanoTime();

  /** The error that is the answer; null while there is none. */
  private @Nullable ErrorType error;

  Reply(
      HttpExchange exchange,
      String operation,
      String contentType,
      String requestId,
      RequestMetrics metrics,
      long slowNanos) {
    this.exchange = exchange;
    this.operation = operation;
    this.contentType = contentType;
    this.requestId = requestId;
    this.metrics = metrics;
    this.slowNanos = slowNanos;
  }

  /** The name of the operation, also if it is unknown. */
  String operation() {
    return operation;
  }

  /** Runs a task on the thread of the client's connection. */
  void resume(Runnable task) {
    exchange.resume(task);
  }

  /** Runs a task on the thread of the client's connection after a delay. */
  void resumeLater(Runnable task, Duration delay) {
    exchange.resumeLater(task, delay);
  }

  /** The budget of the request. */
  RequestBudget budget() {
    return exchange.budget();
  }

  /** Whether a body of this size will be compressed. */
  boolean compresses(long bodyBytes) {
    return coding(bodyBytes) != null;
  }

  private @Nullable ContentCoding coding(long bodyBytes) {
    return bodyBytes < ContentCoding.MIN_ENCODED_BYTES
        ? null
        : ContentCoding.accepted(exchange.request().fields().first("Accept-Encoding"));
  }

  static long size(List<ByteBuffer> body) {
    long bytes = 0;
    for (ByteBuffer part : body) {
      bytes += part.remaining();
    }
    return bytes;
  }

  /** Sends a small body, which is never compressed. */
  void send(int status, byte[] body) {
    send(status, List.of(ByteBuffer.wrap(body)));
  }

  /** Sends a body; a large one is compressed if the client accepts that. */
  void send(int status, List<ByteBuffer> body) {
    HttpResponse response;
    try {
      response = response(status, body);
    } catch (RuntimeException | Error fault) {
      // The exchange must always be answered; otherwise its connection and memory stay occupied.
      LOG.error("internal error in the answer to {} request {}", operation, requestId, fault);
      response = new HttpResponse(500);
    }
    exchange.respond(response);
    note(response.status(), response.bodyBytes());
  }

  private HttpResponse response(int status, List<ByteBuffer> body) {
    var coding = coding(size(body));
    var parts = coding == null ? body : coding.encode(body);
    var crc = new CRC32();
    parts.forEach(part -> crc.update(part.duplicate()));
    var response =
        new HttpResponse(status, contentType, parts)
            .with("x-amzn-RequestId", requestId)
            .with("x-amz-crc32", Long.toString(crc.getValue()));
    if (coding != null) {
      response.with("Content-Encoding", coding.token());
    }
    return response;
  }

  /** The host and port in the request, null if it has none. */
  @Nullable String host() {
    return exchange.request().fields().first("Host");
  }

  /** The id in the response. */
  String requestId() {
    return requestId;
  }

  /** Logs the unknown target of a request. */
  void noteUnknown(@Nullable String target) {
    if (LOG.isDebugEnabled()) {
      LOG.debug("no operation is called {} {}", shown(target), requestId);
    }
  }

  /** A client's text made safe for the log: one line of limited length. */
  private static String shown(@Nullable String word) {
    if (word == null) {
      return "(nothing)";
    }
    var visible = word.replaceAll("[^ -~]", "?");
    return visible.length() > MAX_SHOWN ? visible.substring(0, MAX_SHOWN) + "..." : visible;
  }

  /** Ends a request whose client has disconnected. No response is sent. */
  void abandon() {
    exchange.respond(new HttpResponse(CLIENT_CLOSED_REQUEST));
    note(CLIENT_CLOSED_REQUEST, 0);
  }

  private void note(int status, long sizeBytes) {
    long nanos = System.nanoTime() - startedNanos;
    metrics.record(operation, status, error, nanos);
    if (nanos > slowNanos) {
      LOG.info(
          "slow: {} {} {} bytes {} us {}", operation, status, sizeBytes, nanos / 1000, requestId);
    } else if (LOG.isDebugEnabled()) {
      LOG.debug("{} {} {} bytes {} us {}", operation, status, sizeBytes, nanos / 1000, requestId);
    }
  }

  /**
   * Sends an error that the client caused; logs any other failure and sends an internal server
   * error.
   */
  void failed(@Nullable Throwable failure, Protocol protocol) {
    if (failure instanceof ApiError error) {
      fail(error, protocol);
    } else if (failure instanceof RequestBudget.CancelledRequest) {
      abandon();
    } else {
      fault(failure, protocol);
    }
  }

  /** Sends an error of the service. */
  void fail(ApiError error, Protocol protocol) {
    List<ByteBuffer> body;
    try {
      body = protocol.error(error, exchange.budget());
    } catch (ApiError overloaded) {
      // There was no memory for the items in the error, so the ThrottlingException is sent instead.
      fail(overloaded, protocol);
      return;
    }
    this.error = error.type();
    send(error.type().httpStatus(), body);
  }

  /**
   * Logs an internal error with the request id (rate-limited, see {@link FaultLog}) and sends the
   * service's InternalServerError.
   */
  void fault(@Nullable Throwable fault, Protocol protocol) {
    FAULTS.log(operation, requestId, fault);
    fail(ApiError.of(ErrorType.INTERNAL_SERVER_ERROR, "Internal server error"), protocol);
  }
}
