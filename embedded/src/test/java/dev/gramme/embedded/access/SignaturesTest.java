package dev.gramme.embedded.access;

import static dev.gramme.embedded.access.SecuredDatabase.ROOT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.auth.identity.Identities;
import dev.gramme.embedded.Gramme;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Requests that the AWS SDK signs: with valid and invalid keys, and modified in transit. */
class SignaturesTest {
  private static void assertFails(String code, String text, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            error -> {
              assertThat(error.awsErrorDetails().errorCode()).isEqualTo(code);
              assertThat(error.awsErrorDetails().errorMessage()).matches(text);
            });
  }

  private static final String MISMATCH =
      "The request signature we calculated does not match the signature you provided.*";

  @Test
  void requests_with_a_valid_signature_succeed_only_in_the_region_of_the_database()
      throws Exception {
    try (var database = SecuredDatabase.open()) {
      assertThat(database.client(ROOT).listTables().tableNames()).isEmpty();
      var elsewhere = database.client(ROOT, ROOT + "-secret", Region.EU_WEST_3);
      assertFails(
          "InvalidSignatureException",
          "Credential should be scoped to a valid region, not 'eu-west-3'\\. ",
          elsewhere::listTables);
      assertFails(
          "InvalidSignatureException",
          "Credential should be scoped to a valid region, not 'eu-west-3'\\. ",
          () -> SecuredDatabase.createTable(elsewhere, "people"));
      assertThat(database.streams(ROOT).listStreams().streams()).isEmpty();
    }
  }

  @Test
  void a_wrong_secret_and_an_unknown_key_give_different_errors() throws Exception {
    try (var database = SecuredDatabase.open()) {
      assertFails(
          "InvalidSignatureException",
          MISMATCH,
          () -> database.client(ROOT, "wrong", Region.US_EAST_1).listTables());
      assertFails(
          "UnrecognizedClientException",
          "The security token included in the request is invalid[.]",
          () -> database.client("AKIDNOBODY").listTables());
      assertFails(
          "UnrecognizedClientException",
          "The security token included in the request is invalid[.]",
          () -> database.gramme().client().listTables());
    }
  }

  @Test
  void requests_modified_in_transit_are_rejected() throws Exception {
    try (var database = SecuredDatabase.open()) {
      assertFails(
          "InvalidSignatureException", MISMATCH, () -> changed(database, SignaturesTest::body));
      assertFails(
          "InvalidSignatureException",
          MISMATCH,
          () ->
              changed(
                  database,
                  request ->
                      withField(request, "X-Amz-Target", "DynamoDB_20120810.DescribeLimits")));
      assertFails(
          "InvalidSignatureException",
          MISMATCH,
          () -> changed(database, request -> withField(request, "Host", "elsewhere.test")));
      changed(database, request -> withField(request, "X-Unsigned", "anything"));
    }
  }

  private static void changed(SecuredDatabase database, UnaryOperator<HttpExecuteRequest> change) {
    try (var client =
        client(
            new ChangingClient(database.gramme().httpClient(), change),
            AwsBasicCredentials.create(ROOT, ROOT + "-secret"))) {
      client.listTables();
    }
  }

  private static HttpExecuteRequest body(HttpExecuteRequest request) {
    ContentStreamProvider other = () -> new ByteArrayInputStream("{\"Limit\":7}".getBytes(UTF_8));
    return HttpExecuteRequest.builder()
        .request(request.httpRequest())
        .contentStreamProvider(other)
        .build();
  }

  private static HttpExecuteRequest withField(
      HttpExecuteRequest request, String name, String value) {
    var changed =
        ((SdkHttpFullRequest) request.httpRequest()).toBuilder().putHeader(name, value).build();
    return HttpExecuteRequest.builder()
        .request(changed)
        .contentStreamProvider(request.contentStreamProvider().orElse(null))
        .build();
  }

  /** Modifies requests after the SDK has signed them. */
  private record ChangingClient(SdkHttpClient client, UnaryOperator<HttpExecuteRequest> change)
      implements SdkHttpClient {
    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      return client.prepareRequest(change.apply(request));
    }

    @Override
    public void close() {
      client.close();
    }
  }

  private static DynamoDbClient client(SdkHttpClient http, AwsCredentials credentials) {
    return DynamoDbClient.builder()
        .httpClient(http)
        .region(Region.US_EAST_1)
        .endpointOverride(URI.create("http://gramme.test"))
        .credentialsProvider(StaticCredentialsProvider.create(credentials))
        .build();
  }

  @Test
  void a_signature_is_valid_for_fifteen_minutes_of_the_databases_clock() throws Exception {
    String form = "[0-9]{8}T[0-9]{6}Z";
    var slow = Instant.now().plus(Duration.ofMinutes(16));
    try (var database = SecuredDatabase.open(InstantSource.fixed(slow))) {
      assertFails(
          "InvalidSignatureException",
          "Signature expired: FORM is now earlier than FORM \\(FORM - 15 min[.]\\)"
              .replace("FORM", form),
          () -> database.client(ROOT).listTables());
    }
    var fast = Instant.now().minus(Duration.ofMinutes(16));
    try (var database = SecuredDatabase.open(InstantSource.fixed(fast))) {
      assertFails(
          "InvalidSignatureException",
          "Signature not yet current: FORM is still later than FORM \\(FORM [+] 15 min[.]\\)"
              .replace("FORM", form),
          () -> database.client(ROOT).listTables());
    }
    var near = Instant.now().plus(Duration.ofMinutes(14));
    try (var database = SecuredDatabase.open(InstantSource.fixed(near))) {
      database.client(ROOT).listTables();
    }
  }

  @Test
  void a_session_needs_its_token_until_it_expires() throws Exception {
    String later = Instant.now().plus(Duration.ofHours(1)).toString();
    try (var gramme = session(later);
        var right =
            client(gramme.httpClient(), AwsSessionCredentials.create("ASIASESSION", "s", "token"));
        var wrong =
            client(gramme.httpClient(), AwsSessionCredentials.create("ASIASESSION", "s", "other"));
        var without = client(gramme.httpClient(), AwsBasicCredentials.create("ASIASESSION", "s"))) {
      right.listTables();
      String text = "The security token included in the request is invalid";
      assertFails("UnrecognizedClientException", text, wrong::listTables);
      assertFails("UnrecognizedClientException", text, without::listTables);
    }
    String earlier = Instant.now().minus(Duration.ofHours(1)).toString();
    try (var gramme = session(earlier);
        var client =
            client(
                gramme.httpClient(), AwsSessionCredentials.create("ASIASESSION", "s", "token"))) {
      assertFails(
          "ExpiredTokenException",
          "The security token included in the request is expired",
          client::listTables);
    }
  }

  private static Gramme session(String expires) throws Exception {
    var identities =
        Identities.parse(
            """
            {"identities":[{"accessKeyId":"ASIASESSION","secretAccessKey":"s",
              "sessionToken":"token","expires":"%s","arn":"arn:aws:iam::000000000000:root"}]}
            """
                .formatted(expires),
            Gramme.ACCOUNT);
    return Gramme.builder().identities(identities).inMemory();
  }
}
