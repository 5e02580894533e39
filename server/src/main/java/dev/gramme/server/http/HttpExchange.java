package dev.gramme.server.http;

import dev.gramme.model.budget.RequestBudget;
import java.time.Duration;

/** One request and the means to respond to it. */
public interface HttpExchange {

  /** The request, complete with its body. */
  HttpRequest request();

  /**
   * The budget of the request. The size of the body is already reserved. Everything is released
   * when the response is sent. The budget is cancelled when the client closes the connection.
   */
  RequestBudget budget();

  /**
   * Sends the response. May be called by any thread, once. Has no effect if the client has
   * disconnected.
   */
  void respond(HttpResponse response);

  /**
   * Runs a task on the exchange's own thread, in order with other such tasks. A thread that serves
   * many clients, such as the store's committer, uses this to leave the encoding of the response to
   * the exchange's thread.
   */
  void resume(Runnable task);

  /** Runs a task on the exchange's own thread after a delay. */
  void resumeLater(Runnable task, Duration delay);
}
