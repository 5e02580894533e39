package example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testcontainers.GrammeContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Spring starts a container in a container engine and connects its client to it. */
@SpringBootTest
@EnabledIfEnvironmentVariable(named = "GRAMME_TEST_IMAGE", matches = ".+")
class RunningContainerTest {
  @TestConfiguration
  static class Container {
    @Bean
    @ServiceConnection
    GrammeContainer gramme() {
      return new GrammeContainer(System.getenv("GRAMME_TEST_IMAGE"));
    }
  }

  @Autowired DynamoDbClient client;

  @Test
  void the_client_of_spring_cloud_aws_is_connected_to_the_running_container() {
    assertThat(client.listTables().tableNames()).isEmpty();
    new OrderTable().orderTable().initialize(client);
    assertThat(client.listTables().tableNames()).containsExactly("order");
  }
}
