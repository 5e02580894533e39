package dev.gramme.server.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gramme.auth.identity.Identities;
import dev.gramme.auth.identity.IdentitiesException;
import dev.gramme.model.ApiError;
import dev.gramme.server.http.HttpFields;
import dev.gramme.server.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import org.junit.jupiter.api.Tag;

/** Random header fields, guided by code coverage: all are refused, none is accepted. */
@Tag("long")
class SignatureJazzerTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-21T08:00:00Z"));

  /** Parts of valid headers, so that the deeper checks are reached too. */
  private static final String[] PIECES = {
    "AWS4-HMAC-SHA256 ",
    "Credential=A/20261121/us-east-1/dynamodb/aws4_request",
    "SignedHeaders=host;x-amz-date;x-amz-target",
    "SignedHeaders=host",
    "Signature=",
    "0123456789abcdef",
    ", ",
    ",",
    " ",
    ";",
    "=",
    "/",
    "AWS4-",
  };

  private final VerifiedSignature verified;

  SignatureJazzerTest() throws IdentitiesException {
    var identities =
        Identities.parse(
            """
            {"identities":[{"accessKeyId":"A","secretAccessKey":"secret",
              "arn":"arn:aws:iam::000000000000:root"}]}\
            """,
            "000000000000");
    verified = new VerifiedSignature(() -> identities, CLOCK, region -> true);
  }

  @FuzzTest(maxDuration = "30s")
  void no_invented_header_is_accepted(FuzzedDataProvider data) {
    var authorization = new StringBuilder();
    for (int i = data.consumeInt(0, 12); i > 0; i--) {
      authorization.append(data.consumeBoolean() ? data.pickValue(PIECES) : data.consumeString(8));
    }
    var fields = new HashMap<String, String>();
    fields.put("Authorization", authorization.toString());
    fields.put("Host", "gramme.test");
    fields.put("X-Amz-Date", data.consumeBoolean() ? "20261121T080000Z" : data.consumeString(20));
    String target = data.consumeBoolean() ? "/" : "/?" + data.consumeString(60);
    byte[] body = data.consumeRemainingAsString().getBytes(StandardCharsets.UTF_8);
    var request = new HttpRequest("POST", target, HttpFields.of(fields), body);
    assertThat(catchThrowableOfType(ApiError.class, () -> verified.authenticate(request)))
        .as(authorization.toString())
        .isNotNull();
  }
}
