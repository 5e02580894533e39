package dev.gramme.server.admin;

import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests at the address for operators and peers. The pages that report the server's state
 * have threads of their own, so they answer even when all other threads are busy.
 */
public final class AdminPages implements HttpHandler {
  private static final Logger LOG = LoggerFactory.getLogger(AdminPages.class);

  private final Map<String, Page> status;
  private final Executor statusThreads;
  private final Map<String, Page> others;
  private final Executor otherThreads;

  /**
   * Pages by path; a path that ends with a slash includes all paths below it.
   *
   * @param status the pages that must always answer
   * @param statusThreads run those pages and nothing else
   * @param others all other pages
   */
  public AdminPages(
      Map<String, Page> status,
      Executor statusThreads,
      Map<String, Page> others,
      Executor otherThreads) {
    this.status = Map.copyOf(status);
    this.statusThreads = statusThreads;
    this.others = Map.copyOf(others);
    this.otherThreads = otherThreads;
  }

  @Override
  public void handle(HttpExchange exchange) {
    String path = exchange.request().path();
    Page statusPage = status.get(path);
    Page page = statusPage == null ? Page.at(others, path) : statusPage;
    if (page == null) {
      exchange.respond(line(404, "there is no page " + path.replaceAll("[^!-~]", "?")));
      return;
    }
    try {
      (statusPage == null ? otherThreads : statusThreads).execute(() -> show(exchange, page));
    } catch (RejectedExecutionException e) {
      exchange.respond(line(503, "too many requests, or the server is stopping"));
    }
  }

  private static void show(HttpExchange exchange, Page page) {
    HttpResponse answer;
    try {
      answer = page.answer(exchange.request());
    } catch (RuntimeException | Error fault) {
      LOG.error("the page {} failed", exchange.request().path(), fault);
      answer = new HttpResponse(500);
    }
    exchange.respond(answer);
  }

  private static HttpResponse line(int status, String line) {
    return new HttpResponse(status, "text/plain", (line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
