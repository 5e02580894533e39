package dev.gramme.apps.patterns;

import dev.gramme.embedded.Gramme;
import dev.gramme.embedded.Throttling;
import dev.gramme.functions.FunctionMapping;
import dev.gramme.functions.FunctionMapping.StartingPosition;
import dev.gramme.functions.FunctionStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * A new database in memory for one pattern. Its clock advances only when the pattern advances it.
 */
final class EmbeddedMeans implements Means, AutoCloseable {
  /** The start time of every run. */
  private static final Instant BEGIN = Instant.parse("2026-11-21T12:00:00Z");

  private static final int SEED = 20_261_121;
  private static final long SMALL_COLLECTION_BYTES = 100_000;
  private static final URI ENDPOINT = URI.create("http://gramme");

  private final Surroundings surroundings;
  private final Gramme gramme;
  private final DynamoDbClient client;
  private final SentRequests sent = new SentRequests();
  private final List<SdkAutoCloseable> open = new ArrayList<>();
  private final Random random = new Random(SEED);
  private final Path folder = createFolder();
  private final AtomicReference<Instant> now = new AtomicReference<>(BEGIN);

  EmbeddedMeans(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.gramme = open(surroundings);
    this.client = client(surroundings == Surroundings.SECURED ? "OWNER" : "any", Gramme.REGION);
  }

  private static Gramme open(Surroundings surroundings) {
    var builder = Gramme.builder().clock(InstantSource.fixed(BEGIN));
    return switch (surroundings) {
      case PLAIN -> builder.inMemory();
      case THROTTLED -> builder.throttling(Throttling.SERVICE).inMemory();
      case SMALL_COLLECTIONS -> builder.itemCollectionLimit(SMALL_COLLECTION_BYTES).inMemory();
      // Signatures use the system clock, and the database compares them with its own clock.
      case SECURED -> builder.clock(InstantSource.system()).identities(Tenants.all()).inMemory();
    };
  }

  private DynamoDbClient client(String name, Region region, ExecutionInterceptor... others) {
    var configuration = ClientOverrideConfiguration.builder();
    if (surroundings == Surroundings.THROTTLED) {
      configuration.retryStrategy(AwsRetryStrategy.doNotRetry());
    }
    for (ExecutionInterceptor other : others) {
      configuration.addExecutionInterceptor(other);
    }
    DynamoDbClient opened =
        DynamoDbClient.builder()
            .httpClient(gramme.httpClient())
            .region(region)
            .endpointOverride(ENDPOINT)
            .credentialsProvider(credentials(name))
            .overrideConfiguration(configuration.addExecutionInterceptor(sent).build())
            .build();
    open.add(opened);
    return opened;
  }

  private static StaticCredentialsProvider credentials(String name) {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create(name, name));
  }

  @Override
  public DynamoDbClient client() {
    return client;
  }

  @Override
  public DynamoDbStreamsClient streams() {
    return gramme.streamsClient();
  }

  @Override
  public DynamoDbClient tenant(String name) {
    return client(name, Gramme.REGION);
  }

  @Override
  public DynamoDbClient intercepted(ExecutionInterceptor interceptor) {
    return client("any", Gramme.REGION, interceptor);
  }

  @Override
  public DynamoDbClient region(String name) {
    return client("any", Region.of(name));
  }

  @Override
  public DynamoDbStreamsClient streamsOf(String region) {
    DynamoDbStreamsClient opened =
        DynamoDbStreamsClient.builder()
            .httpClient(gramme.httpClient())
            .region(Region.of(region))
            .endpointOverride(ENDPOINT)
            .credentialsProvider(credentials("any"))
            .build();
    open.add(opened);
    return opened;
  }

  @Override
  public void bind(
      String name,
      String streamArn,
      int parallelization,
      Consumer<Map<String, AttributeValue>> function) {
    var mapping =
        FunctionMapping.of(streamArn, StartingPosition.TRIM_HORIZON)
            .parallelization(parallelization)
            .batchSize(1)
            .build();
    gramme
        .functions()
        .bind(
            name,
            mapping,
            event -> {
              FunctionEvents.newImages(event).forEach(function);
              return null;
            });
  }

  @Override
  public long processed(String name) {
    return gramme.functions().find(name).map(FunctionStatus::records).orElseThrow();
  }

  @Override
  public InstantSource clock() {
    return now::get;
  }

  @Override
  public void advance(Duration by) {
    now.updateAndGet(before -> before.plus(by));
    gramme.advance(by);
  }

  @Override
  public void advance(String region, Duration by) {
    gramme.advance(Region.of(region), by);
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public Path folder() {
    return folder;
  }

  @Override
  public Connection sql() {
    try {
      return DriverManager.getConnection("jdbc:h2:mem:" + System.identityHashCode(this));
    } catch (SQLException e) {
      throw new IllegalStateException("H2 does not open a database in memory", e);
    }
  }

  @Override
  public List<SentRequest> sent() {
    return sent.all();
  }

  @Override
  public void close() {
    open.forEach(SdkAutoCloseable::close);
    gramme.close();
    delete(folder);
  }

  private static Path createFolder() {
    try {
      return Files.createTempDirectory("patterns");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
