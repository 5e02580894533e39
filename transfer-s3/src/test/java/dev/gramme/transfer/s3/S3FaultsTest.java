package dev.gramme.transfer.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.BucketAddress;
import dev.gramme.transfer.bucket.BucketException;
import dev.gramme.transfer.bucket.Encryption;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Reading and writing while the connection or the server fails. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class S3FaultsTest {
  private static final Retries PATIENT =
      new Retries(50, Duration.ofMillis(10), Duration.ofMillis(100));

  private final byte[] bytes = new byte[13 << 20];
  private S3Server server;
  private Link link;

  @BeforeEach
  void start() throws Exception {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31 + (i >> 8));
    }
    server = new S3Server(new TransientNio2BlobStore()).withBucket("films");
    link = new Link(server.endpoint().uri());
  }

  @AfterEach
  void stop() throws Exception {
    link.close();
    server.close();
  }

  @Test
  void a_read_continues_where_the_connection_was_lost() throws IOException {
    write(server.endpoint());
    try (var buckets = throughLink(PATIENT)) {
      link.cutEvery(3 << 20);

      assertThat(read(buckets)).isEqualTo(bytes);

      assertThat(link.cuts()).isEqualTo(4);
    }
  }

  @Test
  void a_read_fails_when_the_server_does_not_come_back() {
    write(server.endpoint());
    try (var buckets = throughLink(S3Server.SHORT)) {
      link.downAfter(3 << 20);

      assertCode(() -> read(buckets), "S3InternalError");
    }
  }

  @Test
  void an_object_that_was_replaced_while_it_was_read_is_not_read_to_its_end() throws Exception {
    write(server.endpoint());
    try (var buckets = throughLink(PATIENT);
        var object = bucket(buckets).read("large")) {
      assertThat(object.readNBytes(1000)).hasSize(1000);
      bytes[0]++;
      write(server.endpoint());
      link.cut();

      assertCode(object::readAllBytes, "S3PreconditionFailed");
    }
  }

  @Test
  void a_write_continues_when_the_connection_is_back() throws IOException {
    try (var buckets = throughLink(PATIENT)) {
      link.cutEvery((6 << 20) - 1000);

      assertThat(write(buckets)).endsWith("-3");

      assertThat(link.cuts()).isPositive();
      link.mend();
      assertThat(read(buckets)).isEqualTo(bytes);
    }
  }

  @Test
  void a_write_that_fails_leaves_no_object_and_the_next_one_clears_up() {
    try (var buckets = throughLink(S3Server.SHORT)) {
      link.downAfter(8 << 20);
      assertCode(() -> write(buckets), "S3InternalError");
      link.mend();
      assertThat(bucket(buckets).list("", 10)).isEmpty();
      assertThat(server.store().listMultipartUploads("films")).hasSize(1);

      write(buckets);

      assertThat(bucket(buckets).list("", 10)).hasSize(1);
      assertThat(server.store().listMultipartUploads("films")).isEmpty();
    }
  }

  @Test
  void uploads_that_a_process_has_left_are_aborted_after_a_time() {
    try (var buckets = throughLink(S3Server.SHORT)) {
      link.downAfter(8 << 20);
      assertCode(() -> write(buckets), "S3InternalError");
      link.mend();
      Instant now = Instant.now();
      bucket(buckets).removeIncomplete("", now.minus(Duration.ofDays(1)));
      bucket(buckets).removeIncomplete("small", now.plus(Duration.ofDays(1)));
      assertThat(server.store().listMultipartUploads("films")).hasSize(1);

      bucket(buckets).removeIncomplete("la", now.plus(Duration.ofDays(1)));

      assertThat(server.store().listMultipartUploads("films")).isEmpty();
    }
  }

  @Test
  void other_keys_and_other_secrets_are_refused() {
    var endpoint = server.endpoint();
    try (var stranger = S3Buckets.at(endpoint.withCredentials("stranger", "secret"));
        var liar = S3Buckets.at(endpoint.withCredentials("reader", "guess"))) {
      assertCode(() -> bucket(stranger).list("", 1), "S3InvalidAccessKeyId");
      assertCode(() -> bucket(liar).list("", 1), "S3SignatureDoesNotMatch");
    }
  }

  @Test
  void an_address_without_a_server_and_one_that_is_not_s3_give_different_faults() throws Exception {
    server.stop();
    try (var buckets = S3Buckets.at(server.endpoint())) {
      assertCode(() -> bucket(buckets).list("", 1), "S3InternalError");
    }
    try (var web = new Web(403, "<html>go away</html>");
        var buckets = S3Buckets.at(web.endpoint())) {
      assertCode(() -> bucket(buckets).list("", 1), "S3AccessDenied");
    }
    server.restart();
  }

  @Test
  void a_key_that_is_not_found_is_reported_as_one_of_the_key_service() throws Exception {
    String answer =
        "<Error><Code>KMS.NotFoundException</Code><Message>Invalid arn</Message></Error>";
    try (var web = new Web(400, answer);
        var buckets = S3Buckets.at(web.endpoint())) {
      assertCode(() -> bucket(buckets).list("", 1), "KmsNotFoundException");
    }
  }

  @Test
  void owner_and_encryption_are_handed_on() throws Exception {
    try (var web = new Web(200, "");
        var buckets = S3Buckets.at(web.endpoint())) {
      Bucket bucket = buckets.open(new BucketAddress("films", "123456789012", "000000000000"));
      write(bucket, new Encryption("KMS", "alias/films"), new byte[1]);
      write(bucket, new Encryption("AES256", null), new byte[1]);
      write(bucket, Encryption.DEFAULT, new byte[1]);

      assertThat(web.requests)
          .hasSize(3)
          .allSatisfy(headers -> {
            assertThat(headers.getFirst("x-amz-expected-bucket-owner")).isEqualTo("123456789012");
            assertThat(headers.getFirst("Content-MD5")).isEqualTo("k7iFrf4NoInN9jSQT9WfcQ==");
          })
          .extracting(headers -> headers.getFirst("x-amz-server-side-encryption"))
          .containsExactly("aws:kms", "AES256", null);
      assertThat(web.requests.getFirst())
          .containsEntry("X-amz-server-side-encryption-aws-kms-key-id", List.of("alias/films"));
    }
  }

  private S3Buckets throughLink(Retries retries) {
    var direct = server.endpoint();
    return S3Buckets.at(
        new S3Endpoint(
            link.uri(), direct.region(), direct.credentials(), direct.isPathStyle(), retries));
  }

  private static Bucket bucket(S3Buckets buckets) {
    return buckets.open(new BucketAddress("films", null, "000000000000"));
  }

  private void write(S3Endpoint endpoint) {
    try (var buckets = S3Buckets.at(endpoint)) {
      write(buckets);
    }
  }

  private String write(S3Buckets buckets) {
    return write(bucket(buckets), Encryption.DEFAULT, bytes);
  }

  private static String write(Bucket bucket, Encryption encryption, byte[] content) {
    try (var upload = bucket.write("large", encryption)) {
      upload.write(content, 0, content.length);
      return upload.complete();
    }
  }

  private static byte[] read(S3Buckets buckets) throws IOException {
    try (var object = bucket(buckets).read("large")) {
      return object.readAllBytes();
    }
  }

  private interface Use {
    void run() throws IOException;
  }

  private static void assertCode(Use use, String code) {
    assertThatThrownBy(use::run)
        .isInstanceOfSatisfying(
            BucketException.class, fault -> assertThat(fault.code()).isEqualTo(code));
  }

  /** A web server that gives the same response to every request and records the request headers. */
  private static final class Web implements AutoCloseable {
    final List<Headers> requests = new CopyOnWriteArrayList<>();
    private final HttpServer http;

    Web(int status, String body) throws IOException {
      this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      http.createContext(
          "/",
          exchange -> {
            try (exchange) {
              requests.add(exchange.getRequestHeaders());
              exchange.getRequestBody().readAllBytes();
              exchange.getResponseHeaders().add("ETag", "\"e\"");
              byte[] answer = body.getBytes(StandardCharsets.US_ASCII);
              exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
              exchange.getResponseBody().write(answer);
            }
          });
      http.start();
    }

    S3Endpoint endpoint() {
      return S3Endpoint.of(
              URI.create("http://127.0.0.1:" + http.getAddress().getPort()), "us-east-1")
          .withCredentials("reader", "secret")
          .withRetries(S3Server.SHORT);
    }

    @Override
    public void close() {
      http.stop(0);
    }
  }
}
