package dev.gramme.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Endpoint;
import dev.gramme.embedded.Gramme;
import io.awspring.cloud.autoconfigure.core.AwsConnectionDetails;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/**
 * An application that is started with a compose file. Docker is not needed: {@code
 * src/test/docker/docker}, which is first in {@code PATH}, describes a running service, whose port
 * is that of a database in process. Everything else is Spring Boot's own.
 */
class DockerComposeConnectionTest {
  private final Gramme database = Gramme.inMemory();
  private final Endpoint endpoint = database.listen();
  @TempDir Path folder;

  @Configuration(proxyBeanMethods = false)
  static class Application {}

  @AfterEach
  void stop() {
    endpoint.close();
    database.close();
  }

  /** Starts an application with one running service of Docker Compose. */
  private ConfigurableApplicationContext run(String image, String labels) throws IOException {
    Path file = Files.writeString(folder.resolve("compose.yaml"), "services: {database: {}}\n");
    Files.writeString(
        folder.resolve("ps.json"),
        """
        {"ID":"%s","Name":"test-database-1","Image":"%s","State":"running"}
        """
            .formatted(folder, image));
    Files.writeString(
        folder.resolve("inspect.json"),
        """
        {"Id":"%s","Config":{"Image":"%s","Labels":{%s},"Env":[],"ExposedPorts":{"8000/tcp":{}}},\
        "HostConfig":{"NetworkMode":"test_default"},\
        "NetworkSettings":{"Ports":{"8000/tcp":[{"HostIp":"0.0.0.0","HostPort":"%d"}]}}}
        """
            .formatted(folder, image, labels, endpoint.uri().getPort()));
    var application = new SpringApplication(Application.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    return application.run(
        "--spring.docker.compose.skip.in-tests=false", "--spring.docker.compose.file=" + file);
  }

  private void createTable() {
    database
        .client()
        .createTable(table ->
            table
                .tableName("books")
                .billingMode("PAY_PER_REQUEST")
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName("id").attributeType("S").build())
                .keySchema(KeySchemaElement.builder().attributeName("id").keyType("HASH").build()));
  }

  private static DynamoDbClient client(AwsConnectionDetails details) {
    return DynamoDbClient.builder()
        .endpointOverride(details.getEndpoint())
        .region(Region.of(details.getRegion()))
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(details.getAccessKey(), details.getSecretKey())))
        .build();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gramme:1",
        "ghcr.io/owner/gramme:1",
        "registry.invalid:5000/a/b/gramme",
        "a/gramme"
      })
  void a_service_with_the_image_is_connected(String image) throws IOException {
    createTable();
    try (var context = run(image, "");
        var client = client(context.getBean(AwsConnectionDetails.class))) {
      assertThat(client.listTables().tableNames()).containsExactly("books");
    }
  }

  @Test
  void a_service_with_another_image_is_connected_by_its_label() throws IOException {
    createTable();
    String label = "\"org.springframework.boot.service-connection\":\"gramme\"";
    try (var context = run("db:1", label);
        var client = client(context.getBean(AwsConnectionDetails.class))) {
      assertThat(client.listTables().tableNames()).containsExactly("books");
    }
  }

  @Test
  void other_services_are_not_connected() throws IOException {
    for (String image : List.of("db:1", "owner/telegramme:1", "gramme/db:1")) {
      try (var context = run(image, "")) {
        assertThat(context.getBeanNamesForType(AwsConnectionDetails.class)).isEmpty();
      }
    }
    String label = "\"org.springframework.boot.service-connection\":\"other\"";
    try (var context = run("gramme:1", label)) {
      assertThat(context.getBeanNamesForType(AwsConnectionDetails.class)).isEmpty();
    }
  }
}
