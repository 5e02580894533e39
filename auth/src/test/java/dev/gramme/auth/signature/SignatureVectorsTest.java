package dev.gramme.auth.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Requests and their signatures from the published test suite of Signature Version 4. All are
 * signed with its example key at 12:36 on 30 August 2015 for the service {@code service}.
 */
class SignatureVectorsTest {
  private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
  private static final String DATE = "20150830T123600Z";
  private static final Scope SCOPE = new Scope("20150830", "us-east-1", "service");

  private final Map<String, List<String>> fields = new LinkedHashMap<>();

  private SignatureVectorsTest field(String name, String value) {
    fields.computeIfAbsent(name.toLowerCase(Locale.ROOT), any -> new ArrayList<>()).add(value);
    return this;
  }

  private CanonicalRequest request(String method, String path, String query, String body) {
    field("Host", "example.amazonaws.com").field("X-Amz-Date", DATE);
    return CanonicalRequest.of(
        method,
        path,
        query,
        List.copyOf(fields.keySet()),
        name -> fields.getOrDefault(name, List.of()),
        body.getBytes(UTF_8));
  }

  private static String signature(CanonicalRequest request) {
    byte[] key = SignatureVerifier.signingKey(SECRET, SCOPE);
    return SignatureVerifier.signature(key, SCOPE, DATE, request);
  }

  @Test
  void a_plain_get() {
    assertThat(signature(request("GET", "/", "", "")))
        .isEqualTo("5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
  }

  @Test
  void a_plain_post() {
    assertThat(signature(request("POST", "/", "", "")))
        .isEqualTo("5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b");
  }

  @Test
  void parameters_are_sorted() {
    assertThat(signature(request("GET", "/", "Param2=value2&Param1=value1", "")))
        .isEqualTo("b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500");
  }

  @Test
  void blanks_in_fields_are_collapsed() {
    field("My-Header1", " value1").field("My-Header2", " \"a   b   c\"");
    assertThat(signature(request("GET", "/", "", "")))
        .isEqualTo("acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736");
  }

  @Test
  void repeated_fields_are_joined_in_their_order() {
    field("My-Header1", "value2").field("My-Header1", "value2").field("My-Header1", "value1");
    assertThat(signature(request("GET", "/", "", "")))
        .isEqualTo("c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea");
  }

  @Test
  void the_key_of_the_guide_is_derived() {
    byte[] key = SignatureVerifier.signingKey(SECRET, new Scope("20150830", "us-east-1", "iam"));
    assertThat(Hash.hex(key))
        .isEqualTo("c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9");
  }

  @Test
  void a_signature_is_valid_only_for_its_request() {
    var verifier = new SignatureVerifier();
    CanonicalRequest request = request("POST", "/", "", "{}");
    String right = signature(request);
    assertThat(verifier.verify("AKIDEXAMPLE", SECRET, SCOPE, DATE, request, right)).isTrue();
    assertThat(verifier.verify("AKIDEXAMPLE", SECRET, SCOPE, DATE, request, right)).isTrue();
    CanonicalRequest changed =
        CanonicalRequest.of(
            "POST",
            "/",
            "",
            List.copyOf(fields.keySet()),
            name -> fields.getOrDefault(name, List.of()),
            "{ }".getBytes(UTF_8));
    assertThat(verifier.verify("AKIDEXAMPLE", SECRET, SCOPE, DATE, changed, right)).isFalse();
    assertThat(verifier.verify("AKIDEXAMPLE", SECRET, SCOPE, "20150830T123601Z", request, right))
        .isFalse();
    assertThat(verifier.verify("OTHER", "other", SCOPE, DATE, request, right)).isFalse();
    assertThat(verifier.verify("AKIDEXAMPLE", SECRET, SCOPE, DATE, request, "")).isFalse();
  }
}
