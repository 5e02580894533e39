package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.settings.Settings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which requests see the same tables, as DynamoDB Local does it with and without -sharedDb. */
class DatabaseSharingTest {
  private static final String CREATE_TABLE =
      """
      {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
      """;
  private static final String THINGS = "{\"TableNames\":[\"things\"]}";
  private static final String NOTHING = "{\"TableNames\":[]}";

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();

  private static Node start(String... flags) throws Exception {
    var all = new ArrayList<>(List.of("--port", "0"));
    all.addAll(List.of(flags));
    return Node.start(Settings.read(all, Map.of()));
  }

  private String call(Node node, String key, String region, String operation, String body)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port()))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header("X-Amz-Date", "20260101T000000Z")
            .header(
                "Authorization",
                ("AWS4-HMAC-SHA256 Credential=%s/20260101/%s/dynamodb/aws4_request,"
                        + " SignedHeaders=host, Signature=0")
                    .formatted(key, region))
            .POST(BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  private String tables(Node node, String key, String region) throws Exception {
    return call(node, key, region, "ListTables", "{}");
  }

  @Test
  void with_databases_by_key_each_access_key_and_region_has_its_own_tables() throws Exception {
    try (var node = start("--in-memory", "--databases", "key")) {
      assertThat(call(node, "one", "us-east-1", "CreateTable", CREATE_TABLE)).contains("TableArn");

      assertThat(tables(node, "one", "us-east-1")).isEqualTo(THINGS);
      assertThat(tables(node, "two", "us-east-1")).isEqualTo(NOTHING);
      assertThat(tables(node, "one", "eu-west-1")).isEqualTo(NOTHING);
    }
  }

  @Test
  void with_one_database_for_all_the_region_and_the_key_do_not_matter() throws Exception {
    try (var node = start("--in-memory", "--databases", "all")) {
      assertThat(call(node, "one", "us-east-1", "CreateTable", CREATE_TABLE)).contains("TableArn");

      assertThat(tables(node, "two", "eu-west-1")).isEqualTo(THINGS);
      assertThat(tables(node, "any_key", "local")).isEqualTo(THINGS);
    }
  }

  @Test
  void databases_of_access_keys_survive_a_restart() throws Exception {
    String data = folder.resolve("data").toString();
    try (var node = start("--data", data, "--databases", "key")) {
      assertThat(call(node, "one", "us-east-1", "CreateTable", CREATE_TABLE)).contains("TableArn");
    }
    assertThat(folder.resolve("data/keys/one/us-east-1")).isDirectory();
    try (var node = start("--data", data, "--databases", "key")) {
      assertThat(tables(node, "one", "us-east-1")).isEqualTo(THINGS);
      assertThat(tables(node, "two", "us-east-1")).isEqualTo(NOTHING);
    }
  }

  @Test
  void a_backup_has_the_databases_of_access_keys() throws Exception {
    // As with the default folder, the path is not in its shortest form.
    String data = folder + "/./data";
    String backup = folder.resolve("backup").toString();
    try (var node = start("--data", data, "--databases", "key")) {
      assertThat(call(node, "one", "us-east-1", "CreateTable", CREATE_TABLE)).contains("TableArn");
      assertThat(Main.backups("backup", List.of("--data", data, "--to", backup, "--verify")))
          .isZero();
    }
    String copy = folder + "/./copy";
    assertThat(Main.backups("restore", List.of("--from", backup, "--data", copy))).isZero();

    assertThat(Files.isDirectory(folder.resolve("copy/keys/one/us-east-1"))).isTrue();
    try (var node = start("--data", copy, "--databases", "key")) {
      assertThat(tables(node, "one", "us-east-1")).isEqualTo(THINGS);
    }
  }

  @Test
  void the_number_of_databases_is_limited() throws Exception {
    try (var node = start("--in-memory", "--databases", "key")) {
      for (int i = 1; i < RegionalDatabases.MAX_REGIONS; i++) {
        assertThat(tables(node, "key" + i, "us-east-1")).isEqualTo(NOTHING);
      }

      assertThat(tables(node, "oneMore", "eu-west-1"))
          .contains("UnrecognizedClientException", "a limited number of databases");
      assertThat(tables(node, "key1", "us-east-1")).isEqualTo(NOTHING);
    }
  }

  @Test
  void an_access_key_that_cannot_be_a_folder_is_refused() throws Exception {
    try (var node = start("--in-memory", "--databases", "key")) {
      assertThat(tables(node, "..", "us-east-1")).contains("UnrecognizedClientException");
      assertThat(tables(node, "under_score", "us-east-1")).contains("UnrecognizedClientException");
      assertThat(tables(node, "one", "US")).contains("UnrecognizedClientException");
    }
  }
}
