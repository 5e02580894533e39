package dev.gramme.server.http;

import dev.gramme.model.budget.RequestBudget;
import java.time.Duration;

/** One request and the way its response goes. */
public interface HttpExchange {

  /** The request, complete with its body. */
  HttpRequest request();

  /**
   * What the request may use. Its body is reserved already; all of it is given back when the
   * response is sent. It is cancelled when the client closes the connection.
   */
  RequestBudget budget();

  /**
   * Sends the response; by any thread, once. Without effect if the client is gone in the meantime.
   */
  void respond(HttpResponse response);

  /**
   * Runs a task on the exchange's own thread, in order with other such tasks. A thread that serves
   * many clients, such as the store's committer, hands the encoding of the response over with this.
   */
  void resume(Runnable task);

  /** Runs a task on the exchange's own thread after a while. */
  void resumeLater(Runnable task, Duration delay);
}
