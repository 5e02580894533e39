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
 * A load at a fixed rate, whether the system keeps up or not: who waited for the answer before
 * asking again would not notice how long others wait meanwhile.
 */
public record FixedRate(int perSecond, int seconds) {

  /** How often something is done in all. */
  public int count() {
    return perSecond * seconds;
  }

  /**
   * Begins something at each moment that it is due, and returns when all of it is done.
   *
   * @param next gives what is done next; it is called by this thread, what it gives is run by
   *     another one
   * @return how long it took, in seconds
   */
  public double run(Supplier<Runnable> next) {
    long between = TimeUnit.SECONDS.toNanos(1) / perSecond;
    long start = System.nanoTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
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
   * A client for loads.
   *
   * @throws StartException if nothing answers at the address
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
