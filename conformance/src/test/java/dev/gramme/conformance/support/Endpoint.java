package dev.gramme.conformance.support;

import dev.gramme.model.Wording;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A server that implements DynamoDB's protocol.
 *
 * <p>The system property {@code gramme.endpoint} or the environment variable {@code
 * GRAMME_ENDPOINT} names the server under test: a URI, or {@code dynamodb-local} for Amazon's
 * emulator in a process of its own. Without it, Gramme is started in this JVM. {@code
 * gramme.wording} is the wording of the messages of a given endpoint.
 */
public final class Endpoint {
  private static final String NAMED = setting("gramme.endpoint").orElse("");

  private final URI uri;
  private final Wording wording;
  private final RawClient raw;
  private final DynamoDbClient client;

  private Endpoint(URI uri, Wording wording) {
    this.uri = uri;
    this.wording = wording;
    var region = Region.of(setting("gramme.region").orElse("us-east-1"));
    this.raw = new RawClient(uri, region.id());
    this.client =
        DynamoDbClient.builder()
            .endpointOverride(uri)
            .region(region)
            .credentialsProvider(StaticCredentialsProvider.create(RawClient.credentials(uri)))
            .httpClientBuilder(
                UrlConnectionHttpClient.builder().socketTimeout(Duration.ofSeconds(60)))
            .overrideConfiguration(config -> config.retryStrategy(retry -> retry.maxAttempts(1)))
            .build();
  }

  /** The endpoint under test with the classic messages. */
  public static Endpoint classic() {
    return Classic.ENDPOINT;
  }

  /** The endpoint under test with the messages of October 2026. */
  public static Endpoint current() {
    return Current.ENDPOINT;
  }

  /** An endpoint that is already running, with the classic messages. */
  public static Endpoint at(URI uri) {
    return at(uri, Wording.CLASSIC);
  }

  /** An endpoint that is already running. */
  public static Endpoint at(URI uri, Wording wording) {
    return new Endpoint(uri, wording);
  }

  /** Whether the endpoint under test can use this wording. */
  public static boolean supports(Wording wording) {
    return NAMED.isEmpty()
        || wording
            == Wording.valueOf(
                setting("gramme.wording").orElse("classic").toUpperCase(Locale.ROOT));
  }

  /** The URI of the endpoint. */
  public URI uri() {
    return uri;
  }

  /** The wording that the endpoint is expected to use. */
  public Wording wording() {
    return wording;
  }

  /** A client that sends plain HTTP requests. */
  public RawClient raw() {
    return raw;
  }

  /** The SDK's client. It does not retry, so that every error is visible. */
  public DynamoDbClient client() {
    return client;
  }

  /** A client for another server, with the SDK's default retries. */
  public static DynamoDbClient repeatingClient(URI uri) {
    return DynamoDbClient.builder()
        .endpointOverride(uri)
        .region(Region.US_EAST_1)
        .credentialsProvider(StaticCredentialsProvider.create(RawClient.credentials(uri)))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  /** A table name that no other test uses. */
  public static String freshName() {
    return "conformance-" + UUID.randomUUID().toString().substring(0, 13);
  }

  private static Endpoint under(Wording wording) {
    if (!supports(wording)) {
      throw new IllegalStateException(NAMED + " does not use the wording " + wording);
    }
    return new Endpoint(
        switch (NAMED) {
          case "" -> TargetServer.start(wording, "us-east-1").uri();
          case "dynamodb-local" -> DynamoDbLocal.start().uri();
          default -> URI.create(NAMED);
        },
        wording);
  }

  private static Optional<String> setting(String name) {
    return Optional.ofNullable(System.getProperty(name))
        .or(() ->
            Optional.ofNullable(System.getenv(name.toUpperCase(Locale.ROOT).replace('.', '_'))));
  }

  private static final class Classic {
    static final Endpoint ENDPOINT = under(Wording.CLASSIC);
  }

  private static final class Current {
    static final Endpoint ENDPOINT = under(Wording.CURRENT);
  }
}
