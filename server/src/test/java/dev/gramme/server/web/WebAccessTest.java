package dev.gramme.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.budget.RequestBudget;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpFields;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebAccessTest {
  private static final AllowedHosts LOOPBACK = AllowedHosts.loopbackAnd(List.of("Gramme.test"));
  private static final AllowedOrigins PAGES = AllowedOrigins.of(List.of("http://pages.test:3000"));

  private static HttpResponse ask(
      AllowedOrigins origins, AllowedHosts hosts, String method, Map<String, String> fields) {
    return ask(origins, hosts, new HttpRequest(method, "/", HttpFields.of(fields), new byte[0]));
  }

  private static HttpResponse ask(AllowedOrigins origins, AllowedHosts hosts, HttpRequest request) {
    return ask(
        new WebAccess(exchange -> exchange.respond(new HttpResponse(200)), origins, hosts),
        request);
  }

  private static HttpResponse ask(WebAccess access, HttpRequest request) {
    var given = new CompletableFuture<HttpResponse>();
    access.handle(
        new HttpExchange() {
          @Override
          public HttpRequest request() {
            return request;
          }

          @Override
          public void respond(HttpResponse response) {
            given.complete(response);
          }

          @Override
          public RequestBudget budget() {
            return RequestBudget.unlimited();
          }

          @Override
          public void resume(Runnable task) {
            task.run();
          }

          @Override
          public void resumeLater(Runnable task, Duration delay) {
            task.run();
          }
        });
    return given.join();
  }

  private static @Nullable String field(HttpResponse response, String name) {
    int at = response.fields().indexOf(name);
    return at < 0 ? null : response.fields().get(at + 1);
  }

  private static String text(HttpResponse response) {
    return new String(response.body(), StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "GET", "OPTIONS", "PUT", "DELETE"})
  void every_request_of_a_page_of_a_foreign_origin_is_refused(String method) {
    for (String origin : List.of("http://evil.test", "null", "http://pages.test", "file://")) {
      var refused = ask(PAGES, AllowedHosts.ANY, method, Map.of("Origin", origin));
      assertThat(refused.status()).isEqualTo(403);
      assertThat(text(refused)).contains(origin).contains("--cors " + origin);
      assertThat(field(refused, "Access-Control-Allow-Origin")).isNull();
    }
  }

  @Test
  void a_page_of_a_named_origin_may_send_requests_and_read_answers() {
    var origin = "http://pages.test:3000";
    var preflight =
        ask(
            PAGES,
            AllowedHosts.ANY,
            "OPTIONS",
            Map.of(
                "Origin",
                origin,
                "Access-Control-Request-Headers",
                "x-amz-target,authorization",
                "Access-Control-Request-Method",
                "POST",
                "Access-Control-Request-Private-Network",
                "true"));
    assertThat(preflight.status()).isEqualTo(200);
    assertThat(field(preflight, "Access-Control-Allow-Origin")).isEqualTo(origin);
    assertThat(field(preflight, "Vary")).isEqualTo("Origin");
    assertThat(field(preflight, "Access-Control-Allow-Headers"))
        .isEqualTo("x-amz-target,authorization");
    assertThat(field(preflight, "Access-Control-Allow-Methods")).isEqualTo("POST");
    assertThat(field(preflight, "Access-Control-Allow-Private-Network")).isEqualTo("true");
    assertThat(field(preflight, "Access-Control-Max-Age")).isEqualTo("172800");
    assertThat(field(preflight, "Access-Control-Expose-Headers"))
        .contains("x-amzn-RequestId", "x-amz-crc32");

    var answer = ask(PAGES, AllowedHosts.ANY, "POST", Map.of("Origin", origin));
    assertThat(field(answer, "Access-Control-Allow-Origin")).isEqualTo(origin);
    assertThat(field(answer, "Access-Control-Expose-Headers"))
        .contains("x-amzn-RequestId", "x-amz-crc32");
  }

  @Test
  void all_origins_may_be_allowed() {
    var answer = ask(AllowedOrigins.ANY, LOOPBACK, "POST", Map.of("Origin", "null"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(field(answer, "Access-Control-Allow-Origin")).isEqualTo("*");
    assertThat(field(answer, "Vary")).isNull();
  }

  @Test
  void requests_without_an_origin_get_no_cors_headers() {
    assertThat(ask(AllowedOrigins.ANY, LOOPBACK, "POST", Map.of()).fields()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.test",
        "evil.test:8000",
        "127.0.0.1.evil.test",
        "localhost.evil.test:8000",
        "[::2]:8000",
        "10.0.0.1",
        "1270.0.1",
        ""
      })
  void a_foreign_host_name_is_refused(String host) {
    var refused = ask(PAGES, LOOPBACK, "POST", Map.of("Host", host));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(text(refused)).contains("--allowed-hosts");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8000",
        "127.0.0.1:8000",
        "127.8.8.8",
        "[::1]:8000",
        "[::1]",
        "gramme.TEST:80"
      })
  void loopback_and_allowed_host_names_are_accepted(String host) {
    assertThat(ask(PAGES, LOOPBACK, "POST", Map.of("Host", host)).status()).isEqualTo(200);
  }

  @Test
  void health_accepts_any_host_name_but_no_foreign_page() {
    var health =
        new HttpRequest("GET", "/health", HttpFields.of(Map.of("Host", "pod")), new byte[0]);
    assertThat(ask(PAGES, LOOPBACK, health).status()).isEqualTo(200);
    var page =
        new HttpRequest(
            "GET", "/health", HttpFields.of(Map.of("Origin", "http://evil.test")), new byte[0]);
    assertThat(ask(PAGES, LOOPBACK, page).status()).isEqualTo(403);
  }

  @Test
  void a_refusal_is_one_short_line_of_ascii() {
    var refused =
        ask(
            PAGES,
            AllowedHosts.ANY,
            "POST",
            Map.of("Origin", "http://\u00e4\r\n" + "x".repeat(999)));
    assertThat(text(refused)).hasLineCount(1).hasSizeLessThan(400).contains("http://???xxx");
  }

  private static int statusForOwnPages(
      AllowedHosts hosts, String host, String origin, boolean secure) {
    var access =
        new WebAccess(
            exchange -> exchange.respond(new HttpResponse(200)), AllowedOrigins.NONE, hosts);
    var request =
        new HttpRequest(
            "POST",
            "/",
            HttpFields.of(Map.of("Host", host, "Origin", origin)),
            new byte[0],
            "127.0.0.1",
            secure);
    assertThat(ask(access, request).status()).isEqualTo(403);
    return ask(access.withOwnPages(), request).status();
  }

  @Test
  void a_page_of_the_server_itself_is_accepted_only_if_the_server_has_pages() {
    String host = "127.0.0.1:8000";
    assertThat(statusForOwnPages(LOOPBACK, host, "http://" + host, false)).isEqualTo(200);
    assertThat(statusForOwnPages(LOOPBACK, "[::1]:8000", "http://[::1]:8000", false))
        .isEqualTo(200);
    assertThat(statusForOwnPages(LOOPBACK, "gramme.test", "http://gramme.test", false))
        .isEqualTo(200);
    assertThat(statusForOwnPages(AllowedHosts.ANY, "10.0.0.1:8000", "https://10.0.0.1:8000", true))
        .isEqualTo(200);
  }

  @Test
  void another_port_scheme_or_name_is_not_the_server_itself() {
    String host = "127.0.0.1:8000";
    for (String origin :
        List.of(
            "http://127.0.0.1:8001",
            "https://127.0.0.1:8000",
            "http://localhost:8000",
            "http://127.0.0.1",
            "http://evil.test",
            "null")) {
      assertThat(statusForOwnPages(LOOPBACK, host, origin, false)).isEqualTo(403);
    }
  }

  @Test
  void a_name_that_anyone_can_resolve_to_the_server_proves_nothing() {
    assertThat(statusForOwnPages(AllowedHosts.ANY, "evil.test", "http://evil.test", false))
        .isEqualTo(403);
    assertThat(statusForOwnPages(LOOPBACK, "evil.test", "http://evil.test", false)).isEqualTo(403);
  }
}
