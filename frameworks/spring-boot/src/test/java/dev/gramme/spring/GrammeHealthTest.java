package dev.gramme.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class GrammeHealthTest {
  private static final String INDICATOR = "grammeHealthIndicator";

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  GrammeAutoConfiguration.class, GrammeHealthAutoConfiguration.class))
          // The class path of this test has the health of both versions of Spring Boot.
          .withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
          .withPropertyValues("management.health.gramme.enabled=true");

  private static DynamoDbClient client() {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create("http://127.0.0.1:1"))
        .region(Gramme.REGION)
        .build();
  }

  @Test
  void an_application_with_two_clients_starts_without_the_health_contributor() {
    application
        .withBean("first", DynamoDbClient.class, GrammeHealthTest::client)
        .withBean("second", DynamoDbClient.class, GrammeHealthTest::client)
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(INDICATOR));
  }

  @Test
  void a_primary_client_has_the_health_contributor() {
    application
        .withBean(
            "first", DynamoDbClient.class, GrammeHealthTest::client, bean -> bean.setPrimary(true))
        .withBean("second", DynamoDbClient.class, GrammeHealthTest::client)
        .run(context -> assertThat(context).hasNotFailed().hasBean(INDICATOR));
  }

  @Test
  void the_only_client_has_the_health_contributor() {
    application
        .withBean("only", DynamoDbClient.class, GrammeHealthTest::client)
        .run(context -> assertThat(context).hasNotFailed().hasBean(INDICATOR));
  }
}
