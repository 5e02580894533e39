package dev.gramme.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The health contributor {@code gramme}: the application is healthy if the database answers
 * ListTables. It is off by default, because the same application may be connected to the service,
 * where ListTables needs a permission. The property {@code management.health.gramme.enabled} turns
 * it on. An application with several clients has it only if one of them is primary.
 */
@AutoConfiguration(
    after = GrammeAutoConfiguration.class,
    afterName = "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration")
@ConditionalOnProperty("management.health.gramme.enabled")
@ConditionalOnSingleCandidate(DynamoDbClient.class)
class GrammeHealthAutoConfiguration {

  private static void listTables(DynamoDbClient client) {
    client.listTables(request -> request.limit(1));
  }

  /** Spring Boot 3. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.actuate.health.AbstractHealthIndicator")
  static class OfBoot3 {

    @Bean
    Boot3Indicator grammeHealthIndicator(DynamoDbClient client) {
      return new Boot3Indicator(client);
    }

    static final class Boot3Indicator
        extends org.springframework.boot.actuate.health.AbstractHealthIndicator {
      private final DynamoDbClient client;

      Boot3Indicator(DynamoDbClient client) {
        this.client = client;
      }

      @Override
      protected void doHealthCheck(org.springframework.boot.actuate.health.Health.Builder health) {
        listTables(client);
        health.up();
      }
    }
  }

  /** Spring Boot 4, where health has other packages. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.health.contributor.AbstractHealthIndicator")
  static class OfBoot4 {

    @Bean
    Boot4Indicator grammeHealthIndicator(DynamoDbClient client) {
      return new Boot4Indicator(client);
    }

    static final class Boot4Indicator
        extends org.springframework.boot.health.contributor.AbstractHealthIndicator {
      private final DynamoDbClient client;

      Boot4Indicator(DynamoDbClient client) {
        this.client = client;
      }

      @Override
      protected void doHealthCheck(
          org.springframework.boot.health.contributor.Health.Builder health) {
        listTables(client);
        health.up();
      }
    }
  }
}
