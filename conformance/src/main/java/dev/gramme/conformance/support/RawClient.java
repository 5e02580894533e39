package dev.gramme.conformance.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;

/**
 * Sends requests that an SDK would refuse to build. They are signed as the SDK signs them, so that
 * the cases also run on a server that verifies signatures. If the host belongs to AWS, the
 * credentials come from the environment, otherwise they are invented.
 */
public final class RawClient {
  private static final Set<String> SET_BY_THE_CLIENT = Set.of("host", "content-length");
  private static final AwsV4HttpSigner SIGNER = AwsV4HttpSigner.create();

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final URI uri;
  private final String region;
  private final AwsCredentials credentials;

  /** Connects on the first request. */
  public RawClient(URI uri, String region) {
    this.uri = uri;
    this.region = region;
    this.credentials = credentials(uri);
  }

  /** Whether a URI belongs to AWS, where requests cost money. */
  public static boolean isAws(URI uri) {
    var host = uri.getHost();
    return host != null && (host.endsWith(".amazonaws.com") || host.endsWith(".api.aws"));
  }

  /** The credentials for requests to a URI. */
  public static AwsCredentials credentials(URI uri) {
    if (isAws(uri)) {
      try (var provider = DefaultCredentialsProvider.builder().build()) {
        return provider.resolveCredentials();
      }
    }
    return AwsBasicCredentials.create("AKIACONFORMANCE00000", "conformance");
  }

  /** Calls an operation with a body, which may be malformed. */
  public RawResponse call(String operation, String body) {
    return post(
        Map.of(
            "Content-Type",
            "application/x-amz-json-1.0",
            "X-Amz-Target",
            "DynamoDB_20120810." + operation),
        body.getBytes(StandardCharsets.UTF_8));
  }

  /** Posts a body with these headers, signed. */
  public RawResponse post(Map<String, String> headers, byte[] body) {
    return send(signed(headers, body).POST(BodyPublishers.ofByteArray(body)).build());
  }

  /** A request to this endpoint with these headers and a signature over them. */
  public HttpRequest.Builder signed(Map<String, String> headers, byte[] body) {
    var request = SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(uri);
    headers.forEach(request::putHeader);
    var signed =
        SIGNER.sign(builder ->
            builder
                .identity(credentials)
                .request(request.build())
                .payload(ContentStreamProvider.fromByteArray(body))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "dynamodb")
                .putProperty(AwsV4HttpSigner.REGION_NAME, region));
    var result = unsigned();
    signed
        .request()
        .forEachHeader((name, values) -> {
          if (!SET_BY_THE_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
            values.forEach(value -> result.header(name, value));
          }
        });
    return result;
  }

  /** A request to this endpoint without headers. */
  public HttpRequest.Builder unsigned() {
    return HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30));
  }

  /** A request to this endpoint with a query string. */
  public HttpRequest.Builder withQuery(String query) {
    return HttpRequest.newBuilder(uri.resolve("/?" + query)).timeout(Duration.ofSeconds(30));
  }

  /** Sends a request without changing it. */
  public RawResponse send(HttpRequest request) {
    try {
      var response = http.send(request, BodyHandlers.ofByteArray());
      return new RawResponse(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
