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
}
