package dev.gramme.server;

import static dev.gramme.server.ServerProcess.CHILD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.server.admin.ReplicationSecret;
import dev.gramme.server.backup.CheckCommand;
import dev.gramme.server.tls.ClientTls;
import dev.gramme.server.tls.KeyPairFiles;
import dev.gramme.server.tls.SelfSigned;
import dev.gramme.testkit.Eventually;
import dev.gramme.testkit.FreePorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two regions, each in its own process with its own folder. Some tests kill one of them. */
@Tag("slow")
class ReplicationOverHttpTest {
  private static final String US = "us-east-1";
  private static final String EU = "eu-west-1";
  private static final String CREATE_TABLE =
      """
      {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
      """;

  @TempDir Path folder;
  private final Map<String, Integer> ports = new HashMap<>();
  private final Map<String, Integer> adminPorts = new HashMap<>();
  private final List<Process> processes = new ArrayList<>();
  private String scheme = "http";
  private @Nullable SSLContext trusted;

  /** The databases of killed servers have no errors. */
  @AfterEach
  void killAllAndCheckTheirDatabases() throws Exception {
    for (var process : processes) {
      process.destroyForcibly().waitFor();
    }
    for (String region : ports.keySet()) {
      Path data = folder.resolve(region);
      if (Files.exists(data)) {
        var out = new ByteArrayOutputStream();
        var printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        int status = CheckCommand.run(List.of("--data=" + data), Map.of(), printed, printed);
        assertThat(status).as(out.toString(StandardCharsets.UTF_8)).isZero();
      }
    }
  }

  private Process start(String region, String other, String... further) throws IOException {
    var command = new ArrayList<String>();
    command.addAll(CHILD.command(Main.class.getName(), "serve"));
    command.addAll(List.of("--port", "" + ports.get(region), "--region", region));
    command.addAll(List.of("--data", folder.resolve(region).toString()));
    command.addAll(List.of("--admin-port", "" + adminPort(region)));
    command.addAll(List.of("--peers", other + "=" + scheme + "://127.0.0.1:" + adminPort(other)));
    command.addAll(List.of(further));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    processes.add(process);
    var output = process.inputReader(StandardCharsets.UTF_8);
    String first = output.readLine();
    if (first == null || !first.startsWith("Gramme ")) {
      process.destroyForcibly();
      throw new IOException(
          "The server did not start: " + first + "\n" + String.join("\n", output.lines().toList()));
    }
    return process;
  }

  /** The port at which a region receives messages from the other one. */
  private int adminPort(String region) throws IOException {
    Integer known = adminPorts.get(region);
    int port = known == null ? FreePorts.next() : known;
    adminPorts.put(region, port);
    return port;
  }

  private HttpClient client() {
    var builder = HttpClient.newBuilder();
    return trusted == null ? builder.build() : builder.sslContext(trusted).build();
  }

  private String call(String region, String operation, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(scheme + "://127.0.0.1:" + ports.get(region)))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header("X-Amz-Date", "20260101T000000Z")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=A/20260101/"
                    + region
                    + "/dynamodb/aws4_request, SignedHeaders=host, Signature=0")
            .POST(BodyPublishers.ofString(body))
            .build();
    return client().send(request, BodyHandlers.ofString()).body();
  }

  private void put(String region, String key) throws Exception {
    assertThat(
            call(
                region,
                "PutItem",
                "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"" + key + "\"}}}"))
        .isEqualTo("{}");
  }

  private void awaitCount(String region, int items) throws Exception {
    String _ =
        Eventually.get(
            region + " has " + items + " items",
            () -> call(region, "Scan", "{\"TableName\":\"things\",\"Select\":\"COUNT\"}"),
            answer -> answer.contains("\"Count\":" + items + ","));
  }

  @Test
  void changes_made_while_the_other_region_was_down_arrive_after_its_restart() throws Exception {
    ports.put(US, FreePorts.next());
    ports.put(EU, FreePorts.next());
    var secret = Files.writeString(folder.resolve("secret"), "of sixteen bytes or more\n");
    var flags = new String[] {"--replication-secret", secret.toString()};
    start(US, EU, flags);
    Process eu = start(EU, US, flags);
    call(US, "CreateTable", CREATE_TABLE);
    put(US, "before");
    assertThat(
            call(
                US,
                "UpdateTable",
                "{\"TableName\":\"things\",\"ReplicaUpdates\":[{\"Create\":{\"RegionName\":\""
                    + EU
                    + "\"}}]}"))
        .contains("\"ReplicaStatus\":\"CREATING\"");
    awaitCount(EU, 1);
    put(EU, "back");
    awaitCount(US, 2);
    eu.destroyForcibly().waitFor();
    for (int i = 0; i < 50; i++) {
      put(US, "while down " + i);
    }
    start(EU, US, flags);
    awaitCount(EU, 52);
    put(EU, "after");
    awaitCount(US, 53);
    var metrics =
        client()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort(US) + "/metrics"))
                    .build(),
                BodyHandlers.ofString());
    assertThat(metrics.body())
        .contains("gramme_replication_latency_seconds{from=\"us-east-1\",table=\"things\"")
        .contains("gramme_replication_pending_changes{");
  }

  private void awaitDescription(String region, String... texts) throws Exception {
    String _ =
        Eventually.get(
            "the description of " + region + " has " + List.of(texts),
            () -> call(region, "DescribeTable", "{\"TableName\":\"things\"}"),
            answer -> Stream.of(texts).allMatch(answer::contains));
  }

  private String update(String region, String action) throws Exception {
    return call(
        region, "UpdateTable", "{\"TableName\":\"things\",\"ReplicaUpdates\":[" + action + "]}");
  }

  @Test
  void settings_of_a_replica_are_changed_from_another_region_and_survive_a_kill() throws Exception {
    ports.put(US, FreePorts.next());
    ports.put(EU, FreePorts.next());
    start(US, EU);
    Process eu = start(EU, US);
    call(US, "CreateTable", CREATE_TABLE);
    update(US, "{\"Create\":{\"RegionName\":\"eu-west-1\",\"KMSMasterKeyId\":\"first\"}}");
    awaitDescription(US, "\"ReplicaStatus\":\"ACTIVE\",\"KMSMasterKeyId\":", "key/first\"");
    assertThat(
            update(
                US,
                """
                {"Update":{"RegionName":"eu-west-1","TableClassOverride":"STANDARD_INFREQUENT_ACCESS",
                "OnDemandThroughputOverride":{"MaxReadRequestUnits":7}}}\
                """))
        .contains("\"ReplicaStatus\":\"UPDATING\"");
    var changed = "\"OnDemandThroughputOverride\":{\"MaxReadRequestUnits\":7}";
    awaitDescription(US, "\"ReplicaStatus\":\"ACTIVE\"", "key/first\"", changed, "INFREQUENT");
    eu.destroyForcibly().waitFor();
    String back = "{\"Update\":{\"RegionName\":\"eu-west-1\",\"TableClassOverride\":\"STANDARD\"}}";
    assertThat(update(US, back))
        .contains("ValidationException", "Region eu-west-1 does not answer now");
    awaitDescription(US, "key/first\"", changed);
    start(EU, US);
    awaitDescription(
        EU,
        "\"OnDemandThroughput\":{\"MaxReadRequestUnits\":7}",
        "\"TableClass\":\"STANDARD_INFREQUENT_ACCESS\"",
        "\"KMSMasterKeyArn\":\"arn:aws:kms:eu-west-1:000000000000:key/first\"");
    update(
        EU,
        """
        {"Update":{"RegionName":"us-east-1","OnDemandThroughputOverride":{"MaxReadRequestUnits":9}}}\
        """);
    awaitDescription(US, "\"OnDemandThroughput\":{\"MaxReadRequestUnits\":9}");
  }

  @Test
  void regions_use_tls_and_authenticate_each_other_with_certificates() throws Exception {
    var us = SelfSigned.in(folder.resolve("us-keys"), List.of());
    var eu = SelfSigned.in(folder.resolve("eu-keys"), List.of());
    scheme = "https";
    var both = Files.readString(us.certificate()) + Files.readString(eu.certificate());
    trusted = ClientTls.read(Files.writeString(folder.resolve("both"), both), Optional.empty());
    startSecurely(US, EU, us, eu);
    startSecurely(EU, US, eu, us);
    call(US, "CreateTable", CREATE_TABLE);
    put(US, "first");
    update(US, "{\"Create\":{\"RegionName\":\"eu-west-1\"}}");
    awaitDescription(US, "\"ReplicaStatus\":\"ACTIVE\"");
    var replication = URI.create("https://127.0.0.1:" + adminPort(US) + "/replication/" + US);
    assertThatThrownBy(() -> status(replication, new byte[1], null))
        .as("without a certificate")
        .isInstanceOf(IOException.class);
  }

  private void startSecurely(String region, String other, KeyPairFiles own, KeyPairFiles theirs)
      throws IOException {
    ports.put(region, FreePorts.next());
    start(
        region,
        other,
        "--tls-certificate=" + own.certificate(),
        "--tls-key=" + own.key(),
        "--peer-ca=" + theirs.certificate(),
        "--admin-client-ca=" + theirs.certificate());
  }

  @Test
  void a_request_that_is_signed_for_another_region_is_refused() throws Exception {
    int port = FreePorts.next();
    ports.put(US, port);
    ports.put(EU, port);
    start(US, EU);
    assertThat(call(EU, "ListTables", "{}"))
        .contains("Credential should be scoped to a valid region, not 'eu-west-1'.");
  }

  @Test
  void a_body_that_is_not_a_message_is_refused() throws Exception {
    ports.put(US, FreePorts.next());
    ports.put(EU, FreePorts.next());
    start(US, EU);
    var request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + adminPort(US) + "/replication/" + US))
            .POST(BodyPublishers.ofString("nonsense"))
            .build();
    assertThat(client().send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(400);
  }

  @Test
  void messages_without_a_valid_proof_are_refused() throws Exception {
    ports.put(US, FreePorts.next());
    ports.put(EU, FreePorts.next());
    var secret = Files.writeString(folder.resolve("secret"), "of sixteen bytes or more");
    start(US, EU, "--replication-secret", secret.toString());
    var uri = URI.create("http://127.0.0.1:" + adminPort(US) + "/replication/" + US);
    byte[] message = "nonsense".getBytes(StandardCharsets.UTF_8);
    assertThat(status(uri, message, null)).isEqualTo(403);
    var wrong = ReplicationSecret.of("another of sixteen bytes");
    assertThat(status(uri, message, wrong.proof(uri.getPath(), message, Instant.now())))
        .isEqualTo(403);
    var right = ReplicationSecret.read(secret);
    assertThat(status(uri, message, right.proof("/replication/" + EU, message, Instant.now())))
        .isEqualTo(403);
    var old = Instant.now().minus(Duration.ofMinutes(2));
    assertThat(status(uri, message, right.proof(uri.getPath(), message, old))).isEqualTo(403);
    var proof = right.proof(uri.getPath(), message, Instant.now());
    assertThat(status(uri, message, proof))
        .as("a valid proof of an invalid message")
        .isEqualTo(400);
    assertThat(status(uri, message, proof)).as("the same proof again").isEqualTo(403);
  }

  @Test
  void a_changed_secret_is_used_without_a_restart() throws Exception {
    ports.put(US, FreePorts.next());
    ports.put(EU, FreePorts.next());
    var file = Files.writeString(folder.resolve("secret"), "of sixteen bytes or more");
    var former = ReplicationSecret.read(file);
    start(US, EU, "--replication-secret", file.toString());
    var uri = URI.create("http://127.0.0.1:" + adminPort(US) + "/replication/" + US);
    byte[] message = "nonsense".getBytes(StandardCharsets.UTF_8);
    var next = ReplicationSecret.of("another of sixteen bytes");
    Files.writeString(file, "another of sixteen bytes");
    int _ =
        Eventually.get(
            "a proof by the new secret is accepted",
            () -> status(uri, message, next.proof(uri.getPath(), message, Instant.now())),
            status -> status == 400);
    assertThat(status(uri, message, former.proof(uri.getPath(), message, Instant.now())))
        .isEqualTo(403);
  }

  private int status(URI uri, byte[] message, @Nullable String proof) throws Exception {
    var request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofByteArray(message));
    if (proof != null) {
      request.header(ReplicationSecret.HEADER, proof);
    }
    return client().send(request.build(), BodyHandlers.ofString()).statusCode();
  }
}
