package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

/** Tests the header fields that a {@link Signer} makes, with and without a valid signature. */
final class SignerTest {
  private static final URI ENDPOINT = URI.create("http://127.0.0.1:8000/");

  @Test
  void a_valid_signature_covers_target_and_body() {
    var signer = Signer.valid("AKID", "secret");
    var fields = signer.fields(ENDPOINT, "GetItem", "{}");
    assertThat(fields)
        .containsEntry("X-Amz-Target", "DynamoDB_20120810.GetItem")
        .containsEntry(
            "x-amz-content-sha256",
            "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")
        .containsKey("X-Amz-Date")
        .doesNotContainKey("Host");
    assertThat(fields.get("Authorization"))
        .startsWith("AWS4-HMAC-SHA256 Credential=AKID/")
        .contains("/us-east-1/dynamodb/aws4_request")
        .contains("host;", "x-amz-target")
        .isNotEqualTo(signer.fields(ENDPOINT, "GetItem", "{\"a\":1}").get("Authorization"));
  }

  @Test
  void without_verification_every_request_has_the_same_signature() {
    assertThat(Signer.FORMAL.fields(ENDPOINT, "GetItem", "{}"))
        .isEqualTo(Signer.FORMAL.fields(ENDPOINT, "GetItem", "{\"a\":1}"))
        .containsKeys("Authorization", "X-Amz-Date", "Content-Type", "X-Amz-Target");
  }
}
