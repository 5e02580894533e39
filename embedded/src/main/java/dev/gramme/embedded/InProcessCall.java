package dev.gramme.embedded;

import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpFields;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * One request of an SDK client. It is passed directly to the pipeline that also processes HTTP
 * requests.
 */
final class InProcessCall implements HttpExchange {
  /** The memory budget for the requests of all embedded databases in this process. */
  private static final MemoryBudget MEMORY = MemoryBudget.ofHeap(Runtime.getRuntime().maxMemory());

  private final HttpRequest request;
  private final RequestBudget budget = new RequestBudget(MEMORY);
  private final CompletableFuture<HttpResponse> response = new CompletableFuture<>();

  private InProcessCall(HttpRequest request) {
    this.request = request;
  }

  /** Passes a request to a handler. Returns a future with the response. */
  static CompletableFuture<HttpResponse> begin(
      HttpHandler handler, SdkHttpRequest request, byte[] body) {
    var fields = new HashMap<String, String>();
    request.forEachHeader((name, values) -> fields.put(name, String.join(",", values)));
    return begin(
        handler,
        new HttpRequest(request.method().name(), target(request), HttpFields.of(fields), body));
  }

  /** Passes a request to a handler. Returns a future with the response. */
  static CompletableFuture<HttpResponse> begin(HttpHandler handler, HttpRequest request) {
    var call = new InProcessCall(request);
    if (call.budget.tryReserve(request.body().length)) {
      handler.handle(call);
    } else {
      call.respond(handler.overloaded());
    }
    return call.response;
  }

  /** Converts status and header fields for the SDK. */
  static SdkHttpResponse headers(HttpResponse response) {
    var headers = SdkHttpFullResponse.builder().statusCode(response.status());
    var fields = response.fields();
    for (int i = 0; i < fields.size(); i += 2) {
      headers.appendHeader(fields.get(i), fields.get(i + 1));
    }
    if (response.contentType() != null) {
      headers.putHeader("Content-Type", response.contentType());
    }
    headers.putHeader("Content-Length", String.valueOf(response.bodyBytes()));
    return headers.build();
  }

  private static String target(SdkHttpRequest request) {
    String path = request.encodedPath().isEmpty() ? "/" : request.encodedPath();
    return request.encodedQueryParameters().map(query -> path + "?" + query).orElse(path);
  }

  @Override
  public HttpRequest request() {
    return request;
  }

  @Override
  public RequestBudget budget() {
    return budget;
  }

  @Override
  public void respond(HttpResponse answer) {
    budget.close();
    response.complete(answer);
  }

  @Override
  public void resumeLater(Runnable task, Duration delay) {
    LockSupport.parkNanos(delay.toNanos());
    task.run();
  }

  @Override
  public void resume(Runnable task) {
    task.run();
  }
}
