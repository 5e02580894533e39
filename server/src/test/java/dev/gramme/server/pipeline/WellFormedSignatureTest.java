package dev.gramme.server.pipeline;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gramme.model.ApiError;
import dev.gramme.server.http.HttpFields;
import dev.gramme.server.http.HttpRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WellFormedSignatureTest {

  /** Cases of the form: a name, the target, header fields, {@code ----}, the outcome. */
  @TestFactory
  List<DynamicTest> signatures_have_the_outcomes_of_the_case_file() {
    var tests = new ArrayList<DynamicTest>();
    for (var text : resource().split("\n====\n")) {
      var halves = text.strip().split("\n----\n");
      var lines = halves[0].lines().toList();
      tests.add(
          DynamicTest.dynamicTest(
              lines.getFirst(),
              () ->
                  assertThat(
                          outcome(
                                  new WellFormedSignature(),
                                  request(lines.subList(1, lines.size())))
                              .strip())
                      .isEqualTo(halves[1])));
    }
    assertThat(tests).isNotEmpty();
    return tests;
  }

  @Test
  void a_signature_is_checked_independently_of_the_one_accepted_before() {
    var cases =
        Stream.of(resource().split("\n====\n"))
            .map(text -> text.strip().split("\n----\n"))
            .collect(
                toMap(halves -> request(halves[0].lines().skip(1).toList()), halves -> halves[1]));
    cases.forEach((first, ignored) -> {
      var authenticator = new WellFormedSignature();
      cases.forEach((second, expected) -> {
        outcome(authenticator, first);
        assertThat(outcome(authenticator, second).strip()).isEqualTo(expected);
      });
    });
  }

  private static HttpRequest request(List<String> lines) {
    var fields = new HashMap<String, String>();
    for (var line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(": ");
      fields.put(line.substring(0, colon), line.substring(colon + 2));
    }
    return new HttpRequest("POST", lines.getFirst(), HttpFields.of(fields), new byte[0]);
  }

  private static String outcome(WellFormedSignature authenticator, HttpRequest request) {
    var error = catchThrowableOfType(ApiError.class, () -> authenticator.authenticate(request));
    if (error != null) {
      return error.type().shape() + " " + error.getMessage();
    }
    var identity = authenticator.authenticate(request);
    return identity.keyId() + " in " + identity.region();
  }

  private static String resource() {
    try (var in = WellFormedSignatureTest.class.getResourceAsStream("/signatures.txt")) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
