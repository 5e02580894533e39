package dev.gramme.move;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The clients of one server: an address, or DynamoDB itself. */
public final class Connection implements AutoCloseable {
  private static final String AWS = "aws";
  private static final String DEFAULT_REGION = "us-east-1";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int ATTEMPTS = 3;

  private final String text;
  private final String region;
  private final DynamoDbClient items;
  private final DynamoDbStreamsClient streams;

  private Connection(
      String text, String region, DynamoDbClient items, DynamoDbStreamsClient streams) {
    this.text = text;
    this.region = region;
    this.items = items;
    this.streams = streams;
  }

  private static boolean isProfileOfAws(String place) {
    return place.equals(AWS) || place.startsWith(AWS + ":");
  }

  /** Whether a place is DynamoDB itself, also by its address. */
  public static boolean isAws(String place) {
    return isProfileOfAws(place) || place.matches("https?://[^/:]*\\.amazonaws\\.com([.:/].*)?");
  }

  /**
   * Connects to a server.
   *
   * @param place {@code http://...}, {@code https://...}, {@code aws} or {@code aws:profile}
   * @param region the region of requests; without it the one of the environment or of the profile
   * @param profile the profile whose credentials are used at an address
   * @throws CommandException if the place or the region is not valid
   */
  public static Connection to(
      String place,
      Optional<String> region,
      Optional<String> profile,
      Map<String, String> environment)
      throws CommandException {
    boolean isAws = isProfileOfAws(place);
    Optional<String> named =
        isAws && !place.equals(AWS) ? Optional.of(place.substring(AWS.length() + 1)) : profile;
    Region in = Region.of(region.orElseGet(() -> region(isAws, named, environment)));
    if (in.id().isEmpty()) {
      throw CommandException.misused(
          "the region of " + place + " is unknown: set AWS_REGION, or give it as an option");
    }
    AwsCredentialsProvider credentials = credentials(isAws, named, environment);
    var http = UrlConnectionHttpClient.builder().socketTimeout(TIMEOUT);
    var items = DynamoDbClient.builder().region(in).credentialsProvider(credentials);
    var streams = DynamoDbStreamsClient.builder().region(in).credentialsProvider(credentials);
    Consumer<ClientOverrideConfiguration.Builder> overrides =
        all ->
            all.retryStrategy(retry -> retry.maxAttempts(ATTEMPTS))
                .addExecutionInterceptor(new NamedPlace(place));
    items.overrideConfiguration(overrides);
    streams.overrideConfiguration(overrides);
    if (!isAws) {
      URI address = address(place);
      items.endpointOverride(address);
      streams.endpointOverride(address);
    }
    return new Connection(
        place,
        in.id(),
        items.httpClientBuilder(http).build(),
        streams.httpClientBuilder(http).build());
  }

  private static URI address(String place) throws CommandException {
    try {
      URI address = URI.create(place);
      if (address.getHost() != null && place.matches("https?://.*")) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      throw notAPlace(place);
    }
    throw notAPlace(place);
  }

  private static CommandException notAPlace(String place) {
    return CommandException.misused(
        "\"%s\" is no server: give an address such as http://127.0.0.1:8000, aws, or aws:PROFILE"
            .formatted(place));
  }

  private static String region(
      boolean isAws, Optional<String> profile, Map<String, String> environment) {
    String ofEnvironment =
        environment.getOrDefault("AWS_REGION", environment.getOrDefault("AWS_DEFAULT_REGION", ""));
    if (!ofEnvironment.isEmpty() || !isAws) {
      return ofEnvironment.isEmpty() ? DEFAULT_REGION : ofEnvironment;
    }
    var chain = DefaultAwsRegionProviderChain.builder();
    profile.ifPresent(chain::profileName);
    try {
      return chain.build().getRegion().id();
    } catch (SdkClientException none) {
      return ""; // The caller reports it.
    }
  }

  /** A server without identities accepts any credentials, so an address needs none. */
  private static AwsCredentialsProvider credentials(
      boolean isAws, Optional<String> profile, Map<String, String> environment) {
    if (profile.isPresent()) {
      return ProfileCredentialsProvider.create(profile.get());
    }
    if (isAws || environment.containsKey("AWS_ACCESS_KEY_ID")) {
      return DefaultCredentialsProvider.builder().build();
    }
    return StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x"));
  }

  /** Names the server in the errors of the network, since a command may use two. */
  private record NamedPlace(String place) implements ExecutionInterceptor {
    @Override
    public Throwable modifyException(
        Context.FailedExecution context, ExecutionAttributes attributes) {
      Throwable fault = context.exception();
      return fault instanceof SdkClientException && fault.getCause() instanceof IOException cause
          ? SdkClientException.create(
              "%s cannot be reached: %s".formatted(place, cause.getMessage()), cause)
          : fault;
    }
  }

  /** The client for tables and items. */
  public DynamoDbClient items() {
    return items;
  }

  /** The client for streams. */
  public DynamoDbStreamsClient streams() {
    return streams;
  }

  /** The region of requests. */
  public String region() {
    return region;
  }

  /** Whether the server is DynamoDB itself. */
  public boolean isAws() {
    return text.equals(AWS) || text.startsWith(AWS + ":");
  }

  /** The reason of a failed request in one line. */
  public static String reason(SdkException fault) {
    if (fault instanceof DynamoDbException answer && answer.awsErrorDetails() != null) {
      return answer.awsErrorDetails().errorCode() + ": " + answer.awsErrorDetails().errorMessage();
    }
    return String.valueOf(fault.getMessage()).replace('\n', ' ');
  }

  /** As the user named it. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public void close() {
    items.close();
    streams.close();
  }
}
