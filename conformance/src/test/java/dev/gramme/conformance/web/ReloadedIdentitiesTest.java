package dev.gramme.conformance.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.auth.identity.IdentitiesFile;
import dev.gramme.auth.identity.IdentitiesFile.Credentials;
import dev.gramme.server.Node;
import dev.gramme.server.admin.PrivateFile;
import dev.gramme.server.settings.Settings;
import dev.gramme.testkit.Eventually;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** A running server whose identities file changes. */
class ReloadedIdentitiesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Credentials FIRST = new Credentials("AKIDFIRST", "first-secret");
  private static final Credentials SECOND = new Credentials("AKIDSECOND", "second-secret");
  private static final String POLICY =
      """
      {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}
      """;

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("identities.json");
  }

  private static boolean isAnswered(Node node, Credentials key) {
    try (var dynamo =
        DynamoDbClient.builder()
            .endpointOverride(URI.create("http://localhost:" + node.port()))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(key.id(), key.secret())))
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build()) {
      return dynamo.listTables().hasTableNames();
    } catch (DynamoDbException e) {
      assertThat(e.statusCode()).isEqualTo(400);
      return false;
    }
  }

  private static void awaitAnswered(Node node, Credentials key, boolean answered) {
    Eventually.holds(
        "the key is " + (answered ? "accepted" : "refused"),
        PATIENCE,
        () -> isAnswered(node, key) == answered);
  }

  @Test
  void keys_change_while_the_server_runs_and_a_broken_file_has_no_effect() throws Exception {
    var one = IdentitiesFile.empty("000000000000").add("alice", FIRST, Optional.of(POLICY));
    PrivateFile.write(file(), one.json());
    var flags = List.of("--port=0", "--in-memory", "--identities=" + file());
    try (var node = Node.start(Settings.read(flags, Map.of()))) {
      assertThat(isAnswered(node, FIRST)).isTrue();
      assertThat(isAnswered(node, SECOND)).isFalse();

      var two = one.rotate("alice", SECOND);
      PrivateFile.write(file(), two.json());
      awaitAnswered(node, SECOND, true);
      assertThat(isAnswered(node, FIRST)).isTrue();

      PrivateFile.write(file(), "{\"identities\": [broken");
      var other = new Credentials(SECOND.id(), "another-secret");
      var changed = two.removeKey("alice", FIRST.id()).add("bob", FIRST, Optional.of(POLICY));
      assertThat(isAnswered(node, SECOND)).isTrue();
      PrivateFile.write(file(), changed.json().replace(SECOND.secret(), other.secret()));
      awaitAnswered(node, other, true);
      assertThat(isAnswered(node, SECOND)).as("the former secret").isFalse();

      PrivateFile.write(file(), changed.remove("bob").json());
      awaitAnswered(node, FIRST, false);
    }
  }
}
