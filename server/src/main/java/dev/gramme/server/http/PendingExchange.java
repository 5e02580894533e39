package dev.gramme.server.http;

import dev.gramme.model.budget.RequestBudget;
import dev.gramme.server.http.RequestAssembler.Assembled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A request whose response is not sent yet. The object is also the task that returns to the event
 * loop, so a response from another thread allocates nothing more. The loop batches such tasks: a
 * committer that completes many exchanges in a row wakes it only once.
 */
final class PendingExchange implements HttpExchange, Runnable, ChannelFutureListener {
  private final HttpConnection connection;
  private final HttpRequest request;
  private final boolean keepAlive;
  private final RequestBudget budget;
  private @Nullable HttpResponse response;

  PendingExchange(HttpConnection connection, Assembled assembled, RequestBudget budget) {
    this.connection = connection;
    this.request = assembled.request();
    this.keepAlive = assembled.keepAlive();
    this.budget = budget;
  }

  @Override
  public HttpRequest request() {
    return request;
  }

  @Override
  public RequestBudget budget() {
    return budget;
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
      // The server has stopped and closed every connection, so no client waits for the response.
      budget.close();
    }
  }

  @Override
  public void resumeLater(Runnable task, Duration delay) {
    connection.schedule(task, delay);
  }

  @Override
  public void run() {
    var given = response;
    if (given != null) {
      connection.finish(this, given);
    }
  }

  /** Called when the network has taken the response, or when the connection is closed. */
  @Override
  public void operationComplete(ChannelFuture sent) {
    budget.close();
  }
}
