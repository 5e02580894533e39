package dev.gramme.apps.incidents.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.gramme.apps.web.FixedRate;
import dev.gramme.apps.web.Latencies;
import dev.gramme.apps.web.command.StartException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Simulates the users of all accounts at a fixed rate, also if the system cannot keep up: they list
 * their incidents and those of their teams, open one, change its status, report a new one, and look
 * up who is on call. The sizes of details are distributed evenly over all orders of magnitude up to
 * the largest.
 */
public final class IncidentLoad {
  private static final JsonMapper JSON = new JsonMapper();

  /** A kind of request, and its share of all requests in percent. */
  private enum Act {
    MINE(30),
    TEAMS(25),
    DETAILS(15),
    STATUS(15),
    REPORT(10),
    ON_CALL(5);

    private final int share;

    Act(int share) {
      this.share = share;
    }

    static Act any(Random random) {
      int left = random.nextInt(100);
      for (Act act : values()) {
        left -= act.share;
        if (left < 0) {
          return act;
        }
      }
      return MINE;
    }
  }

  private final URI app;
  private final Random random;
  private final int largestBytes;
  private final PrintStream out;
  private final Map<Act, Latencies> latencies = new EnumMap<>(Act.class);
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();

  /**
   * A load test on a running application.
   *
   * @param largestBytes the size of the largest details
   */
  public IncidentLoad(URI app, long seed, int largestBytes, PrintStream out) {
    this.app = app;
    this.random = new Random(seed);
    this.largestBytes = largestBytes;
    this.out = out;
    for (Act act : Act.values()) {
      latencies.put(act, new Latencies());
    }
  }

  /** Runs the load and prints the measurements. */
  public void run(FixedRate rate) throws IOException, InterruptedException {
    double took;
    try (var http = FixedRate.client(app)) {
      List<String> tokens = tokens(http);
      took = rate.run(() -> next(http, tokens));
    }
    out.printf(
        "%d requests in %.1f s (%.0f/s), %d failures%n",
        rate.count(), took, rate.count() / took, failures.get());
    if (firstFailure.get() != null) {
      out.println("the first failure: " + firstFailure.get());
    }
    latencies.forEach(
        (act, times) -> out.printf("%-8s %s%n", act.name().toLowerCase(Locale.ROOT), times));
  }

  private Runnable next(HttpClient http, List<String> tokens) {
    var someone = new Someone(http, tokens.get(random.nextInt(tokens.size())), random.nextLong());
    Act act = Act.any(random);
    return () -> perform(someone, act);
  }

  /** The number of failed requests. */
  public int failures() {
    return failures.get();
  }

  private List<String> tokens(HttpClient http) throws IOException, InterruptedException {
    var tokens = new ArrayList<String>();
    var request = HttpRequest.newBuilder(app.resolve("/api/demo")).build();
    for (JsonNode person : JSON.readTree(http.send(request, BodyHandlers.ofString()).body())) {
      tokens.add(person.path("token").asText());
    }
    if (tokens.isEmpty()) {
      throw new StartException("the application has no accounts to make load with");
    }
    return tokens;
  }

  private void perform(Someone someone, Act act) {
    try {
      switch (act) {
        case MINE -> timed(act, () -> someone.list("mine"));
        case TEAMS -> timed(act, () -> someone.list("teams"));
        case ON_CALL -> timed(act, () -> someone.ask("GET", "/api/oncall", ""));
        case REPORT -> timed(act, () -> someone.report(size(someone)));
        case DETAILS -> {
          String id = someone.any();
          if (!id.isEmpty()) {
            timed(act, () -> someone.ask("GET", "/api/incidents/" + id + "/details", ""));
          }
        }
        case STATUS -> {
          String id = someone.any();
          if (!id.isEmpty()) {
            timed(act, () -> someone.move(id));
          }
        }
      }
    } catch (IOException | IllegalStateException e) {
      failures.incrementAndGet();
      firstFailure.compareAndSet(null, act + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int size(Someone someone) {
    return (int) Math.exp(someone.random.nextDouble() * Math.log(largestBytes));
  }

  /** A measured request. */
  @FunctionalInterface
  private interface Asking {
    JsonNode answer() throws IOException, InterruptedException;
  }

  private void timed(Act act, Asking asking) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    asking.answer();
    Latencies times = latencies.get(act);
    if (times != null) {
      times.add(System.nanoTime() - begun);
    }
  }

  /** A user of an account. */
  private final class Someone {
    private final HttpClient http;
    private final String token;
    private final Random random;

    Someone(HttpClient http, String token, long seed) {
      this.http = http;
      this.token = token;
      this.random = new Random(seed);
    }

    JsonNode ask(String method, String path, String body) throws IOException, InterruptedException {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(app.resolve(path))
                  .method(method, BodyPublishers.ofString(body))
                  .header("Authorization", "Bearer " + token)
                  .build(),
              BodyHandlers.ofString());
      if (answer.statusCode() >= 300) {
        throw new IllegalStateException(answer.statusCode() + " " + answer.body());
      }
      return JSON.readTree(answer.body());
    }

    JsonNode list(String which) throws IOException, InterruptedException {
      return ask("GET", "/api/incidents?list=" + which + "&limit=20", "");
    }

    /** The id of one of the user's incidents; empty if there is none. */
    String any() throws IOException, InterruptedException {
      JsonNode items = list("mine").path("items");
      return items.isEmpty() ? "" : items.get(random.nextInt(items.size())).path("id").asText();
    }

    JsonNode report(int bytes) throws IOException, InterruptedException {
      JsonNode teams = ask("GET", "/api/me", "").path("myTeams");
      var body =
          JSON.createObjectNode()
              .put("title", "Load number " + random.nextInt(1_000_000))
              .put("details", "x".repeat(bytes));
      if (!teams.isEmpty()) {
        body.put("team", teams.get(random.nextInt(teams.size())).path("id").asText());
      }
      return ask("POST", "/api/incidents", body.toString());
    }

    JsonNode move(String id) throws IOException, InterruptedException {
      String status = random.nextInt(2) == 0 ? "ACKNOWLEDGED" : "RESOLVED";
      return ask("POST", "/api/incidents/" + id + "/status", "{\"status\": \"" + status + "\"}");
    }
  }
}
