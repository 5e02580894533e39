package dev.gramme.apps.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.web.JsonServer.NotFoundException;
import dev.gramme.apps.web.JsonServer.Response;
import dev.gramme.apps.web.database.Database;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Errors say what failed and where, and do not show the inside of the application. */
final class JsonServerTest {
  private JsonServer server;
  private String address;

  @BeforeEach
  void start() throws Exception {
    try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = "http://127.0.0.1:" + closed.getLocalPort();
    }
    var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x"));
    var dynamo =
        DynamoDbClient.builder()
            .endpointOverride(URI.create(address))
            .region(Region.US_EAST_1)
            .credentialsProvider(credentials)
            .build();
    var streams =
        DynamoDbStreamsClient.builder()
            .endpointOverride(URI.create(address))
            .region(Region.US_EAST_1)
            .credentialsProvider(credentials)
            .build();
    var database = new Database(address, address, dynamo, streams, () -> {});
    server =
        new JsonServer(0)
            .onFailure(database::failure)
            .route("GET", "/tables", request -> Response.ok(dynamo.listTables().tableNames()))
            .route("POST", "/names", request -> Response.ok(request.text("name")))
            .route("PUT", "/names", request -> Response.ok(""))
            .route(
                "GET",
                "/names/(.*)",
                request -> {
                  throw new NotFoundException("no name " + request.part(1));
                })
            .route(
                "GET",
                "/bug",
                request -> {
                  throw new IllegalStateException("a secret of dev.gramme");
                })
            .start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      return http.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
              .method(method, BodyPublishers.ofString(body))
              .build(),
          BodyHandlers.ofString());
    }
  }

  private String error(int status, String method, String path, String body) throws Exception {
    var response = send(method, path, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.body()).doesNotContain("Exception", "dev.gramme", "\\tat ");
    return response.body();
  }

  @Test
  void a_database_that_does_not_answer_is_named() throws Exception {
    assertThat(error(503, "GET", "/tables", ""))
        .contains(address + ": the database does not answer", "Connection refused");
  }

  @Test
  void bad_input_is_reported_with_its_place() throws Exception {
    assertThat(error(400, "POST", "/names", "{\n  \"name\": oops}"))
        .contains("the body is not JSON: line 2, column ");
    assertThat(error(400, "POST", "/names", "{}")).contains("the body must have a member name");
    assertThat(error(400, "POST", "/names", " ".repeat(1024 * 1024 + 1)))
        .contains("more than 1048576 bytes");
  }

  @Test
  void a_missing_record_a_missing_path_and_a_wrong_method_are_distinguished() throws Exception {
    assertThat(error(404, "GET", "/names/zoe", "")).contains("no name zoe");
    assertThat(error(404, "GET", "/nowhere", ""))
        .contains("GET /nowhere: this path does not exist");
    assertThat(error(405, "DELETE", "/names", "")).contains("DELETE /names", "only POST, PUT");
    assertThat(send("DELETE", "/names", "").headers().firstValue("Allow")).contains("POST, PUT");
  }

  @Test
  void an_error_in_the_application_shows_only_where_its_reason_is() throws Exception {
    assertThat(error(500, "GET", "/bug", ""))
        .contains("GET /bug failed; the application's log has the reason at error ")
        .doesNotContain("secret");
  }
}
