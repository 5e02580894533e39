package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.cluster.CassandraCluster;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.tls.KeyPairFiles;
import dev.gramme.server.tls.SelfSigned;
import dev.gramme.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose Cassandra accepts only TLS and requires a login. */
@Tag("long")
class SecuredCassandraTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path folder;

  private static String configuration(Path keyStore) {
    return """

    client_encryption_options:
      enabled: true
      optional: false
      ssl_context_factory:
        class_name: org.apache.cassandra.security.PEMBasedSslContextFactory
      keystore: %s
    authenticator:
      class_name: org.apache.cassandra.auth.PasswordAuthenticator
    """
        .formatted(keyStore);
  }

  private Path file(String name, String content) throws Exception {
    return Files.writeString(folder.resolve(name), content);
  }

  private Node server(CassandraCluster cluster, String... security) throws Exception {
    var flags =
        new ArrayList<>(
            List.of(
                "--port=0",
                "--store=cassandra",
                "--contact-points=127.0.0.1:" + cluster.addresses().getFirst().getPort(),
                "--replicas=1",
                "--bucket-bits=3",
                "--data=" + folder.resolve("server")));
    flags.addAll(List.of(security));
    return Node.start(Settings.read(flags, Map.of()));
  }

  @Test
  void the_server_connects_with_tls_and_a_password() throws Exception {
    KeyPairFiles keys = SelfSigned.in(folder.resolve("keys"), List.of());
    Path keyStore =
        file("node.pem", Files.readString(keys.key()) + Files.readString(keys.certificate()));
    var plan = CassandraCluster.Plan.of(Path.of("..").toAbsolutePath().normalize(), folder, 1);
    var ca = "--cassandra-ca=" + keys.certificate();
    var user = "--cassandra-user=cassandra";
    var right = "--cassandra-password=" + file("right", "cassandra\n");
    var cluster = CassandraCluster.start(plan, configuration(keyStore));
    try (var node = started(cluster, ca, user, right)) {
      assertThat(
              call(
                  node,
                  "CreateTable",
                  """
                  {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
                  "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
                  "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
                  """))
          .contains("TableDescription");
      call(node, "PutItem", "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"a\"}}}");
      assertThat(call(node, "GetItem", "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"a\"}}}"))
          .contains("\"a\"");

      var wrong = "--cassandra-password=" + file("wrong", "another");
      Path other = SelfSigned.in(folder.resolve("other"), List.of()).certificate();
      refused(cluster, user, right);
      refused(cluster, ca);
      refused(cluster, ca, user, wrong);
      refused(cluster, "--cassandra-ca=" + other, user, right);
    } finally {
      cluster.kill();
    }
  }

  /**
   * Retries, because the Cassandra node creates its first user some seconds after it accepts
   * connections.
   */
  private Node started(CassandraCluster cluster, String... security) throws Exception {
    return Eventually.get(
            "the server logs in",
            PATIENCE,
            () -> {
              try {
                return Optional.of(server(cluster, security));
              } catch (StartException notYet) {
                return Optional.<Node>empty();
              }
            },
            Optional::isPresent)
        .orElseThrow();
  }

  private void refused(CassandraCluster cluster, String... security) {
    assertThatThrownBy(() -> server(cluster, security))
        .as(List.of(security).toString())
        .isInstanceOf(StartException.class)
        .hasMessageContaining("Cassandra does not answer");
  }

  private static String call(Node node, String operation, String body) throws Exception {
    return ServerProcess.call(node.port(), "DynamoDB", operation, body);
  }
}
