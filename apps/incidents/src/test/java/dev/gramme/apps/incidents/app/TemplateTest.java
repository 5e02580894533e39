package dev.gramme.apps.incidents.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Compares the template that the command line prints with the table that the system creates. */
@Tag("slow")
final class TemplateTest {
  private static final String NAME = "on-call";

  @TempDir private Path folder;

  /** The output of the program in a process of its own. */
  private String printed(String... arguments) throws Exception {
    // Surefire passes the class path in a manifest.
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                classPath,
                Main.class.getName()));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    var process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor()).as(Files.readString(err)).isZero();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(out);
  }

  /** The properties of a resource in a template. */
  private static Object properties(String yaml, String resource) {
    Map<?, ?> template = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
    var resources = (Map<?, ?>) Objects.requireNonNull(template.get("Resources"));
    assertThat(resources.keySet()).isEqualTo(Set.of(resource));
    var table = (Map<?, ?>) Objects.requireNonNull(resources.get(resource));
    assertThat(table.get("Type")).isEqualTo("AWS::DynamoDB::Table");
    return Objects.requireNonNull(table.get("Properties"));
  }

  private static List<Object> key(List<KeySchemaElement> key) {
    return key.stream()
        .map(one ->
            (Object) Map.of("AttributeName", one.attributeName(), "KeyType", one.keyTypeAsString()))
        .toList();
  }

  private static Object index(GlobalSecondaryIndexDescription index) {
    var projection = new LinkedHashMap<String, Object>();
    projection.put("ProjectionType", index.projection().projectionTypeAsString());
    if (index.projection().hasNonKeyAttributes()) {
      projection.put("NonKeyAttributes", index.projection().nonKeyAttributes());
    }
    return Map.of(
        "IndexName",
        index.indexName(),
        "KeySchema",
        key(index.keySchema()),
        "Projection",
        projection);
  }

  /** The properties of a table as a template has them. */
  private static Map<String, Object> properties(DynamoDbClient client) {
    TableDescription table = client.describeTable(request -> request.tableName(NAME)).table();
    var properties = new LinkedHashMap<String, Object>();
    properties.put("TableName", table.tableName());
    properties.put(
        "AttributeDefinitions",
        table.attributeDefinitions().stream()
            .map(one ->
                Map.of(
                    "AttributeName",
                    one.attributeName(),
                    "AttributeType",
                    one.attributeTypeAsString()))
            .toList());
    properties.put("KeySchema", key(table.keySchema()));
    properties.put("BillingMode", table.billingModeSummary().billingModeAsString());
    properties.put(
        "GlobalSecondaryIndexes",
        table.globalSecondaryIndexes().stream().map(TemplateTest::index).toList());
    var expiry =
        client.describeTimeToLive(request -> request.tableName(NAME)).timeToLiveDescription();
    properties.put(
        "TimeToLiveSpecification",
        Map.of(
            "AttributeName",
            expiry.attributeName(),
            "Enabled",
            expiry.timeToLiveStatusAsString().equals("ENABLED")));
    var recovery =
        client
            .describeContinuousBackups(request -> request.tableName(NAME))
            .continuousBackupsDescription()
            .pointInTimeRecoveryDescription();
    properties.put(
        "PointInTimeRecoverySpecification",
        Map.of(
            "PointInTimeRecoveryEnabled",
            recovery.pointInTimeRecoveryStatusAsString().equals("ENABLED")));
    properties.put(
        "StreamSpecification",
        Map.of("StreamViewType", table.streamSpecification().streamViewTypeAsString()));
    return properties;
  }

  @Test
  void the_printed_template_describes_the_table_that_the_system_creates() throws Exception {
    try (var system = new Running("--table", NAME, "--accounts", "1", "--incidents", "1")) {
      assertThat(properties(printed("--template", "--table", NAME), "OnCallTable"))
          .usingRecursiveComparison()
          .ignoringCollectionOrder()
          .isEqualTo(properties(system.application().client()));
    }
  }

  @Test
  void the_default_table_has_the_same_name_in_the_template_as_in_the_system() throws Exception {
    try (var system = new Running("--accounts", "1", "--incidents", "1")) {
      var table = (Map<?, ?>) properties(printed("--template"), "IncidentsTable");
      assertThat(system.application().client().listTables().tableNames())
          .isEqualTo(List.of(String.valueOf(table.get("TableName"))));
    }
  }
}
