package dev.gramme.server.http;

/** One request and the way its response goes. */
public interface HttpExchange {

  /** The request, complete with its body. */
  HttpRequest request();

  /**
   * Sends the response; by any thread, once. Without effect if the client is gone in the meantime.
   */
  void respond(HttpResponse response);

  /**
   * Runs a task on the exchange's own thread, in order with other such tasks. A thread that serves
   * many clients, such as the store's committer, hands the encoding of the response over with this.
   */
  void resume(Runnable task);
}
