package dev.gramme.server.http;

/** Answers requests. */
@FunctionalInterface
public interface HttpHandler {

  /**
   * Starts to answer a request. Called on the connection's event loop, so it must not block: long
   * work runs on another thread and returns through {@link HttpExchange#resume}. Exactly one
   * response must be sent, now or later, by any thread.
   */
  void handle(HttpExchange exchange);

  /**
   * The response to a request for which there is no memory; the rest of the request is not read.
   * The client should repeat it later.
   */
  default HttpResponse overloaded() {
    return new HttpResponse(503);
  }
}
