package dev.gramme.apps.savings.domain;

import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Creates clients for an address, or for AWS.
 *
 * @param uri such as http://127.0.0.1:8000; empty for AWS, with the region and the credentials of
 *     the environment
 */
public record DynamoEndpoint(Optional<URI> uri) {

  /** Parses a setting: an address, or {@code aws}. */
  public static DynamoEndpoint of(String setting) {
    return new DynamoEndpoint(
        setting.equals("aws") ? Optional.empty() : Optional.of(URI.create(setting)));
  }

  /** Creates a client. */
  public DynamoDbClient client() {
    var builder = DynamoDbClient.builder();
    uri.ifPresent(address ->
        builder
            .endpointOverride(address)
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x"))));
    return builder.build();
  }
}
