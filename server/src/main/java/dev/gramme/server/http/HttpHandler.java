package dev.gramme.server.http;

/** Answers requests. */
@FunctionalInterface
public interface HttpHandler {

  /**
   * Begins to answer one request. Called on the event loop of the connection, so it must not block:
   * what takes long goes to another thread and comes back through {@link HttpExchange#resume}.
   * Exactly one response is to be given, now or later, by any thread.
   */
  void handle(HttpExchange exchange);

  /**
   * The answer to a request for which there is no memory and which is therefore not read to its
   * end. The client is to send it again later.
   */
  default HttpResponse overloaded() {
    return new HttpResponse(503);
  }
}
