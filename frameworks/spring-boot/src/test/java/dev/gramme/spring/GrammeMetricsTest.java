package dev.gramme.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.ReplaceableDatabase;
import dev.gramme.embedded.Throttling;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

class GrammeMetricsTest {
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(GrammeAutoConfiguration.class))
          .withBean(GrammeInitializer.class, () -> GrammeMetricsTest::createTable);

  private final ApplicationContextRunner measured =
      application.withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new);

  private static void createTable(DynamoDbClient client) {
    client.createTable(table ->
        table
            .tableName("books")
            .billingMode("PAY_PER_REQUEST")
            .attributeDefinitions(
                AttributeDefinition.builder().attributeName("id").attributeType("S").build())
            .keySchema(KeySchemaElement.builder().attributeName("id").keyType("HASH").build()));
  }

  private static void put(ApplicationContext context, String condition) {
    var item = Map.of("id", AttributeValue.fromS("1"));
    ReplaceableDatabase database = context.getBean(ReplaceableDatabase.class);
    database
        .current()
        .client()
        .putItem(put -> put.tableName("books").item(item).conditionExpression(condition));
  }

  private static MeterRegistry registry(ApplicationContext context) {
    return context.getBean(MeterRegistry.class);
  }

  private static Timer requests(ApplicationContext context, String status, String error) {
    return registry(context)
        .get("gramme.request.duration")
        .tags("operation", "PutItem", "status", status, "error", error)
        .timer();
  }

  @Test
  void requests_are_timed_by_operation_status_and_error() {
    measured.run(context -> {
      put(context, "attribute_not_exists(id)");
      put(context, "attribute_exists(id)");
      assertThatThrownBy(() -> put(context, "attribute_not_exists(id)"))
          .isInstanceOf(ConditionalCheckFailedException.class);

      var puts = requests(context, "200", "none");
      assertThat(puts.count()).isEqualTo(2);
      assertThat(puts.totalTime(TimeUnit.NANOSECONDS)).isPositive();
      assertThat(requests(context, "400", "ConditionalCheckFailedException").count()).isEqualTo(1);
    });
  }

  @Test
  void requests_of_initializers_are_not_counted() {
    measured.run(context -> {
      put(context, "attribute_not_exists(id)");
      assertThat(registry(context).find("gramme.request.duration").timers()).hasSize(1);
    });
  }

  @Test
  void requests_are_counted_on_when_a_test_gets_a_copy_of_the_database() {
    measured.run(context -> {
      put(context, "attribute_not_exists(id)");
      var database = context.getBean(ReplaceableDatabase.class);
      database.replace(database.current().fork()).close();
      put(context, "attribute_exists(id)");
      var puts = registry(context).get("gramme.request.duration").tag("operation", "PutItem");
      assertThat(puts.timer().count()).isEqualTo(2);
    });
  }

  @Test
  void units_are_counted_by_table_if_throughput_is_limited() {
    measured
        .withBean(
            GrammeBuilderCustomizer.class, () -> builder -> builder.throttling(Throttling.SERVICE))
        .run(context -> {
          put(context, "attribute_not_exists(id)");
          put(context, "attribute_exists(id)");
          var units =
              registry(context)
                  .get("gramme.consumed.write.capacity.units")
                  .tags("table", "books", "index", "")
                  .functionCounter();
          assertThat(units.count()).isEqualTo(2);
          var events = registry(context).get("gramme.write.throttle.events").functionCounter();
          assertThat(events.count()).isZero();
        });
  }

  @Test
  void an_application_without_a_registry_or_without_micrometer_starts() {
    application.run(context -> put(context, "attribute_not_exists(id)"));
    application
        .withClassLoader(new FilteredClassLoader("io.micrometer"))
        .run(context -> {
          put(context, "attribute_not_exists(id)");
          assertThat(context).doesNotHaveBean("grammeMetrics");
        });
  }
}
