package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

final class EndpointTest {

  private static int status(URI address, String path, Call body) throws Exception {
    return send(address, path, body).statusCode();
  }

  /** An operation and its body; an empty body makes it a GET. */
  private record Call(String target, String json) {}

  private static java.net.http.HttpResponse<String> send(URI address, String path, Call body)
      throws Exception {
    var request = HttpRequest.newBuilder(address.resolve(path));
    if (!body.json().isEmpty()) {
      request
          .header("X-Amz-Date", "20260101T000000Z")
          .header("Content-Type", "application/x-amz-json-1.0")
          .header("X-Amz-Target", "DynamoDB_20120810." + body.target())
          .header(
              "Authorization",
              "AWS4-HMAC-SHA256 Credential=x/20260101/us-east-1/dynamodb/aws4_request,"
                  + " SignedHeaders=host, Signature=x")
          .POST(BodyPublishers.ofString(body.json()));
    }
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }

  private static final Call GET = new Call("", "");

  private static void createTable(Gramme gramme, String name) {
    gramme
        .client()
        .createTable(table ->
            table
                .tableName(name)
                .billingMode("PAY_PER_REQUEST")
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName("id").attributeType("S").build())
                .keySchema(KeySchemaElement.builder().attributeName("id").keyType("HASH").build()));
  }

  @Test
  void a_database_in_this_process_answers_at_an_address() throws Exception {
    try (var gramme = Gramme.inMemory();
        var endpoint = gramme.listen()) {
      createTable(gramme, "songs");
      assertThat(send(endpoint.uri(), "/", new Call("ListTables", "{}")).body())
          .isEqualTo("{\"TableNames\":[\"songs\"]}");
      assertThat(status(endpoint.uri(), "/", new Call("ListTables", "{"))).isEqualTo(400);
    }
  }

  @Test
  void it_is_healthy_as_a_server_is() throws Exception {
    try (var gramme = Gramme.inMemory();
        var endpoint = gramme.listen()) {
      var answer = send(endpoint.uri(), "/health", GET);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("ok\n");
    }
  }

  @Test
  void a_body_that_is_too_large_is_refused() throws Exception {
    try (var gramme = Gramme.inMemory();
        var endpoint = gramme.listen()) {
      String large = " ".repeat(18 << 20);
      assertThat(status(endpoint.uri(), "/", new Call("ListTables", large))).isEqualTo(413);
    }
  }

  @Test
  void a_port_in_use_is_reported_with_its_number() {
    try (var gramme = Gramme.inMemory();
        var endpoint = gramme.listen()) {
      assertThatThrownBy(() -> gramme.listen(endpoint.port()))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining(String.valueOf(endpoint.port()));
    }
  }

  @Test
  void a_replaced_database_answers_at_the_same_address() throws Exception {
    try (var database = new ReplaceableDatabase(Gramme.inMemory());
        var endpoint = database.listen(0)) {
      var list = new Call("ListTables", "{}");
      createTable(database.current(), "songs");
      database.replace(Gramme.inMemory()).close();
      assertThat(send(endpoint.uri(), "/", list).body()).isEqualTo("{\"TableNames\":[]}");
    }
  }
}
