package example;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** The application has no property of a connection: the dev service provides it. */
@QuarkusTest
class GreetingsTest {
  @Inject Greetings greetings;

  @ConfigProperty(name = "quarkus.dynamodb.endpoint-override")
  String endpoint;

  @Test
  void the_dev_service_is_a_database_in_this_process() {
    greetings.createTable();
    greetings.put("1", "hello");
    assertThat(greetings.texts()).containsExactly("hello");
    assertThat(endpoint).startsWith("http://127.0.0.1:");
  }
}
