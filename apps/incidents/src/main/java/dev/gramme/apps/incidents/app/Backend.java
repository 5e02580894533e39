package dev.gramme.apps.incidents.app;

import dev.gramme.embedded.Gramme;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The database: Gramme in this process with its files in a folder, or whatever speaks DynamoDB's
 * protocol at an address, or Amazon's service.
 */
public final class Backend implements AutoCloseable {
  private final DynamoDbClient client;
  private final DynamoDbStreamsClient streams;
  private final Runnable close;

  private Backend(DynamoDbClient client, DynamoDbStreamsClient streams, Runnable close) {
    this.client = client;
    this.streams = streams;
    this.close = close;
  }

  /** A database that is there; it is not closed. */
  public static Backend of(Gramme gramme) {
    return new Backend(gramme.client(), gramme.streamsClient(), () -> {});
  }

  static Backend open(Settings settings) throws IOException {
    String address = settings.text("dynamodb");
    return switch (address) {
      case Settings.START -> embedded(settings.data());
      case "aws" -> remote(DynamoDbClient::create, DynamoDbStreamsClient::create);
      default ->
          remote(
              () -> at(DynamoDbClient.builder(), address),
              () -> at(DynamoDbStreamsClient.builder(), address));
    };
  }

  private static Backend embedded(Path folder) throws IOException {
    Files.createDirectories(folder);
    var gramme = Gramme.open(folder);
    return new Backend(gramme.client(), gramme.streamsClient(), gramme::close);
  }

  private static Backend remote(
      Supplier<DynamoDbClient> clients, Supplier<DynamoDbStreamsClient> streamsClients) {
    DynamoDbClient client = clients.get();
    DynamoDbStreamsClient streams = streamsClients.get();
    return new Backend(
        client,
        streams,
        () -> {
          streams.close();
          client.close();
        });
  }

  private static <B extends AwsClientBuilder<B, C>, C> C at(B builder, String address) {
    return builder
        .endpointOverride(URI.create(address))
        .region(Region.US_EAST_1)
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x")))
        .build();
  }

  DynamoDbClient client() {
    return client;
  }

  DynamoDbStreamsClient streams() {
    return streams;
  }

  @Override
  public void close() {
    close.run();
  }
}
