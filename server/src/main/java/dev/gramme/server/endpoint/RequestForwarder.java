package dev.gramme.server.endpoint;

import dev.gramme.server.console.ConsolePage;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.wire.JsonWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;

/**
 * Serves the console's files, and forwards its requests of DynamoDB's protocol to an endpoint,
 * signed with the credentials of this process. The page's own signature covers another host, so the
 * endpoint could not verify it. The page therefore never gets the credentials.
 */
public final class RequestForwarder implements HttpHandler, AutoCloseable {
  private static final Pattern SCOPE = Pattern.compile("Credential=[^/]*/[0-9]{8}/([^/]{1,40})/");
  private static final Pattern TARGET =
      Pattern.compile("DynamoDB(Streams)?_[0-9]{8}\\.[A-Za-z]{1,60}");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int THREADS = 16;
  private static final int WAITING = 1_000;

  private final ConsolePage page;
  private final TargetEndpoint endpoint;
  private final AwsCredentialsProvider credentials;
  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS, THREADS, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(WAITING));

  /** Forwards to an endpoint. */
  public RequestForwarder(
      ConsolePage page, TargetEndpoint endpoint, AwsCredentialsProvider credentials) {
    this.page = page;
    this.endpoint = endpoint;
    this.credentials = credentials;
    threads.allowCoreThreadTimeOut(true);
  }

  @Override
  public void handle(HttpExchange exchange) {
    String path = exchange.request().path();
    if (path.equals(ConsolePage.PATH) || path.startsWith(ConsolePage.FILES)) {
      exchange.respond(page.answer(exchange.request()));
      return;
    }
    try {
      threads.execute(() -> exchange.respond(answer(exchange.request())));
    } catch (RejectedExecutionException e) {
      exchange.respond(error(503, "ConsoleBusy", "too many requests wait for the endpoint"));
    }
  }

  private HttpResponse answer(HttpRequest request) {
    String target = request.fields().first("X-Amz-Target");
    if (!request.method().equals("POST")
        || !request.path().equals("/")
        || target == null
        || !TARGET.matcher(target).matches()) {
      return error(400, "NotForwarded", "only requests of DynamoDB's protocol are forwarded");
    }
    String region = region(request);
    Optional<URI> to = endpoint.of(region, target.startsWith("DynamoDBStreams"));
    if (to.isEmpty()) {
      return error(400, "NoSuchRegion", "the region is not the name of a region of AWS");
    }
    try {
      return sent(request, signed(to.get(), target, region, request.body()));
    } catch (SdkClientException e) {
      return error(400, "NoCredentials", "there are no credentials: " + e.getMessage());
    } catch (IOException e) {
      return error(
          502,
          "NoAnswer",
          "%s does not answer: %s".formatted(to.get(), String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return error(503, "ConsoleStops", "the console stops");
    }
  }

  /** The region in the page's signature. */
  private static String region(HttpRequest request) {
    String authorization = request.fields().first("Authorization");
    Matcher scope = SCOPE.matcher(authorization == null ? "" : authorization);
    return scope.find() ? scope.group(1) : "us-east-1";
  }

  private SdkHttpRequest signed(URI to, String target, String region, byte[] body) {
    var plain =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(to)
            .putHeader("Content-Type", "application/x-amz-json-1.0")
            .putHeader("X-Amz-Target", target)
            .build();
    return signer
        .sign(sign ->
            sign.identity(credentials.resolveCredentials())
                .request(plain)
                .payload(() -> new ByteArrayInputStream(body))
                .putProperty(AwsV4FamilyHttpSigner.SERVICE_SIGNING_NAME, "dynamodb")
                .putProperty(AwsV4HttpSigner.REGION_NAME, region))
        .request();
  }

  private HttpResponse sent(HttpRequest request, SdkHttpRequest signed)
      throws IOException, InterruptedException {
    var forwarded =
        java.net.http.HttpRequest.newBuilder(signed.getUri())
            .timeout(PATIENCE)
            .POST(BodyPublishers.ofByteArray(request.body()));
    signed
        .headers()
        .forEach((name, values) -> {
          // The client sets these itself, with the same values.
          if (!name.equalsIgnoreCase("Host") && !name.equalsIgnoreCase("Content-Length")) {
            values.forEach(value -> forwarded.header(name, value));
          }
        });
    var answer = client.send(forwarded.build(), BodyHandlers.ofByteArray());
    var response =
        new HttpResponse(
            answer.statusCode(),
            answer.headers().firstValue("Content-Type").orElse("application/x-amz-json-1.0"),
            answer.body());
    for (var field : answer.headers().map().entrySet()) {
      String name = field.getKey();
      if (name.startsWith("x-amz")) {
        response = response.with(name, field.getValue().getFirst());
      }
    }
    return response;
  }

  private static HttpResponse error(int status, String type, String message) {
    byte[] body =
        new JsonWriter()
            .beginObject()
            .name("__type")
            .string(type)
            .name("message")
            .string(message)
            .endObject()
            .toByteArray();
    return new HttpResponse(status, "application/x-amz-json-1.0", body);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    client.close();
  }
}
