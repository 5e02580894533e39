package dev.gramme.server.http;

import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A request whose response is not given yet. It is its own task for the way back to the event loop,
 * so that a response from another thread costs no further object. The loop collects such tasks: a
 * committer that completes many exchanges in a row wakes it once.
 */
final class PendingExchange implements HttpExchange, Runnable {
  private final HttpConnection connection;
  private final HttpRequest request;
  private final boolean keepAlive;
  private @Nullable HttpResponse response;

  PendingExchange(HttpConnection connection, HttpRequest request, boolean keepAlive) {
    this.connection = connection;
    this.request = request;
    this.keepAlive = keepAlive;
  }

  @Override
  public HttpRequest request() {
    return request;
  }

  /** Whether the connection may carry another request afterwards. */
  boolean keepAlive() {
    return keepAlive;
  }

  @Override
  public void respond(HttpResponse given) {
    if (connection.onLoop()) {
      connection.finish(this, given);
    } else {
      response = given; // published by the loop's task queue
      resume(this);
    }
  }

  @Override
  public void resume(Runnable task) {
    try {
      connection.execute(task);
    } catch (RejectedExecutionException e) {
      // The server has stopped, and with it every connection: there is nobody to answer.
      return;
    }
  }

  @Override
  public void run() {
    var given = response;
    if (given != null) {
      connection.finish(this, given);
    }
  }
}
