package dev.gramme.apps.grid.database;

import dev.gramme.embedded.Gramme;
import java.net.URI;
import java.nio.file.Path;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The database: Gramme in this process, or whatever speaks the protocol at an address.
 *
 * @param name what people are told
 */
public record Database(
    String name, DynamoDbClient client, DynamoDbStreamsClient streams, Runnable closing)
    implements AutoCloseable {
  /** The setting for Gramme in this process with its data in a folder. */
  public static final String DISK = "disk";

  /** The setting for Gramme in this process in memory. */
  public static final String MEMORY = "memory";

  private static final String AWS = "aws";

  /** Opens what the setting asks for. */
  public static Database open(String setting, Path folder) {
    return switch (setting) {
      case DISK -> of("Gramme in process, on disk", Gramme.open(folder));
      case MEMORY -> of("Gramme in process, in memory", Gramme.inMemory());
      case AWS -> of("AWS", DynamoDbClient.create(), DynamoDbStreamsClient.create());
      default -> at(URI.create(setting));
    };
  }

  private static Database of(String name, Gramme gramme) {
    return new Database(name, gramme.client(), gramme.streamsClient(), gramme::close);
  }

  private static Database of(String name, DynamoDbClient client, DynamoDbStreamsClient streams) {
    return new Database(
        name,
        client,
        streams,
        () -> {
          client.close();
          streams.close();
        });
  }

  private static Database at(URI address) {
    var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x"));
    return of(
        address.toString(),
        DynamoDbClient.builder()
            .endpointOverride(address)
            .region(Region.US_EAST_1)
            .credentialsProvider(credentials)
            .build(),
        DynamoDbStreamsClient.builder()
            .endpointOverride(address)
            .region(Region.US_EAST_1)
            .credentialsProvider(credentials)
            .build());
  }

  @Override
  public void close() {
    closing.run();
  }
}
