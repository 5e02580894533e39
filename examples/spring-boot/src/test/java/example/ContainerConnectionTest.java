package example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Endpoint;
import dev.gramme.embedded.Gramme;
import dev.gramme.testcontainers.GrammeContainer;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Spring connects its client to the container of the test configuration. The test needs no
 * container engine: this container starts nothing, and its endpoint is a database in this process.
 */
@SpringBootTest
class ContainerConnectionTest {
  static final Gramme GRAMME = Gramme.inMemory();
  static final Endpoint ENDPOINT = GRAMME.listen();

  @TestConfiguration
  static class Container {
    @Bean
    @ServiceConnection
    GrammeContainer gramme() {
      return new StartedContainer();
    }
  }

  /** A container without an engine: starting and stopping it have no effect. */
  static final class StartedContainer extends GrammeContainer {
    StartedContainer() {
      super("gramme:test");
    }

    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public URI getEndpoint() {
      return ENDPOINT.uri();
    }
  }

  @Autowired DynamoDbClient client;

  @AfterAll
  static void close() {
    ENDPOINT.close();
    GRAMME.close();
  }

  @Test
  void the_client_of_spring_cloud_aws_is_connected_to_the_container() {
    new OrderTable().orderTable().initialize(GRAMME.client());
    assertThat(client.listTables().tableNames()).containsExactly("order");
  }
}
