package dev.gramme.conformance.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.RawClient;
import dev.gramme.conformance.support.RawResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP requests and responses, and errors that are reported before the operation is known. */
class HttpProtocolTest {
  private static final String JSON_1_0 = "application/x-amz-json-1.0";
  private static final String LIST_TABLES = "DynamoDB_20120810.ListTables";
  private static final int LIMIT_BYTES = 16 * 1024 * 1024;

  private final RawClient raw = Endpoint.classic().raw();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/x-amz-json-1.0",
        "application/json",
        "application/x-amz-json-1.0; charset=utf-8",
        "application/json;anything"
      })
  void two_content_types_are_accepted_with_any_parameters(String type) {
    var response = post(type, LIST_TABLES, "{}");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.header("Content-Type")).isEqualTo(type.split(";", 2)[0].strip());
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/x-amz-json-1.1", "text/plain", "application/xml"})
  void any_other_content_type_is_not_found(String type) {
    assertNotFound(post(type, LIST_TABLES, "{}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "PATCH"})
  void any_other_method_is_not_found(String method) {
    assertNotFound(raw.send(raw.unsigned().method(method, BodyPublishers.ofString("{}")).build()));
  }

  @Test
  void get_reports_that_the_server_is_healthy() {
    var response = raw.send(raw.unsigned().GET().build());

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.text()).isEqualTo("healthy: dynamodb.us-east-1.amazonaws.com ");
    assertThat(response.header("x-amz-crc32")).isEqualTo("3128867991");
  }

  @Test
  void responses_carry_the_headers_of_the_service() {
    var response = post(JSON_1_0, LIST_TABLES, "{}");

    assertThat(response.header("Server")).isEqualTo("Server");
    assertThat(response.header("Date")).endsWith(" GMT");
    assertThat(response.header("x-amzn-RequestId")).matches("[A-Z0-9]{52}");
    assertThat(response.header("Content-Length")).isEqualTo("" + response.body().length);
    assertCrc(response);
  }

  @Test
  void every_request_has_a_different_id() {
    assertThat(post(JSON_1_0, LIST_TABLES, "{}").header("x-amzn-RequestId"))
        .isNotEqualTo(post(JSON_1_0, LIST_TABLES, "{}").header("x-amzn-RequestId"));
  }

  @Test
  void errors_carry_a_checksum_and_an_id_too() {
    var response = post(JSON_1_0, "DynamoDB_20120810.GetItem", "{}");

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.header("x-amzn-RequestId")).matches("[A-Z0-9]{52}");
    assertCrc(response);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{\"TableName\":}", "[", "nonsense", "{\"a\":1,}", "{'a':1}"})
  void malformed_json_is_a_serialization_exception_without_text(String body) {
    var response = post(JSON_1_0, LIST_TABLES, body);

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.text())
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#SerializationException\"}");
    assertThat(response.header("x-amz-crc32")).isEqualTo("3948637019");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DynamoDB_20120810.Nothing", "DynamoDB_20111205.ListTables", "x", ""})
  void an_unknown_target_is_an_unknown_operation(String target) {
    assertUnknownOperation(post(JSON_1_0, target, "{}"));
  }

  @Test
  void a_missing_target_is_an_unknown_operation() {
    assertUnknownOperation(raw.post(Map.of("Content-Type", JSON_1_0), "{}".getBytes(UTF_8)));
  }

  @Test
  void an_empty_body_is_a_serialization_exception_without_text() {
    assertThat(post(JSON_1_0, LIST_TABLES, "").text())
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#SerializationException\"}");
  }

  @Test
  void the_syntax_is_checked_before_the_target() {
    assertThat(post(JSON_1_0, "DynamoDB_20120810.Nothing", "{").text())
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#SerializationException\"}");
  }

  @Test
  void the_content_type_is_checked_before_the_syntax() {
    assertNotFound(post("text/plain", LIST_TABLES, "{"));
  }

  @Test
  void an_empty_body_without_authentication_is_a_missing_token() {
    var response =
        raw.send(
            raw.unsigned()
                .header("Content-Type", JSON_1_0)
                .header("X-Amz-Target", LIST_TABLES)
                .POST(BodyPublishers.noBody())
                .build());

    assertThat(response.errorType()).isEqualTo("MissingAuthenticationTokenException");
  }

  @Test
  void an_origin_is_allowed() {
    var headers =
        Map.of("Content-Type", JSON_1_0, "X-Amz-Target", LIST_TABLES, "Origin", "https://a.test");

    assertThat(raw.post(headers, "{}".getBytes(UTF_8)).header("Access-Control-Allow-Origin"))
        .isEqualTo("*");
  }

  @Test
  void a_preflight_request_is_answered() {
    var response =
        raw.send(
            raw.unsigned()
                .header("Origin", "https://a.test")
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "x-amz-target,x-amz-date")
                .method("OPTIONS", BodyPublishers.noBody())
                .build());

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
    assertThat(response.header("Access-Control-Allow-Origin")).isEqualTo("*");
    assertThat(response.header("Access-Control-Allow-Methods")).isEqualTo("POST");
    assertThat(response.header("Access-Control-Allow-Headers"))
        .isEqualTo("x-amz-target,x-amz-date");
    assertThat(response.header("Access-Control-Max-Age")).isEqualTo("172800");
  }

  @Test
  void describe_endpoints_returns_the_host_and_port_of_the_request() {
    assertThat(raw.call("DescribeEndpoints", "{}").text())
        .contains("\"Address\":\"" + Endpoint.classic().uri().getAuthority() + "\"");
  }

  @Test
  void a_body_of_more_than_16_megabytes_is_too_large() {
    var response = post(JSON_1_0, LIST_TABLES, " ".repeat(LIMIT_BYTES - 1) + "{}");

    assertThat(response.status()).isEqualTo(413);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void a_body_of_16_megabytes_is_accepted() {
    assertThat(post(JSON_1_0, LIST_TABLES, "{}" + " ".repeat(LIMIT_BYTES - 2)).status())
        .isEqualTo(200);
  }

  @Test
  void headers_of_more_than_16_kilobytes_are_refused() {
    var headers =
        Map.of("Content-Type", JSON_1_0, "X-Amz-Target", LIST_TABLES, "X-Long", "x".repeat(17_000));

    assertThat(raw.post(headers, "{}".getBytes(UTF_8)).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({"gzip", "deflate"})
  void compressed_requests_are_decompressed(String coding) throws IOException {
    assertThat(compressed(coding, compress(coding, "{\"Limit\":0}")).errorType())
        .isEqualTo("ValidationException");
  }

  @Test
  void a_body_may_consist_of_several_gzip_members() throws IOException {
    var body = new ByteArrayOutputStream();
    body.write(compress("gzip", "{\"Limit\""));
    body.write(compress("gzip", ":0}"));

    assertThat(compressed("gzip", body.toByteArray()).errorType()).isEqualTo("ValidationException");
  }

  @Test
  void corrupt_compression_is_an_internal_error() {
    var response = compressed("gzip", "not gzip at all".getBytes(UTF_8));

    assertThat(response.status()).isEqualTo(500);
    assertThat(response.errorType()).isEqualTo("InternalServerError");
  }

  @Test
  void a_body_that_decompresses_to_more_than_16_megabytes_is_an_internal_error()
      throws IOException {
    var response = compressed("gzip", compress("gzip", "{}" + " ".repeat(LIMIT_BYTES)));

    assertThat(response.status()).isEqualTo(500);
    assertThat(response.errorType()).isEqualTo("InternalServerError");
  }

  @Test
  void an_unknown_content_coding_is_an_error() {
    assertThat(compressed("br", "{}".getBytes(UTF_8)).status()).isNotEqualTo(200);
  }

  @Test
  void large_responses_are_compressed_on_request_and_the_checksum_covers_the_sent_bytes()
      throws IOException {
    var response = longError("gzip");

    assertThat(response.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(response.body().length).isLessThan(4096);
    assertCrc(response);
    try (var in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
      assertThat(new String(in.readAllBytes(), UTF_8)).contains("x".repeat(6000));
    }
  }

  @Test
  void large_responses_are_plain_if_compression_is_not_requested() {
    var response = longError("identity");

    assertThat(response.header("Content-Encoding")).isEmpty();
    assertThat(response.text()).contains("x".repeat(6000));
    assertCrc(response);
  }

  @Test
  void small_responses_are_plain() {
    var headers =
        Map.of(
            "Content-Type", JSON_1_0,
            "X-Amz-Target", "DynamoDB_20120810.GetItem",
            "Accept-Encoding", "gzip");

    assertThat(raw.post(headers, "{}".getBytes(UTF_8)).header("Content-Encoding")).isEmpty();
  }

  /** The error repeats the table name, which makes a long answer without a table. */
  private RawResponse longError(String acceptEncoding) {
    var headers =
        Map.of(
            "Content-Type", JSON_1_0,
            "X-Amz-Target", "DynamoDB_20120810.GetItem",
            "Accept-Encoding", acceptEncoding);
    var body = "{\"TableName\":\"" + "x".repeat(6000) + "\",\"Key\":{\"pk\":{\"S\":\"a\"}}}";
    return raw.post(headers, body.getBytes(UTF_8));
  }

  private RawResponse post(String contentType, String target, String body) {
    return raw.post(
        Map.of("Content-Type", contentType, "X-Amz-Target", target), body.getBytes(UTF_8));
  }

  private RawResponse compressed(String coding, byte[] body) {
    return raw.post(
        Map.of("Content-Type", JSON_1_0, "X-Amz-Target", LIST_TABLES, "Content-Encoding", coding),
        body);
  }

  private static byte[] compress(String coding, String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out =
        coding.equals("gzip") ? new GZIPOutputStream(bytes) : new DeflaterOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static void assertNotFound(RawResponse response) {
    assertThat(response.status()).isEqualTo(404);
    assertThat(response.text()).isEqualTo("<UnknownOperationException/>\n");
    assertThat(response.header("x-amz-crc32")).isEqualTo("3552371480");
  }

  private static void assertUnknownOperation(RawResponse response) {
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.text())
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#UnknownOperationException\"}");
    assertThat(response.header("x-amz-crc32")).isEqualTo("1368724161");
  }

  private static void assertCrc(RawResponse response) {
    var crc = new CRC32();
    crc.update(response.body());
    assertThat(response.header("x-amz-crc32")).isEqualTo("" + crc.getValue());
  }
}
