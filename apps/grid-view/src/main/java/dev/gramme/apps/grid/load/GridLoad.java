package dev.gramme.apps.grid.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.gramme.apps.grid.design.Design;
import dev.gramme.apps.web.FixedRate;
import dev.gramme.apps.web.Latencies;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Simulates users who sort the grid by any field, read three pages, and change an issue on one of
 * them: the same for all designs, sequentially.
 */
public final class GridLoad {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> SORTS =
      List.of("number", "date-1", "whole-1", "text-1", "decimal-1");
  private static final int PAGES = 3;

  private final URI app;
  private final long seed;
  private final PrintStream out;

  /**
   * @param app the URI of the application
   */
  public GridLoad(URI app, long seed, PrintStream out) {
    this.app = app;
    this.seed = seed;
    this.out = out;
  }

  private static final class Times {
    final Latencies pages = new Latencies();
    final Latencies changes = new Latencies();
    final AtomicInteger refused = new AtomicInteger();
    final AtomicInteger failed = new AtomicInteger();
  }

  /** Runs the load and prints the measurements. */
  public void run(int users, int seconds) throws IOException, InterruptedException {
    for (Design design : Design.values()) {
      var measured = new Times();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      try (var http = FixedRate.client(app);
          var threads = Executors.newCachedThreadPool()) {
        for (int user = 0; user < users; user++) {
          var random = new SplittableRandom(seed + user);
          threads.execute(() -> {
            while (System.nanoTime() < end) {
              visit(http, design, measured, random);
            }
          });
        }
      }
      out.printf(
          "%s%n  pages    %s%n  changes  %s%n  %d changes conflicted, %d requests failed%n",
          design.title(),
          measured.pages,
          measured.changes,
          measured.refused.get(),
          measured.failed.get());
    }
  }

  private void visit(HttpClient http, Design design, Times times, SplittableRandom random) {
    String sort = SORTS.get(random.nextInt(SORTS.size()));
    String order = random.nextBoolean() ? "asc" : "desc";
    String issues = "/designs/" + design.word() + "/projects/RAIL/issues";
    String after = "";
    try {
      JsonNode page = JSON.createObjectNode();
      for (int i = 0; i < PAGES; i++) {
        String query =
            "?sort=%s&order=%s&after=%s"
                .formatted(sort, order, URLEncoder.encode(after, StandardCharsets.UTF_8));
        long begun = System.nanoTime();
        var answer = send(http, HttpRequest.newBuilder(app.resolve(issues + query)).build());
        times.pages.add(System.nanoTime() - begun);
        page = JSON.readTree(answer.body());
        after = page.path("next").asText();
        if (answer.statusCode() != 200 || after.isEmpty()) {
          break;
        }
      }
      JsonNode shown = page.path("issues");
      if (shown.isEmpty()) {
        times.failed.incrementAndGet();
        return;
      }
      change(http, issues, shown.get(random.nextInt(shown.size())), times, random);
    } catch (IOException e) {
      times.failed.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void change(
      HttpClient http, String issues, JsonNode issue, Times times, SplittableRandom random)
      throws IOException, InterruptedException {
    String body =
        "{\"version\":%d,\"values\":{\"whole-1\":\"%d\"}}"
            .formatted(issue.path("version").asLong(), random.nextInt(-500, 1_000));
    var request =
        HttpRequest.newBuilder(app.resolve(issues + "/" + issue.path("number").asLong()))
            .method("PATCH", BodyPublishers.ofString(body))
            .build();
    long begun = System.nanoTime();
    int status = send(http, request).statusCode();
    times.changes.add(System.nanoTime() - begun);
    if (status == 409) {
      times.refused.incrementAndGet();
    } else if (status != 200) {
      times.failed.incrementAndGet();
    }
  }

  private static HttpResponse<String> send(HttpClient http, HttpRequest request)
      throws IOException, InterruptedException {
    return http.send(request, BodyHandlers.ofString());
  }
}
