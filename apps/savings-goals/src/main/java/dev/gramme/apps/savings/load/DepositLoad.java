package dev.gramme.apps.savings.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.gramme.apps.savings.bank.Customers;
import dev.gramme.apps.web.FixedRate;
import dev.gramme.apps.web.Latencies;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Makes deposits at a fixed rate, also if the system cannot keep up, and polls the API for each
 * until it is visible. It measures the time from the start of the deposit's request to the first
 * response that includes it. This covers the bank's transaction, Kafka, the consumer, the database
 * and the API.
 */
public final class DepositLoad {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> GOALS = List.of("SAVINGS_ACCOUNT", "GOVERNMENT_BONDS");
  private static final long NANOS_BETWEEN_LOOKS = 5_000_000;
  private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final URI app;
  private final int customers;
  private final Random random;
  private final PrintStream out;
  private final Latencies deposits = new Latencies();
  private final Latencies visible = new Latencies();
  private final Latencies reads = new Latencies();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();

  /**
   * @param customers the number of the bank's customers
   */
  public DepositLoad(URI app, int customers, long seed, PrintStream out) {
    this.app = app;
    this.customers = customers;
    this.random = new Random(seed);
    this.out = out;
  }

  /** Runs the load and prints the measurements. */
  public void run(FixedRate rate) throws IOException, InterruptedException {
    double took;
    try (var http = FixedRate.client(app)) {
      took = rate.run(() -> next(http));
    }
    out.printf(
        "%d deposits of %d customers in %.1f s (%.0f/s), %d failures%n",
        rate.count(), customers, took, rate.count() / took, failures.get());
    if (firstFailure.get() != null) {
      out.println("the first failure: " + firstFailure.get());
    }
    out.println("deposit until visible  " + visible);
    out.println("  of it, the bank      " + deposits);
    out.println("one read of the API    " + reads);
  }

  private Runnable next(HttpClient http) {
    String personId = Customers.personId(1 + random.nextInt(customers));
    String goalId = GOALS.get(random.nextInt(GOALS.size()));
    return () -> depositAndLook(http, personId, goalId);
  }

  /** The number of deposits that were refused or did not become visible. */
  public int failures() {
    return failures.get();
  }

  private void depositAndLook(HttpClient http, String personId, String goalId) {
    try {
      long begun = System.nanoTime();
      String body =
          "{\"personId\":\"%s\",\"goalId\":\"%s\",\"amount\":\"12.50\"}"
              .formatted(personId, goalId);
      var deposit =
          HttpRequest.newBuilder(app.resolve("/bank/deposits"))
              .POST(BodyPublishers.ofString(body))
              .build();
      var event = JSON.readTree(http.send(deposit, BodyHandlers.ofString()).body());
      deposits.add(System.nanoTime() - begun);
      String occurredAt = event.path("occurredAt").asText();
      while (System.nanoTime() - begun < GIVE_UP_NANOS) {
        if (shows(http, personId, goalId, occurredAt)) {
          visible.add(System.nanoTime() - begun);
          return;
        }
        LockSupport.parkNanos(NANOS_BETWEEN_LOOKS);
      }
      fail("not seen within a minute: " + event);
    } catch (IOException e) {
      fail(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void fail(String why) {
    failures.incrementAndGet();
    firstFailure.compareAndSet(null, why);
  }

  /** Whether the API shows this deposit, or a later one for the same goal. */
  private boolean shows(HttpClient http, String personId, String goalId, String occurredAt)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    var request = HttpRequest.newBuilder(app.resolve("/customers/" + personId + "/goals")).build();
    var answer = JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
    reads.add(System.nanoTime() - begun);
    for (JsonNode goal : answer.path("goals")) {
      if (goal.path("goalId").asText().equals(goalId)) {
        return goal.path("pendingSince").asText().compareTo(occurredAt) >= 0;
      }
    }
    return false;
  }
}
