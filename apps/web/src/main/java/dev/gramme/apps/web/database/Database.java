package dev.gramme.apps.web.database;

import dev.gramme.apps.web.JsonServer.Response;
import dev.gramme.apps.web.command.Setting;
import dev.gramme.apps.web.command.StartException;
import dev.gramme.embedded.Gramme;
import dev.gramme.storage.StorageException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The database: Gramme in this process, a server with DynamoDB's protocol at an address, or
 * Amazon's service.
 *
 * @param setting the value of the setting
 * @param name the display name
 */
public record Database(
    String setting,
    String name,
    DynamoDbClient client,
    DynamoDbStreamsClient streams,
    Runnable closing)
    implements AutoCloseable {
  /** The setting for Gramme in this process with its data in a folder. */
  public static final String DISK = "disk";

  /** The setting for Gramme in this process in memory. */
  public static final String MEMORY = "memory";

  private static final String AWS = "aws";
  private static final int UNAVAILABLE = 503;

  /** The command line option. */
  public static Setting option() {
    return Setting.url(
        "dynamodb",
        List.of(DISK, MEMORY, AWS),
        DISK,
        "the database: Gramme in this process (disk, memory), DynamoDB (aws), or a server at a URL");
  }

  /**
   * Opens the database of a setting.
   *
   * @param folder the folder of data on disk
   * @throws StartException if it cannot be used, or does not respond
   */
  public static Database open(String setting, Path folder) throws StartException {
    return switch (setting) {
      case DISK -> onDisk(folder);
      case MEMORY -> of(MEMORY, "Gramme in process, in memory", Gramme.inMemory());
      case AWS -> ofAmazon();
      default -> at(URI.create(setting));
    };
  }

  /** Wraps an open database, which is not closed. */
  public static Database of(Gramme gramme) {
    return new Database(
        MEMORY, "Gramme in process", gramme.client(), gramme.streamsClient(), () -> {});
  }

  private static Database of(String setting, String name, Gramme gramme) {
    return new Database(setting, name, gramme.client(), gramme.streamsClient(), gramme::close);
  }

  private static Database onDisk(Path folder) throws StartException {
    try {
      return of(DISK, "Gramme in process, on disk", Gramme.open(folder));
    } catch (StorageException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Database ofAmazon() throws StartException {
    try {
      return of(AWS, DynamoDbClient.create(), DynamoDbStreamsClient.create());
    } catch (SdkException e) {
      throw new StartException("--dynamodb aws: " + e.getMessage(), e);
    }
  }

  private static Database at(URI address) throws StartException {
    var database =
        of(
            address.toString(),
            at(address, DynamoDbClient.builder()),
            at(address, DynamoDbStreamsClient.builder()));
    try {
      database.client().listTables(ListTablesRequest.builder().limit(1).build());
      return database;
    } catch (SdkException e) {
      database.close();
      throw new StartException("--dynamodb " + address + ": " + e.getMessage(), e);
    }
  }

  private static <B extends AwsClientBuilder<B, C>, C> C at(URI address, B builder) {
    return builder
        .endpointOverride(address)
        .region(Region.US_EAST_1)
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x")))
        .build();
  }

  private static Database of(String name, DynamoDbClient client, DynamoDbStreamsClient streams) {
    return new Database(
        name,
        name,
        client,
        streams,
        () -> {
          client.close();
          streams.close();
        });
  }

  /**
   * The response to an exception if it means that the database does not work: it names the
   * database.
   */
  public Optional<Response> failure(Exception failure) {
    return DatabaseFailures.reason(failure)
        .map(why -> Response.error(UNAVAILABLE, name + ": " + why));
  }

  @Override
  public void close() {
    closing.run();
  }
}
