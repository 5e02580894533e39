package dev.gramme.conformance.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.server.Node;
import dev.gramme.server.settings.Settings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** The audit log of a server with identities that gets requests of the SDK. */
class AuditTest {
  private static final String IDENTITIES =
      """
      {"identities": [{"accessKeyId": "AKIDALICE", "secretAccessKey": "secret",
        "arn": "arn:aws:iam::000000000000:user/alice",
        "policies": [{"Version": "2012-10-17", "Statement": [
          {"Effect": "Allow", "Action": ["dynamodb:ListTables", "dynamodb:GetItem"],
           "Resource": "*"}]}]}]}
      """;

  @TempDir private Path folder;

  private static DynamoDbClient client(Node node, String secret) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create("http://localhost:" + node.port()))
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDALICE", secret)))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  @Test
  void allowed_denied_and_unauthenticated_requests_are_logged() throws Exception {
    var identities = Files.writeString(folder.resolve("identities.json"), IDENTITIES);
    var log = folder.resolve("audit.log");
    var flags =
        List.of("--port=0", "--in-memory", "--identities=" + identities, "--audit-log=" + log);
    try (var node = Node.start(Settings.read(flags, Map.of()));
        var alice = client(node, "secret");
        var stranger = client(node, "guessed")) {
      var _ = alice.listTables();
      var key = Map.of("id", AttributeValue.fromS("private"));
      assertThatThrownBy(() -> alice.getItem(get -> get.tableName("orders").key(key)))
          .isInstanceOf(DynamoDbException.class);
      assertThatThrownBy(() -> alice.putItem(put -> put.tableName("orders").item(key)))
          .isInstanceOf(DynamoDbException.class);
      assertThatThrownBy(() -> alice.deleteTable(it -> it.tableName("")))
          .isInstanceOf(DynamoDbException.class);
      assertThatThrownBy(stranger::listTables).isInstanceOf(DynamoDbException.class);
    }
    List<String> lines = Files.readAllLines(log);
    assertThat(lines).hasSize(5).noneMatch(line -> line.contains("private"));
    assertThat(lines.get(0))
        .contains("\"operation\":\"ListTables\",\"decision\":\"allowed\"")
        .contains("\"accessKeyId\":\"AKIDALICE\"", "user/alice\"", "\"requestId\":\"");
    assertThat(lines.get(1))
        .as("an allowed request that fails")
        .contains("\"operation\":\"GetItem\",\"decision\":\"allowed\"", "table/orders\"");
    assertThat(lines.get(2))
        .contains("\"operation\":\"PutItem\",\"decision\":\"denied\"")
        .contains("table/orders\",\"decision\":\"denied\"");
    assertThat(lines.get(3))
        .as("an invalid request")
        .contains("\"operation\":\"DeleteTable\",\"decision\":\"invalid\"", "user/alice\"");
    assertThat(lines.get(4))
        .contains("\"decision\":\"denied\"", "\"reason\":\"InvalidSignatureException\"")
        .doesNotContain("principal");
  }
}
