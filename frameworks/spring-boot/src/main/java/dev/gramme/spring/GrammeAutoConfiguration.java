package dev.gramme.spring;

import dev.gramme.embedded.Gramme;
import dev.gramme.embedded.ReplaceableDatabase;
import dev.gramme.embedded.RequestListener;
import io.awspring.cloud.autoconfigure.core.AwsConnectionDetails;
import io.awspring.cloud.autoconfigure.dynamodb.DynamoDbClientCustomizer;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The beans that {@link AutoConfigureGramme} adds. */
@AutoConfiguration(
    beforeName = {
      "io.awspring.cloud.autoconfigure.core.CredentialsProviderAutoConfiguration",
      "io.awspring.cloud.autoconfigure.core.RegionProviderAutoConfiguration",
      "io.awspring.cloud.autoconfigure.core.AwsAutoConfiguration",
      "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration"
    })
class GrammeAutoConfiguration {
  /** Never resolved: the HTTP client passes requests to the database. */
  private static final URI ENDPOINT = URI.create("http://gramme.local");

  private static final String KEY = "gramme";

  @Bean(destroyMethod = "close")
  ReplaceableDatabase grammeDatabase(
      ObjectProvider<GrammeBuilderCustomizer> customizers,
      ObjectProvider<RequestListener> listeners,
      ObjectProvider<GrammeInitializer> initializers) {
    var builder = Gramme.builder();
    listeners.orderedStream().forEach(builder::requestListener);
    customizers.orderedStream().forEach(each -> each.customize(builder));
    var first = builder.inMemory();
    initializers.orderedStream().forEach(each -> each.initialize(first.client()));
    return new ReplaceableDatabase(first);
  }

  @Bean(destroyMethod = "close")
  TestDatabases grammeTestDatabases(ReplaceableDatabase grammeDatabase) {
    return new TestDatabases(grammeDatabase);
  }

  @Bean
  @Lazy
  @ConditionalOnMissingBean
  DynamoDbAsyncClient dynamoDbAsyncClient(ReplaceableDatabase grammeDatabase) {
    var builder = DynamoDbAsyncClient.builder().httpClient(grammeDatabase.asyncHttpClient());
    return connected(builder).build();
  }

  private static <B extends AwsClientBuilder<B, ?>> B connected(B builder) {
    var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, KEY));
    return builder
        .endpointOverride(ENDPOINT)
        .region(Gramme.REGION)
        .credentialsProvider(credentials);
  }

  /** Requests and throughput in Micrometer, if the application has a registry. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "io.micrometer.core.instrument.MeterRegistry")
  static class Metrics {

    @Bean
    GrammeMetrics grammeMetrics(
        ObjectProvider<MeterRegistry> registries, ObjectProvider<ReplaceableDatabase> databases) {
      return new GrammeMetrics(registries, databases);
    }
  }

  /** Without Spring Cloud AWS, the client is a bean of this configuration. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass("io.awspring.cloud.autoconfigure.dynamodb.DynamoDbClientCustomizer")
  static class OwnClient {

    @Bean
    @ConditionalOnMissingBean
    DynamoDbClient dynamoDbClient(ReplaceableDatabase grammeDatabase) {
      var builder = DynamoDbClient.builder().httpClient(grammeDatabase.httpClient());
      return connected(builder).build();
    }
  }

  /** Spring Cloud AWS makes the client, with the application's properties and customizers. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(DynamoDbClientCustomizer.class)
  static class SpringCloudAwsClient {

    /** The last customizer, so that no property of the application connects it elsewhere. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    DynamoDbClientCustomizer grammeClientCustomizer(ReplaceableDatabase grammeDatabase) {
      return builder -> connected(builder.httpClient(grammeDatabase.httpClient()));
    }

    /** Region and credentials, without which the application would not start. */
    @Bean
    @ConditionalOnMissingBean
    AwsConnectionDetails grammeConnectionDetails() {
      return new AwsConnectionDetails() {
        @Override
        public String getRegion() {
          return Gramme.REGION.id();
        }

        @Override
        public String getAccessKey() {
          return KEY;
        }

        @Override
        public String getSecretKey() {
          return KEY;
        }
      };
    }
  }
}
