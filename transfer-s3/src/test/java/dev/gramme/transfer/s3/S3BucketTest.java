package dev.gramme.transfer.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.Bucket.Entry;
import dev.gramme.transfer.bucket.BucketAddress;
import dev.gramme.transfer.bucket.BucketException;
import dev.gramme.transfer.bucket.Encryption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;

/** Lists, reads and writes objects on an S3 server. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class S3BucketTest {
  private S3Server server;
  private S3Buckets buckets;
  private Bucket bucket;

  @BeforeEach
  void start() throws Exception {
    server = new S3Server().withBucket("films");
    buckets = S3Buckets.at(server.endpoint());
    bucket = open("films");
  }

  @AfterEach
  void stop() throws Exception {
    buckets.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5 << 20, (5 << 20) + 1, 12_345_678})
  void written_bytes_are_read_back(int size) throws IOException {
    byte[] bytes = new byte[size];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31 + (i >> 8));
    }

    String etag = write("a/b c+d.json", bytes);

    assertThat(read("a/b c+d.json")).isEqualTo(bytes);
    assertThat(etag).matches("[0-9a-f]{32}" + (size > 5 << 20 ? "-" + (size / (5 << 20) + 1) : ""));
    assertThat(bucket.list("", 10))
        .extracting(Entry::key, Entry::sizeBytes)
        .containsExactly(tuple("a/b c+d.json", (long) size));
  }

  @Test
  void a_listing_of_many_pages_is_in_the_order_of_keys() {
    IntStream.range(0, 1203).forEach(i -> write("in/" + i, bytes("x")));
    write("out/1", bytes("x"));
    write("in/folder/", bytes(""));

    assertThat(bucket.list("in/", 50_000))
        .hasSize(1203)
        .isSortedAccordingTo((a, b) -> a.key().compareTo(b.key()));
    assertThat(bucket.list("in/", 1101)).hasSize(1101);
    assertThat(bucket.list("none", 10)).isEmpty();
  }

  @Test
  void a_deleted_object_is_not_listed_and_may_be_deleted_again() {
    write("in/1", bytes("x"));
    write("in/2", bytes("x"));
    bucket.delete("in/1");
    bucket.delete("in/1");
    assertThat(bucket.list("in/", 10)).extracting(Entry::key).containsExactly("in/2");
    assertThatThrownBy(() -> read("in/1")).isInstanceOf(BucketException.class);
  }

  @Test
  void many_objects_are_deleted_with_several_requests_at_a_time() throws Exception {
    var together = new CyclicBarrier(8);
    var store =
        new ForwardingBlobStore(server.store()) {
          @Override
          public DeleteObjectResponse removeBlob(DeleteObjectRequest request) {
            try {
              together.await(20, TimeUnit.SECONDS); // breaks if fewer requests come at a time
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
              throw new IllegalStateException("the requests are sequential", e);
            }
            return super.removeBlob(request);
          }
        };
    IntStream.range(0, 64).forEach(i -> write("in/" + i, bytes("x")));
    write("out/1", bytes("x"));
    List<String> keys = bucket.list("in/", 100).stream().map(Entry::key).toList();
    try (var slow = new S3Server(store);
        var client =
            S3Buckets.at(
                slow.endpoint()
                    .withRetries(new Retries(1, Duration.ofMillis(1), Duration.ofMillis(1))))) {
      client.open(new BucketAddress("films", null, "000000000000")).deleteAll(keys);
      assertThat(bucket.list("", 10)).extracting(Entry::key).containsExactly("out/1");
    }
  }

  @Test
  void a_failed_deletion_of_many_objects_is_reported() {
    assertFault(
        () -> open("no-such-bucket").deleteAll(List.of("a", "b", "c")),
        "S3NoSuchBucket",
        "The specified bucket does not exist");
    bucket.deleteAll(List.of());
  }

  @Test
  void an_object_that_is_not_completed_does_not_exist() {
    try (var small = bucket.write("small", Encryption.DEFAULT);
        var large = bucket.write("large", Encryption.DEFAULT)) {
      small.write(bytes("half"), 0, 4);
      large.write(new byte[11 << 20], 0, 11 << 20);
      assertThat(server.store().listMultipartUploads("films")).hasSize(1);
      assertThat(bucket.list("", 10)).isEmpty();
    }

    assertThat(bucket.list("", 10)).isEmpty();
    assertThat(server.store().listMultipartUploads("films")).isEmpty();
  }

  @Test
  void faults_have_the_codes_and_messages_of_s3() {
    assertFault(() -> bucket.read("none"), "S3NoSuchKey", "The specified key does not exist.");
    Bucket missing = open("no-such-bucket");
    String text = "The specified bucket does not exist";
    assertFault(() -> missing.list("", 1), "S3NoSuchBucket", text);
    assertFault(() -> missing.read("a"), "S3NoSuchBucket", text);
    assertFault(() -> write(missing, "a", bytes("x")), "S3NoSuchBucket", text);
  }

  private Bucket open(String name) {
    return buckets.open(new BucketAddress(name, null, "000000000000"));
  }

  private static void assertFault(Runnable use, String code, String text) {
    assertThatThrownBy(use::run)
        .isInstanceOfSatisfying(
            BucketException.class,
            fault -> {
              assertThat(fault.code()).isEqualTo(code);
              assertThat(fault.text())
                  .startsWith(
                      text
                          + " (Service: Amazon S3; Status Code: 404; Error Code: "
                          + code.substring("S3".length())
                          + "; Request ID: ")
                  .endsWith("; Proxy: null)");
            });
  }

  private String write(String key, byte[] bytes) {
    return write(bucket, key, bytes);
  }

  private static String write(Bucket bucket, String key, byte[] bytes) {
    try (var upload = bucket.write(key, Encryption.DEFAULT)) {
      upload.write(bytes, 0, bytes.length);
      return upload.complete();
    }
  }

  private byte[] read(String key) throws IOException {
    try (var object = bucket.read(key)) {
      return object.readAllBytes();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
