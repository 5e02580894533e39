package dev.gramme.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.RawClient;
import dev.gramme.conformance.support.RawResponse;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors of signatures that are detected without knowing any key. */
class AuthenticationTest {
  private final RawClient raw = Endpoint.classic().raw();
  private final String date =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
          .withZone(ZoneOffset.UTC)
          .format(Instant.now());
  private final String day = date.substring(0, 8);

  @Test
  void no_authentication_at_all() {
    assertFails(
        request(),
        "MissingAuthenticationTokenException",
        "Request is missing Authentication Token");
  }

  @Test
  void a_header_of_another_scheme() {
    assertFails(
        request().header("Authorization", "Basic abc"),
        "MissingAuthenticationTokenException",
        "Request is missing Authentication Token");
  }

  @Test
  void both_header_and_query() {
    assertFails(
        post(raw.withQuery("X-Amz-Algorithm=AWS4-HMAC-SHA256"))
            .header("Authorization", "AWS4-HMAC-SHA256 x"),
        "InvalidSignatureException",
        "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
  }

  @Test
  void an_empty_header_lacks_all_parameters() {
    assertFails(
        request().header("Authorization", "AWS4-HMAC-SHA256 "),
        "IncompleteSignatureException",
        "Authorization header requires 'Credential' parameter. "
            + "Authorization header requires 'Signature' parameter. "
            + "Authorization header requires 'SignedHeaders' parameter. "
            + "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header."
            + " Authorization=AWS4-HMAC-SHA256");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Credential    | AWS4-HMAC-SHA256 SignedHeaders=host, Signature=a
          Signature     | AWS4-HMAC-SHA256 Credential=a, SignedHeaders=host
          SignedHeaders | AWS4-HMAC-SHA256 Credential=a, Signature=a
          """)
  void a_header_that_lacks_one_parameter(String parameter, String header) {
    assertFails(
        request().header("X-Amz-Date", date).header("Authorization", header),
        "IncompleteSignatureException",
        "Authorization header requires '%s' parameter. Authorization=%s"
            .formatted(parameter, header));
  }

  @Test
  void a_header_without_a_date() {
    var header =
        "AWS4-HMAC-SHA256 Credential=AKIA/%s/us-east-1/dynamodb/aws4_request,".formatted(day)
            + " SignedHeaders=host;x-amz-date, Signature=0123";

    assertFails(
        request().header("Authorization", header),
        "IncompleteSignatureException",
        "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header."
            + " Authorization="
            + header);
  }

  @Test
  void a_query_with_only_the_algorithm() {
    assertFails(
        post(raw.withQuery("X-Amz-Algorithm=AWS4-HMAC-SHA256")),
        "IncompleteSignatureException",
        "AWS query-string parameters must include 'X-Amz-Credential'. "
            + "AWS query-string parameters must include 'X-Amz-Signature'. "
            + "AWS query-string parameters must include 'X-Amz-SignedHeaders'. "
            + "AWS query-string parameters must include 'X-Amz-Date'. "
            + "Re-examine the query-string parameters.");
  }

  private RawResponse send(HttpRequest.Builder request) {
    return raw.send(request.build());
  }

  private void assertFails(HttpRequest.Builder request, String type, String text) {
    var response = send(request);

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.text()).contains("\"com.amazon.coral.service#" + type + "\"");
    assertThat(response.errorText()).isEqualTo(text);
  }

  private HttpRequest.Builder request() {
    return post(raw.unsigned());
  }

  private static HttpRequest.Builder post(HttpRequest.Builder request) {
    return request
        .header("Content-Type", "application/x-amz-json-1.0")
        .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
        .POST(BodyPublishers.ofString("{}"));
  }
}
