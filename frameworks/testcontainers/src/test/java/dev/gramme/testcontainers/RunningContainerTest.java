package dev.gramme.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Volume;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.GenericContainer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Runs the image in Docker or Podman. {@code ./gramme test --all} sets GRAMME_TEST_IMAGE if one of
 * them runs and the image was built. docs/frameworks.md describes how to run this test alone.
 */
@Tag("long")
@EnabledIfEnvironmentVariable(named = RunningContainerTest.IMAGE, matches = ".+")
final class RunningContainerTest {
  static final String IMAGE = "GRAMME_TEST_IMAGE";

  private static final Map<String, AttributeValue> ITEM = Map.of("pk", AttributeValue.fromS("a"));

  private static GrammeContainer container() {
    return new GrammeContainer(System.getenv(IMAGE));
  }

  private static DynamoDbClient client(URI endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
        .build();
  }

  private static void putItem(DynamoDbClient client) {
    client.createTable(table ->
        table
            .tableName("things")
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("pk")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .keySchema(
                KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build()));
    client.putItem(put -> put.tableName("things").item(ITEM));
  }

  @Test
  void a_container_stores_items_and_cannot_write_to_its_program_folder() throws Exception {
    try (var container = container()) {
      container.start();
      try (var client = client(container.getEndpoint())) {
        putItem(client);
        assertThat(client.getItem(get -> get.tableName("things").key(ITEM)).item()).isEqualTo(ITEM);
      }
      assertThat(container.execInContainer("gramme", "health").getExitCode()).isZero();
      assertThat(container.execInContainer("sh", "-c", "echo x > /opt/gramme/x").getExitCode())
          .isNotZero();
    }
  }

  @Test
  @EnabledIfEnvironmentVariable(named = "TESTCONTAINERS_REUSE_ENABLE", matches = "true")
  void a_second_container_object_reuses_the_running_container() {
    String label = UUID.randomUUID().toString();
    try (var first = container().withReuse(true).withLabel("test", label);
        var later = container().withReuse(true).withLabel("test", label)) {
      first.start();
      try (var client = client(first.getEndpoint())) {
        putItem(client);
      }
      later.start();

      assertThat(later.getContainerId()).isEqualTo(first.getContainerId());
      try (var client = client(later.getEndpoint())) {
        assertThat(client.getItem(get -> get.tableName("things").key(ITEM)).item()).isEqualTo(ITEM);
      }
    }
  }

  @Test
  void a_container_starts_from_a_backup_of_another_one(@TempDir Path folder) throws Exception {
    // The user of the container writes to this folder.
    Path backups = Files.createDirectory(folder.resolve("backups"));
    Files.setPosixFilePermissions(backups, PosixFilePermissions.fromString("rwxrwxrwx"));
    try (var source =
        new GenericContainer<>(System.getenv(IMAGE))
            .withExposedPorts(GrammeContainer.PORT)
            .withCreateContainerCmdModifier(create ->
                Objects.requireNonNull(create.getHostConfig())
                    .withBinds(new Bind(backups.toString(), new Volume("/backups"))))
            .waitingFor(GrammeContainer.healthy())) {
      source.start();
      var endpoint =
          URI.create(
              "http://" + source.getHost() + ":" + source.getMappedPort(GrammeContainer.PORT));
      try (var client = client(endpoint)) {
        putItem(client);
      }
      var backup = source.execInContainer("gramme", "backup", "--to", "/backups");
      assertThat(backup.getExitCode()).as(backup.getStderr()).isZero();
    }
    try (var container = container().withBackup(backups)) {
      container.start();
      try (var client = client(container.getEndpoint())) {
        assertThat(client.getItem(get -> get.tableName("things").key(ITEM)).item()).isEqualTo(ITEM);
      }
    }
  }
}
