package dev.gramme.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.testresources.core.TestResourcesResolver;
import java.net.URI;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

final class GrammeTestResourceTest {

  private static String resolved(TestResourcesResolver resolver, String property) {
    return resolver.resolve(property, Map.of(), Map.of()).orElseThrow();
  }

  private static GrammeTestResource loaded() {
    var resolvers = ServiceLoader.load(TestResourcesResolver.class).stream().toList();
    assertThat(resolvers).hasSize(1);
    return (GrammeTestResource) resolvers.getFirst().get();
  }

  @Test
  void a_client_with_the_resolved_properties_reaches_the_database() {
    try (var resolver = loaded();
        var client =
            DynamoDbClient.builder()
                .endpointOverride(
                    URI.create(resolved(resolver, "aws.services.dynamodb.endpoint-override")))
                .region(Region.of(resolved(resolver, "aws.region")))
                .credentialsProvider(
                    StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(
                            resolved(resolver, "aws.access-key-id"),
                            resolved(resolver, "aws.secret-key"))))
                .build()) {
      assertThat(client.listTables().tableNames()).isEmpty();
    }
  }

  @Test
  void all_clients_get_the_same_database() {
    try (var resolver = loaded()) {
      String first = resolved(resolver, "aws.services.dynamodb.endpoint-override");
      assertThat(resolved(resolver, "aws.services.dynamodb.endpoint-override")).isEqualTo(first);
    }
  }

  @Test
  void it_can_be_turned_off_and_leaves_other_properties_alone() {
    try (var resolver = loaded()) {
      assertThat(resolver.isEnabled(Map.of("gramme.enabled", false))).isFalse();
      assertThat(resolver.isEnabled(Map.of())).isTrue();
      assertThat(resolver.resolve("datasources.default.url", Map.of(), Map.of())).isEmpty();
    }
  }
}
