package dev.gramme.apps.web;

import dev.gramme.apps.web.command.StartException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A load at a fixed rate, also if the system cannot keep up: a client that waits for each response
 * before its next request would hide the waiting times of other clients.
 */
public record FixedRate(int perSecond, int seconds) {

  /** The total number of actions. */
  public int count() {
    return perSecond * seconds;
  }

  /**
   * Starts an action at each scheduled time, and returns when all are done.
   *
   * @param next supplies the next action; it is called by this thread, the action runs on another
   *     one
   * @return the duration in seconds
   */
  public double run(Supplier<Runnable> next) {
    long between = TimeUnit.SECONDS.toNanos(1) / perSecond;
    long start = System.nanoTime();
    try (var threads = Executors.newCachedThreadPool()) {
      for (int i = 0; i < count(); i++) {
        long due = start + i * between;
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        threads.execute(next.get());
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /**
   * A client for load tests.
   *
   * @throws StartException if no server responds at the address
   */
  public static HttpClient client(URI app) throws IOException, InterruptedException {
    var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    try {
      http.send(HttpRequest.newBuilder(app).build(), BodyHandlers.discarding());
      return http;
    } catch (IOException e) {
      http.close();
      throw new StartException("nothing answers at --app " + app, e);
    }
  }
}
