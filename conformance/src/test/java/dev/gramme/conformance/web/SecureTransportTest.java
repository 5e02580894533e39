package dev.gramme.conformance.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.server.Node;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.tls.SelfSigned;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Policies with conditions on TLS, tested with the SDK over HTTPS and over HTTP. */
class SecureTransportTest {
  private static final String IDENTITIES =
      """
      {"identities": [{"accessKeyId": "AKIDALICE", "secretAccessKey": "secret",
        "arn": "arn:aws:iam::000000000000:user/alice",
        "policies": [{"Version": "2012-10-17", "Statement": [
          {"Effect": "Allow", "Action": "*", "Resource": "*"},
          {"Effect": "Deny", "Action": "*", "Resource": "*",
           "Condition": {"Bool": {"aws:SecureTransport": "false"}}}]}]}]}
      """;

  @TempDir private Path folder;

  private Node node(String... flags) throws Exception {
    var identities = Files.writeString(folder.resolve("identities.json"), IDENTITIES);
    var all = new ArrayList<>(List.of("--port=0", "--in-memory", "--identities=" + identities));
    all.add("--data=" + folder.resolve("data"));
    all.addAll(List.of(flags));
    return Node.start(Settings.read(all, Map.of()));
  }

  private static DynamoDbClient client(String address, TrustManager[] trusted) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create(address))
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDALICE", "secret")))
        .httpClientBuilder(
            UrlConnectionHttpClient.builder().tlsTrustManagersProvider(() -> trusted))
        .build();
  }

  private static TrustManager[] trusting(Path certificate) throws Exception {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(certificate)) {
      store.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  @Test
  void a_policy_that_requires_tls_denies_requests_over_http() throws Exception {
    try (var node = node("--tls=self-signed")) {
      var trusted = trusting(SelfSigned.certificate(folder.resolve("data/security")));
      try (var dynamo = client("https://localhost:" + node.port(), trusted)) {
        assertThat(dynamo.listTables().tableNames()).isEmpty();
      }
    }
    try (var node = node();
        var dynamo = client("http://localhost:" + node.port(), new TrustManager[0])) {
      assertThatThrownBy(dynamo::listTables)
          .isInstanceOfSatisfying(
              DynamoDbException.class,
              denied ->
                  assertThat(denied.awsErrorDetails().errorCode())
                      .isEqualTo("AccessDeniedException"));
    }
  }
}
