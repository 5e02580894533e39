package dev.gramme.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

/** The application in {@code examples/quarkus} tests the extension within Quarkus. */
class DatabaseServiceTest {

  @Test
  void the_address_answers_between_the_start_and_the_end() throws Exception {
    var service = new DatabaseService(0);
    assertThatThrownBy(service::getConnectionInfo).isInstanceOf(IllegalStateException.class);
    service.start();
    String address = service.getConnectionInfo();
    service.start();
    assertThat(service.getConnectionInfo()).isEqualTo(address);
    assertThat(health(address)).isEqualTo(200);
    service.close();
    assertThatThrownBy(() -> health(address)).isInstanceOf(ConnectException.class);
  }

  @Test
  void a_port_that_is_in_use_is_an_error_that_names_it() {
    try (var first = new DatabaseService(0)) {
      first.start();
      int port = URI.create(first.getConnectionInfo()).getPort();
      try (var second = new DatabaseService(port)) {
        assertThatThrownBy(second::start)
            .isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining(String.valueOf(port));
      }
    }
  }

  @Test
  void an_application_with_its_own_endpoint_or_a_container_needs_no_database() {
    assertThat(GrammeDevServiceProcessor.isWanted(config(Map.of()))).isTrue();
    assertThat(wanted("quarkus.dynamodb.devservices.enabled", "false")).isTrue();
    assertThat(wanted("quarkus.dynamodb.devservices.enabled", "true")).isFalse();
    assertThat(wanted("quarkus.dynamodb.endpoint-override", "http://localhost:8000")).isFalse();
  }

  private static boolean wanted(String name, String value) {
    return GrammeDevServiceProcessor.isWanted(config(Map.of(name, value)));
  }

  private static Config config(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .build();
  }

  private static int health(String address) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(address + "/health")).build();
      return client.send(request, BodyHandlers.discarding()).statusCode();
    }
  }
}
