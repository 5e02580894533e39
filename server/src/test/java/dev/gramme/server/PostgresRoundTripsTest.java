package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.settings.Settings;
import dev.gramme.storage.postgres.TestPostgres;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a request waits for PostgreSQL; docs/postgres.md has these numbers. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PostgresRoundTripsTest {
  private static final long REQUESTS = 200;

  private CountingProxy proxy;
  private Node server;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    var database = URI.create(TestPostgres.urlWithoutUser().substring("jdbc:".length()));
    proxy =
        new CountingProxy(
            new InetSocketAddress(InetAddress.getByName(database.getHost()), database.getPort()));
    server =
        Node.start(
            Settings.read(
                List.of(
                    "--port=0",
                    "--data=" + folder,
                    "--store=postgres",
                    "--postgres-url=postgresql://127.0.0.1:%d%s"
                        .formatted(proxy.port(), database.getPath()),
                    "--postgres-user=" + TestPostgres.USER,
                    "--postgres-password=" + TestPostgres.passwordFile(folder),
                    "--postgres-schema=" + TestPostgres.options().schema()),
                Map.of()));
    String created =
        call(
            "CreateTable",
            """
            {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
            """);
    assertThat(created).contains("TableDescription");
    call(
        "PutItem",
        "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"k\"},\"n\":{\"N\":\"1\"}}}");
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
    proxy.close();
  }

  private String call(String operation, String body) throws Exception {
    return ServerProcess.call(server.port(), "DynamoDB", operation, body);
  }

  /** Work in the background, such as the watch of the primary, has a few round trips a second. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          GetItem; 1; "Key":{"pk":{"S":"k"}}
          Query; 1; "KeyConditionExpression":"pk = :k","ExpressionAttributeValues":{":k":{"S":"k"}}
          Scan; 2; "Limit":5
          PutItem; 1; "Item":{"pk":{"S":"k"},"n":{"N":"2"}}
          DeleteItem; 1; "Key":{"pk":{"S":"other"}}
          PutItem; 2; "Item":{"pk":{"S":"k"}},"ConditionExpression":"attribute_exists(pk)"
          UpdateItem; 2; "Key":{"pk":{"S":"k"}},"UpdateExpression":"SET n = :k","ExpressionAttributeValues":{":k":{"S":"k"}}
          """)
  void a_request_has_so_many_round_trips(String operation, int roundTrips, String rest)
      throws Exception {
    String body = "{\"TableName\":\"things\"," + rest + "}";
    assertThat(call(operation, body)).doesNotContain("__type");
    long before = proxy.roundTrips();
    for (int i = 0; i < REQUESTS; i++) {
      call(operation, body);
    }
    assertThat(proxy.roundTrips() - before)
        .isBetween(REQUESTS * roundTrips, REQUESTS * roundTrips + REQUESTS / 2);
  }
}
