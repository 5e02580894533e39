package dev.gramme.embedded;

import dev.gramme.server.http.HttpHandler;
import java.io.InputStream;
import java.net.URI;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.defaultsmode.DefaultsMode;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Creates SDK clients for databases in process. Unlike a client with the SDK's defaults, they do
 * not search for profiles of the user, have no connections, and share one thread for timeouts. An
 * asynchronous client still has the SDK's own pool of threads, which complete its futures. Clients
 * are reused after their database is closed, because creating a client takes longer than creating a
 * database.
 */
final class SdkClients {
  static final ClientPool<DynamoDbClient> SYNC =
      new ClientPool<>(DynamoDbClient.class, SdkClients::sync);
  static final ClientPool<DynamoDbAsyncClient> ASYNC =
      new ClientPool<>(DynamoDbAsyncClient.class, SdkClients::async);
  static final ClientPool<DynamoDbStreamsClient> STREAMS =
      new ClientPool<>(DynamoDbStreamsClient.class, SdkClients::streams);

  private static final URI ENDPOINT = URI.create("http://gramme.local");

  private static final ProfileFile NO_PROFILES =
      ProfileFile.builder()
          .type(ProfileFile.Type.CONFIGURATION)
          .content(InputStream.nullInputStream())
          .build();

  /** Runs the timeouts of all clients on a daemon thread. */
  private static final ScheduledExecutorService TIMEOUTS =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("gramme-timeouts").factory());

  private SdkClients() {}

  private static DynamoDbClient sync(HttpHandler handler) {
    return sync(handler, Gramme.REGION);
  }

  /** A new client for a region, outside the pool. */
  static DynamoDbClient sync(HttpHandler handler, Region region) {
    var http = new InProcessHttpClient(handler);
    return configured(DynamoDbClient.builder().httpClient(http)).region(region).build();
  }

  private static DynamoDbAsyncClient async(HttpHandler handler) {
    var http = new InProcessAsyncHttpClient(handler);
    return configured(DynamoDbAsyncClient.builder().httpClient(http)).build();
  }

  private static DynamoDbStreamsClient streams(HttpHandler handler) {
    return streams(handler, Gramme.REGION);
  }

  /** A new streams client for a region, outside the pool. */
  static DynamoDbStreamsClient streams(HttpHandler handler, Region region) {
    var http = new InProcessHttpClient(handler);
    return configured(DynamoDbStreamsClient.builder().httpClient(http)).region(region).build();
  }

  private static <B extends AwsClientBuilder<B, ?>> B configured(B builder) {
    return builder
        .region(Gramme.REGION)
        .endpointOverride(ENDPOINT)
        .defaultsMode(DefaultsMode.STANDARD)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("gramme", "gramme")))
        .overrideConfiguration(overrides ->
            overrides.defaultProfileFile(NO_PROFILES).scheduledExecutorService(TIMEOUTS));
  }
}
