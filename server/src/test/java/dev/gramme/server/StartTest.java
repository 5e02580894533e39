package dev.gramme.server;

import static dev.gramme.server.ServerProcess.CHILD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.http.HttpServer;
import dev.gramme.testkit.Eventually;
import dev.gramme.testkit.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts the program in a process of its own, as a user would. */
@Tag("slow")
class StartTest {
  private static final String CREATE_TABLE =
      """
      {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
      """;

  private final int unusedPort;

  @TempDir Path folder;
  private final List<Process> processes = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();

  StartTest() throws IOException {
    unusedPort = FreePorts.next();
  }

  @AfterEach
  void stopAll() throws InterruptedException {
    for (var process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  private Process start(String... flags) throws IOException {
    return start(List.of(), flags);
  }

  /** Starts a server with a wrapper command in front of the server's own command line. */
  private Process start(List<String> by, String... flags) throws IOException {
    var command = new ArrayList<>(by);
    command.addAll(CHILD.command(Main.class.getName(), "serve"));
    command.addAll(List.of(flags));
    var process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    processes.add(process);
    return process;
  }

  /** The URL that a server prints at its start. */
  private static String endpoint(Process process) throws IOException {
    BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
    @Nullable String line = reader.readLine();
    assertThat(line).startsWith("Gramme ");
    return String.valueOf(line).replaceAll(".* at ", "");
  }

  /** The URL for operators, which a server prints after its own URL. */
  private static String admin(Process process) throws IOException {
    BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
    for (var line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.startsWith("  admin ")) {
        return line.substring("  admin ".length()).strip();
      }
    }
    throw new AssertionError("no admin address in the output");
  }

  /** All lines that a server prints at its start. */
  private static List<String> firstLines(Process process) throws IOException {
    BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
    var lines = new ArrayList<String>();
    for (var line = reader.readLine(); line != null; line = reader.readLine()) {
      lines.add(line);
      if (line.startsWith("  try it ")) {
        return lines;
      }
    }
    throw new AssertionError("the server did not start: " + lines);
  }

  private static List<String> failure(Process process, int status) throws Exception {
    var lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(String.join("\n", lines)).isEqualTo(status);
    return lines;
  }

  private String call(String endpoint, String operation, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(endpoint))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header("X-Amz-Date", "20260101T000000Z")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=A/20260101/eu-west-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host, Signature=0")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void a_server_exits_with_0_and_has_its_data_after_a_restart() throws Exception {
    var first = start("--port", "0");
    var endpoint = endpoint(first);
    assertThat(call(endpoint, "CreateTable", CREATE_TABLE))
        .contains("arn:aws:dynamodb:eu-west-1:000000000000:table/things");
    assertThat(
            call(endpoint, "PutItem", "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"a\"}}}"))
        .isEqualTo("{}");
    first.destroy();
    assertThat(first.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(first.exitValue()).isZero();
    var second = endpoint(start("--port", "0"));
    assertThat(call(second, "GetItem", "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"a\"}}}"))
        .isEqualTo("{\"Item\":{\"pk\":{\"S\":\"a\"}}}");
  }

  @Test
  void the_start_names_the_address_of_the_console_if_there_is_one() throws Exception {
    var lines = firstLines(start("--port", "0", "--in-memory"));
    var endpoint = lines.getFirst().replaceAll(".* at ", "");
    assertThat(lines).containsOnlyOnce("  console  " + endpoint + "/console");
    assertThat(firstLines(start("--port", "0", "--in-memory", "--console", "off")))
        .noneMatch(line -> line.contains("console"));
  }

  @Test
  void on_request_a_server_stops_when_its_input_ends() throws Exception {
    var server = start("--port", "0", "--in-memory", "--stop-with-input");
    assertThat(call(endpoint(server), "ListTables", "{}")).contains("TableNames");
    server.getOutputStream().write('a');
    server.getOutputStream().close();
    assertThat(failure(server, 0)).endsWith("stopped");
  }

  @Test
  void health_and_metrics_are_shown() throws Exception {
    var server = start("--port", "0", "--in-memory");
    var endpoint = endpoint(server);
    var admin = admin(server);
    call(endpoint, "ListTables", "{}");
    assertThat(page(endpoint + "/health")).isEqualTo("ok\n");
    assertThat(page(admin + "/health")).isEqualTo("ok\n");
    for (var path : List.of("/metrics", "/insights", "/clock", "/functions/a", "/replication/b")) {
      assertThat(page(endpoint + path)).isEqualTo("this page is at " + admin + path + "\n");
    }
    assertThat(page(admin + "/metrics"))
        .contains("gramme_requests_total{operation=\"ListTables\",status=\"200\"} 1")
        .contains("gramme_connections");
  }

  @Test
  void the_keys_that_use_the_most_are_shown() throws Exception {
    var server = start("--port", "0", "--in-memory", "--region", "eu-west-1");
    var endpoint = endpoint(server);
    var admin = admin(server);
    call(endpoint, "CreateTable", CREATE_TABLE);
    assertThat(page(admin + "/insights")).contains("not enabled for any table");
    call(
        endpoint,
        "UpdateContributorInsights",
        "{\"TableName\":\"things\",\"ContributorInsightsAction\":\"ENABLE\"}");
    call(endpoint, "PutItem", "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"a\"}}}");
    call(endpoint, "GetItem", "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"b\"}}}");
    assertThat(page(admin + "/insights"))
        .contains("things, most accessed partition keys")
        .containsSubsequence("3.0  {\"pk\":{\"S\":\"a\"}}", "0.5  {\"pk\":{\"S\":\"b\"}}");
    var json =
        HttpRequest.newBuilder(URI.create(admin + "/insights"))
            .header("Accept", "application/json")
            .build();
    assertThat(client.send(json, BodyHandlers.ofString()).body())
        .contains("{\"Key\":{\"pk\":{\"S\":\"a\"}},\"Count\":3.0,\"AtLeast\":3.0}");
    assertThat(page(admin + "/metrics"))
        .contains(
            "gramme_contributor_units{resource=\"things\",rule=\"PKC\","
                + "key=\"{\\\"pk\\\":{\\\"S\\\":\\\"a\\\"}}\"} 3");
  }

  private int move(String admin, String token) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(admin + "/clock"))
            .header("Authorization", "Bearer " + token)
            .POST(HttpRequest.BodyPublishers.ofString("{\"advance\":\"PT1S\"}"))
            .build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void the_token_for_changes_is_created_readable_by_the_owner_only_and_survives_a_restart()
      throws Exception {
    var first = start("--port", "0", "--movable-clock");
    var announced = admin(first);
    var file = folder.resolve("data/security/admin-token");
    assertThat(announced).endsWith(" (token in ./data/security/admin-token)");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    var token = Files.readString(file).strip();
    assertThat(token).hasSize(64);
    var admin = announced.replaceAll(" .*", "");
    assertThat(page(admin + "/clock")).contains("\"ahead\"");
    assertThat(move(admin, "wrong")).isEqualTo(401);
    assertThat(move(admin, token)).isEqualTo(200);
    first.destroy();
    first.waitFor();
    var second = admin(start("--port", "0", "--movable-clock")).replaceAll(" .*", "");
    assertThat(move(second, token)).isEqualTo(200);
  }

  @Test
  void a_changed_token_is_used_without_a_restart() throws Exception {
    var admin = admin(start("--port", "0", "--movable-clock")).replaceAll(" .*", "");
    var file = folder.resolve("data/security/admin-token");
    var former = Files.readString(file).strip();
    assertThat(move(admin, former)).isEqualTo(200);
    Files.writeString(file, "too short");
    Files.writeString(file, "another of sixteen bytes");
    int _ =
        Eventually.get(
            "the new token is accepted",
            () -> move(admin, "another of sixteen bytes"),
            status -> status == 200);
    assertThat(move(admin, former)).isEqualTo(401);
  }

  @Test
  void a_token_that_is_too_short_is_reported_in_one_line() throws Exception {
    var file = Files.writeString(folder.resolve("token"), "short");
    var flags = new String[] {"--port=0", "--in-memory", "--functions", "--admin-token=" + file};
    assertThat(failure(start(flags), 1))
        .containsExactly("gramme: admin token in " + file + ": it has less than 16 bytes");
  }

  @Test
  void a_used_admin_port_is_reported_in_one_line() throws Exception {
    try (var taken =
        HttpServer.start(
            "127.0.0.1", 0, HttpLimits.DEFAULT, x -> x.respond(new HttpResponse(200)))) {
      var flags = new String[] {"--port=0", "--admin-port=" + taken.port(), "--in-memory"};
      assertThat(failure(start(flags), 1))
          .singleElement()
          .asString()
          .startsWith("gramme: cannot listen on 127.0.0.1:" + taken.port())
          .contains("--admin-port");
    }
  }

  private String page(String address) throws Exception {
    return client
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
        .body();
  }

  @Test
  void a_server_in_memory_writes_no_files() throws Exception {
    endpoint(start("--port", "0", "--in-memory"));
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void a_low_limit_of_open_files_is_reported_in_one_line_with_the_remedy() throws Exception {
    var by = List.of("sh", "-c", "ulimit -n 150; exec \"$@\"", "limited");
    for (String store : List.of("--in-memory", "--data=data")) {
      assertThat(failure(start(by, "--port", "0", store), 1))
          .singleElement()
          .asString()
          .startsWith("gramme: this process may have 150 files and connections open at a time")
          .containsPattern("needs (\\d+): raise the limit .*ulimit -n \\1;");
    }
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  @Timeout(60)
  void a_server_is_unhealthy_while_its_data_folder_is_moved_away() throws Exception {
    var process = start("--port", "0", "--data", "data", "--region", "eu-west-1");
    var endpoint = endpoint(process);
    var admin = admin(process);
    call(endpoint, "CreateTable", CREATE_TABLE);
    var put = "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"a\"}}}";
    assertThat(call(endpoint, "PutItem", put)).isEqualTo("{}");
    assertThat(health(admin, 200)).isEqualTo("ok\n");
    assertThat(page(admin + "/metrics").lines()).contains("gramme_storage_writable 1");

    var elsewhere = Files.move(folder.resolve("data"), folder.resolve("elsewhere"));
    assertThat(health(endpoint, 503))
        .matches("region \\S+: not writable for \\d+ s: the folder data was deleted.*\n");
    for (int i = 0; i < 50; i++) {
      assertThat(call(endpoint, "PutItem", put)).contains("InternalServerError");
    }
    assertThat(
            call(endpoint, "GetItem", "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"a\"}}}"))
        .isEqualTo("{\"Item\":{\"pk\":{\"S\":\"a\"}}}");
    assertThat(page(admin + "/metrics").lines()).contains("gramme_storage_writable 0");

    Files.move(elsewhere, folder.resolve("data"));
    assertThat(health(endpoint, 200)).isEqualTo("ok\n");
    assertThat(call(endpoint, "PutItem", put)).isEqualTo("{}");
    process.toHandle().destroy(); // the process object would close its output
    assertThat(process.inputReader(StandardCharsets.UTF_8).lines().toList())
        .anyMatch(line -> line.contains("the store failed in PutItem request"))
        .noneMatch(line -> line.startsWith("\tat "));
  }

  /** The health page, once it has this status. */
  private String health(String endpoint, int status) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(endpoint + "/health")).build();
    return Eventually.get(
            "the status is " + status,
            () -> client.send(request, BodyHandlers.ofString()),
            answer -> answer.statusCode() == status)
        .body();
  }

  @Test
  void a_used_port_is_reported_in_one_line() throws Exception {
    try (var taken =
        HttpServer.start(
            "127.0.0.1", 0, HttpLimits.DEFAULT, x -> x.respond(new HttpResponse(200)))) {
      var lines = failure(start("--port", "" + taken.port(), "--in-memory"), 1);
      assertThat(lines)
          .singleElement()
          .asString()
          .startsWith("gramme: cannot listen on 127.0.0.1:" + taken.port())
          .contains("in use");
    }
  }

  @Test
  void a_second_process_on_the_same_data_is_refused_in_one_line() throws Exception {
    endpoint(start("--port", "0"));
    assertThat(failure(start("--port", "0"), 1))
        .singleElement()
        .asString()
        .contains("is already in use by another process");
  }

  @Test
  void an_unusable_data_folder_is_reported_in_one_line() throws Exception {
    var file = Files.writeString(folder.resolve("file"), "not a folder");
    assertThat(failure(start("--port", "0", "--data", file.toString()), 1))
        .containsExactly("gramme: The folder %1$s cannot be used: %1$s is a file".formatted(file));
    var below = file.resolve("data");
    assertThat(failure(start("--port", "0", "--data", below.toString()), 1))
        .singleElement()
        .asString()
        .startsWith("gramme: The folder " + below + " cannot be used: ")
        .doesNotContain("Exception");
  }

  @Test
  void metrics_have_the_region_as_a_label() throws Exception {
    var server = start("--port", "0", "--regions", "us-east-1,eu-west-1");
    var endpoint = endpoint(server);
    var admin = admin(server);
    call(endpoint, "CreateTable", CREATE_TABLE); // signed for eu-west-1
    assertThat(page(admin + "/metrics").lines())
        .contains("gramme_tables{region=\"us-east-1\"} 0", "gramme_tables{region=\"eu-west-1\"} 1")
        .anyMatch(line -> line.startsWith("gramme_storage_") && line.contains("\"us-east-1\""))
        .anyMatch(line -> line.startsWith("gramme_storage_") && line.contains("\"eu-west-1\""))
        .filteredOn(line -> line.startsWith("# TYPE"))
        .doesNotHaveDuplicates();
  }

  @Test
  void a_request_for_an_unknown_operation_is_logged() throws Exception {
    var process = start("--port", "0", "--in-memory", "--log-level", "debug");
    var reader = process.inputReader(StandardCharsets.UTF_8);
    var endpoint =
        reader.lines().filter(line -> line.startsWith("Gramme ")).findFirst().orElseThrow();
    assertThat(call(endpoint.replaceAll(".* at ", ""), "GetItme", "{}"))
        .contains("UnknownOperationException");
    assertThat(reader.lines().filter(line -> line.contains("GetItme")).findFirst())
        .hasValueSatisfying(line -> assertThat(line).contains("DynamoDB_20120810.GetItme"));
    process.destroy();
  }

  @Test
  void unreadable_identities_are_reported_in_one_line() throws Exception {
    var file =
        Files.writeString(
            folder.resolve("identities.json"),
            """
            {"identities":[{"accessKeyId":"A","secretAccessKey":"s",
              "arn":"arn:aws:iam::000000000000:user/alice","policies":[{"Statement":[
                {"Effect":"Allow","Action":"*","Resource":"*",
                 "Condition":{"StringEquals":{"aws:Weather":"fine"}}}]}]}]}
            """);
    assertThat(failure(start("--port", "0", "--in-memory", "--identities", "" + file), 1))
        .containsExactly(
            "gramme: identities in "
                + file
                + ": identity 1 (A), policy 1: the condition key aws:Weather is not supported");
    assertThat(failure(start("--port", "0", "--in-memory", "--identities", "nowhere"), 1))
        .containsExactly("gramme: cannot read the identities in nowhere");
  }

  @Test
  void with_identities_other_credentials_are_refused() throws Exception {
    var file =
        Files.writeString(
            folder.resolve("identities.json"),
            """
            {"identities":[{"accessKeyId":"A","secretAccessKey":"s",
              "arn":"arn:aws:iam::000000000000:root"}]}
            """);
    String endpoint =
        endpoint(start("--port", "0", "--in-memory", "--identities", file.toString()));
    assertThat(call(endpoint, "ListTables", "{}")).contains("InvalidSignatureException");
  }

  @Test
  void an_unknown_option_is_reported_in_one_line_with_status_2() throws Exception {
    assertThat(failure(start("--prot", "0"), 2))
        .containsExactly("gramme: unknown option --prot; ./gramme help lists them all");
  }

  private List<String> checkHealth(String endpoint, int status) throws Exception {
    return checkHealth(status, "--port=" + endpoint.replaceAll(".*:", ""));
  }

  private List<String> checkHealth(int status, String... options) throws Exception {
    var command = CHILD.command(Main.class.getName(), "health");
    command.addAll(List.of(options));
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("GRAMME_PORT", "" + unusedPort);
    var process = builder.start();
    processes.add(process);
    return failure(process, status);
  }

  @Test
  void the_command_health_reports_whether_the_server_answers() throws Exception {
    var server = start("-inMemory", "-port", "0");
    String endpoint = endpoint(server);

    assertThat(checkHealth(endpoint, 0)).containsExactly("ok");

    server.destroy();
    assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(checkHealth(endpoint, 1)).singleElement().asString().contains("does not answer");
  }

  @Test
  void the_command_health_knows_the_options_of_a_process() throws Exception {
    int port = FreePorts.next();
    var server = start("-inMemory", "-port", "" + port);
    endpoint(server);

    assertThat(checkHealth(0, "--process", "" + server.pid())).containsExactly("ok");
    assertThat(checkHealth(1, "--process", "" + ProcessHandle.current().pid()))
        .singleElement()
        .asString()
        .contains("http://127.0.0.1:" + unusedPort + "/health");
  }

  @Test
  void systemd_is_notified_when_the_server_answers() throws Exception {
    Path called = folder.resolve("called");
    Path program =
        Files.writeString(folder.resolve("systemd-notify"), "#!/bin/sh\necho $* >called\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    var environment = List.of("env", "PATH=" + folder, "NOTIFY_SOCKET=/nowhere");

    var server = start(environment, "--in-memory", "--port=0");
    endpoint(server);

    Eventually.passes(() -> assertThat(called).exists().content().startsWith("--ready"));
  }
}
