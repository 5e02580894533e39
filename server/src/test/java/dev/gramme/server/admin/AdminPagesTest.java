package dev.gramme.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.http.HttpServer;
import dev.gramme.server.pipeline.Page;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class AdminPagesTest {
  private static CompletableFuture<Integer> ask(HttpClient client, HttpServer server, String path) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build();
    return client.sendAsync(request, BodyHandlers.discarding()).thenApply(a -> a.statusCode());
  }

  @Test
  void status_pages_answer_while_all_other_threads_are_busy() throws Exception {
    var begun = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    Page busy =
        request -> {
          begun.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return new HttpResponse(200);
        };
    try (var status = Executors.newFixedThreadPool(1);
        var others = Executors.newFixedThreadPool(1);
        var client = HttpClient.newHttpClient()) {
      var pages =
          new AdminPages(
              Map.of("/health", request -> new HttpResponse(200)),
              status,
              Map.of(
                  "/functions/",
                  busy,
                  "/broken",
                  request -> {
                    throw new IllegalStateException("a page that fails");
                  }),
              others);
      try (var server = HttpServer.start("127.0.0.1", 0, HttpLimits.DEFAULT, pages)) {
        var first = ask(client, server, "/functions/a");
        begun.await();
        var second = ask(client, server, "/functions/b");
        assertThat(ask(client, server, "/health").get()).isEqualTo(200);
        assertThat(ask(client, server, "/nothing").get()).isEqualTo(404);
        assertThat(first).isNotDone();
        end.countDown();
        assertThat(first.get()).isEqualTo(200);
        assertThat(second.get()).isEqualTo(200);
        assertThat(ask(client, server, "/broken").get()).isEqualTo(500);
      }
    }
  }
}
