package dev.gramme.server.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpFields;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.RequestMetrics;
import dev.gramme.testkit.Eventually;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineTest {
  private static final Map<String, String> SIGNED =
      Map.of(
          "Content-Type",
          "application/x-amz-json-1.0",
          "X-Amz-Target",
          "DynamoDB_20120810.Echo",
          "X-Amz-Date",
          "20260101T000000Z",
          "Authorization",
          "AWS4-HMAC-SHA256 Credential=A/20260101/eu-west-1/dynamodb/aws4_request,"
              + " SignedHeaders=host, Signature=0");

  private final RequestMetrics metrics = new RequestMetrics();
  private Pipeline pipeline = pipeline(RequestThreads.CALLERS);

  private Pipeline pipeline(RequestThreads threads) {
    return new Pipeline(
        new EchoProtocol(),
        new WellFormedSignature(),
        new RequestIds(ThreadLocalRandom::current),
        metrics,
        threads,
        Duration.ofSeconds(10),
        "us-east-1",
        Map.of(
            "/health",
            request -> new HttpResponse(200),
            "/broken",
            request -> {
              throw new IllegalStateException("a page that fails");
            }));
  }

  /**
   * A protocol with one operation, which answers with the request. Valid bodies start with a brace.
   */
  private static final class EchoProtocol implements Protocol {
    @Override
    public @Nullable Call call(String target) {
      return target.equals("DynamoDB_20120810.Echo") ? new Echo() : null;
    }

    @Override
    public void checkSyntax(byte[] body) {
      if (body[0] != '{') {
        throw ApiError.withoutText(ErrorType.SERIALIZATION);
      }
    }

    @Override
    public List<ByteBuffer> error(ApiError error, RequestBudget budget) {
      var text = error.text().map(t -> ",\"message\":\"" + t + "\"").orElse("");
      var body = "{\"__type\":\"" + error.type().wireName() + "\"" + text + "}";
      return List.of(ByteBuffer.wrap(bytes(body)));
    }
  }

  private static final class Echo implements Protocol.Call {
    @Override
    public String name() {
      return "Echo";
    }

    @Override
    public boolean isLong() {
      return false;
    }

    @Override
    public String table(byte[] body) {
      return "";
    }

    @Override
    public CompletionStage<Protocol.Answer> execute(
        byte[] body,
        Authenticator.Identity identity,
        @Nullable String host,
        String requestId,
        RequestBudget budget) {
      var text = new String(body, StandardCharsets.UTF_8);
      if (text.equals("{bug}")) {
        throw new IllegalStateException("thrown by the test");
      }
      if (text.equals("{large answer}")) {
        budget.reserve(1 << 20);
      }
      if (text.equals("{later}")) {
        var later = new CompletableFuture<Protocol.Answer>();
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              Eventually.get(
                  "the pipeline waits", later::getNumberOfDependents, count -> count > 0);
              later.complete(
                  () -> List.of(ByteBuffer.wrap(bytes(Thread.currentThread().getName()))));
            });
        return later;
      }
      if (text.equals("{wrong}")) {
        return CompletableFuture.failedFuture(ApiError.validation("wrong"));
      }
      return CompletableFuture.completedFuture(() -> List.of(ByteBuffer.wrap(body)));
    }
  }

  private HttpResponse ask(String method, String target, Map<String, String> fields, byte[] body) {
    var given = new CompletableFuture<HttpResponse>();
    var request = new HttpRequest(method, target, HttpFields.of(fields), body);
    var budget = new RequestBudget(MemoryBudget.unlimited());
    pipeline.handle(
        new HttpExchange() {
          @Override
          public HttpRequest request() {
            return request;
          }

          @Override
          public RequestBudget budget() {
            return budget;
          }

          @Override
          public void resumeLater(Runnable task, Duration delay) {
            task.run();
          }

          @Override
          public void respond(HttpResponse response) {
            given.complete(response);
          }

          @Override
          public void resume(Runnable task) {
            task.run();
          }
        });
    return given.join();
  }

  private HttpResponse post(Map<String, String> fields, String body) {
    return ask("POST", "/", fields, bytes(body));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(HttpResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private static String field(HttpResponse response, String name) {
    List<String> fields = response.fields();
    for (int i = 0; i < fields.size(); i += 2) {
      if (fields.get(i).equals(name)) {
        return fields.get(i + 1);
      }
    }
    return "";
  }

  private static Map<String, String> signedWith(String name, String value) {
    var fields = new HashMap<>(SIGNED);
    fields.put(name, value);
    return fields;
  }

  private static Map<String, String> signedWithout(String name) {
    var fields = new HashMap<>(SIGNED);
    fields.remove(name);
    return fields;
  }

  @Test
  void get_says_that_the_region_is_healthy() {
    var response = ask("GET", "/", Map.of(), new byte[0]);
    assertThat(text(response)).isEqualTo("healthy: dynamodb.us-east-1.amazonaws.com ");
    assertThat(field(response, "x-amz-crc32")).isEqualTo("3128867991");
  }

  @Test
  void other_methods_and_content_types_are_404() {
    var put = ask("PUT", "/", SIGNED, bytes("{}"));
    var text = post(signedWith("Content-Type", "application/x-amz-json-1.1"), "{}");
    for (var response : List.of(put, text, post(signedWithout("Content-Type"), "{}"))) {
      assertThat(response.status()).isEqualTo(404);
      assertThat(text(response)).isEqualTo("<UnknownOperationException/>\n");
      assertThat(field(response, "x-amz-crc32")).isEqualTo("3552371480");
    }
  }

  @Test
  void the_answer_has_the_content_type_of_the_request() {
    var plain = post(signedWith("Content-Type", "application/json; charset=utf-8"), "{}");
    assertThat(plain.contentType()).isEqualTo("application/json");
    assertThat(post(SIGNED, "{}").contentType()).isEqualTo("application/x-amz-json-1.0");
  }

  @Test
  void bad_json_is_reported_before_a_bad_target_and_that_before_authentication() {
    var noTarget = new HashMap<>(signedWith("X-Amz-Target", "DynamoDB_20120810.Nothing"));
    assertThat(field(post(noTarget, "x"), "x-amz-crc32")).isEqualTo("3948637019");
    noTarget.remove("Authorization");
    var unknown = post(noTarget, "{}");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(field(unknown, "x-amz-crc32")).isEqualTo("1368724161");
    assertThat(field(post(signedWithout("Authorization"), "x"), "x-amz-crc32"))
        .isEqualTo("3948637019");
  }

  @Test
  void authentication_is_reported_before_an_empty_body() {
    assertThat(text(post(signedWithout("Authorization"), "")))
        .contains("MissingAuthenticationTokenException");
    assertThat(text(post(SIGNED, "")))
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#SerializationException\"}");
  }

  @Test
  void every_answer_has_a_request_id_and_the_checksum_of_its_bytes() {
    var response = post(SIGNED, "{abc}");
    assertThat(field(response, "x-amzn-RequestId")).matches("[A-Z0-9]{52}");
    assertThat(field(response, "x-amz-crc32")).isEqualTo(crc(response.body()));
    assertThat(field(post(SIGNED, "{}"), "x-amzn-RequestId"))
        .isNotEqualTo(field(response, "x-amzn-RequestId"));
  }

  private static String crc(byte[] body) {
    var crc = new CRC32();
    crc.update(body);
    return Long.toString(crc.getValue());
  }

  @Test
  void a_client_error_is_400_and_an_internal_error_500() {
    var wrong = post(SIGNED, "{wrong}");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(text(wrong)).contains("ValidationException").contains("wrong");
    var bug = post(SIGNED, "{bug}");
    assertThat(bug.status()).isEqualTo(500);
    assertThat(text(bug)).contains("#InternalServerError").doesNotContain("thrown by the test");
  }

  @Test
  void a_request_for_which_no_thread_can_be_started_is_answered_with_an_error() {
    pipeline =
        pipeline(
            new RequestThreads(
                Runnable::run,
                (queue, computes, request) -> {
                  throw new RejectedExecutionException("as the test wants");
                },
                true));
    assertThat(post(SIGNED, "{}").status()).isEqualTo(200);
    for (String body : List.of("{" + "a".repeat(20_000) + "}", "{large answer}")) {
      var refused = post(SIGNED, body);
      assertThat(refused.status()).isEqualTo(500);
      assertThat(text(refused)).contains("#InternalServerError");
    }
  }

  /** On an event loop, an answer that reads a shared store would hold up all other clients. */
  @Test
  void an_answer_that_comes_later_is_encoded_on_a_thread_for_requests() {
    try (var waiting =
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("waiting").factory())) {
      pipeline =
          pipeline(
              new RequestThreads(
                  waiting, (queue, computes, request) -> waiting.execute(request), false));
      assertThat(text(post(SIGNED, "{later}"))).isEqualTo("waiting");
    }
  }

  @Test
  void a_page_that_fails_is_answered_too() throws Exception {
    assertThat(ask("GET", "/broken", Map.of(), new byte[0]).status()).isEqualTo(500);
  }

  @Test
  void compressed_requests_are_decompressed() throws IOException {
    var twice = new ByteArrayOutputStream();
    twice.write(gzip(bytes("{ab")));
    twice.write(gzip(bytes("cd}")));
    assertThat(text(ask("POST", "/", signedWith("Content-Encoding", "gzip"), twice.toByteArray())))
        .isEqualTo("{abcd}");
    var deflated = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(deflated)) {
      out.write(bytes("{x}"));
    }
    var fields = signedWith("Content-Encoding", "deflate");
    assertThat(text(ask("POST", "/", fields, deflated.toByteArray()))).isEqualTo("{x}");
  }

  @Test
  void a_malformed_list_of_codings_is_tolerated() {
    var fields = new HashMap<>(SIGNED);
    fields.put("Accept-Encoding", "x,;");
    var answer = post(fields, "{" + "a".repeat(5000) + "}");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(text(answer)).hasSize(5002);
  }

  @Test
  void corrupt_excessive_or_unknown_compression_is_500() throws IOException {
    assertThat(post(signedWith("Content-Encoding", "gzip"), "{no gzip}").status()).isEqualTo(500);
    var bomb = gzip(new byte[(16 << 20) + 1]);
    assertThat(ask("POST", "/", signedWith("Content-Encoding", "gzip"), bomb).status())
        .isEqualTo(500);
    assertThat(post(signedWith("Content-Encoding", "garbage"), "{}").status()).isEqualTo(500);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(zipped)) {
      out.write(bytes);
    }
    return zipped.toByteArray();
  }

  @Test
  void large_answers_are_compressed_if_the_client_accepts_it() throws IOException {
    var large = "{" + "a".repeat(10_000) + "}";
    var response = post(signedWith("Accept-Encoding", "deflate;q=0, gzip"), large);
    assertThat(field(response, "Content-Encoding")).isEqualTo("gzip");
    assertThat(field(response, "x-amz-crc32")).isEqualTo(crc(response.body()));
    var unzipped = new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes();
    assertThat(new String(unzipped, StandardCharsets.UTF_8)).isEqualTo(large);
    assertThat(text(post(signedWith("Accept-Encoding", "identity"), large))).isEqualTo(large);
    assertThat(text(post(signedWith("Accept-Encoding", "gzip"), "{small}"))).isEqualTo("{small}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip | gzip",
        "deflate, gzip | deflate",
        "* | gzip",
        "*, gzip;q=0.5 | deflate",
        "deflate;q=0.5, gzip;q=0.2 | deflate",
        "br, identity, deflate, gzip | deflate",
        "gzip;level=1;q=0.3, deflate;q= 0.2 | gzip",
        "identity;q=1, *;q=0.1 | gzip",
        "gzip;q= 0;q=1 | ''",
        "gzip;q=0.0, *;q=0 | ''",
        "gzip;q=much | ''",
        "identity | ''",
      })
  void the_accepted_coding_with_the_highest_weight_is_used(String accepted, String chosen) {
    var response = post(signedWith("Accept-Encoding", accepted), "{" + "a".repeat(10_000) + "}");
    assertThat(field(response, "Content-Encoding")).isEqualTo(chosen);
  }

  @Test
  void a_request_at_another_path_is_404() {
    for (String path : List.of("/garbage", "//", "/garbage/", "", "http://x/", "*")) {
      for (String method : List.of("POST", "GET")) {
        var response = ask(method, path, SIGNED, bytes("{}"));
        assertThat(response.status()).as(path).isEqualTo(404);
        assertThat(text(response)).isEqualTo("<UnknownOperationException/>\n");
      }
    }
    assertThat(ask("GET", "/?a=b", Map.of(), new byte[0]).status()).isEqualTo(200);
    assertThat(ask("POST", "/?a=b", SIGNED, bytes("{}")).status()).isEqualTo(200);
  }

  @Test
  void requests_are_counted_by_operation_and_status() {
    post(SIGNED, "{}");
    post(SIGNED, "{wrong}");
    post(signedWith("X-Amz-Target", "DynamoDB_20120810.MadeUp"), "{}");
    var page = new MetricsPage();
    metrics.addTo(page);
    assertThat(page.text())
        .contains("gramme_requests_total{operation=\"Echo\",status=\"200\"} 1")
        .contains("gramme_requests_total{operation=\"Echo\",status=\"400\"} 1")
        .contains("gramme_requests_total{operation=\"unknown\",status=\"400\"} 1")
        .contains("gramme_request_duration_seconds_count{operation=\"Echo\"} 2")
        .contains("le=\"+Inf\"} 2")
        .doesNotContain("MadeUp");
  }
}
