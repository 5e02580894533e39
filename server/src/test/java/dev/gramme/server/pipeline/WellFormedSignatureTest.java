package dev.gramme.server.pipeline;

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
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class WellFormedSignatureTest {

  /** Cases: a name, the target, header fields, {@code ----}, the outcome. */
  @TestFactory
  List<DynamicTest> signatures() {
    var tests = new ArrayList<DynamicTest>();
    for (var text : resource().split("\n====\n")) {
      var halves = text.strip().split("\n----\n");
      var lines = halves[0].lines().toList();
      tests.add(
          DynamicTest.dynamicTest(
              lines.getFirst(),
              () ->
                  assertThat(outcome(lines.subList(1, lines.size())).strip())
                      .isEqualTo(halves[1])));
    }
    assertThat(tests).isNotEmpty();
    return tests;
  }

  private static String outcome(List<String> lines) {
    var fields = new HashMap<String, String>();
    for (var line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(": ");
      fields.put(line.substring(0, colon), line.substring(colon + 2));
    }
    var request = new HttpRequest("POST", lines.getFirst(), HttpFields.of(fields), new byte[0]);
    var authenticator = new WellFormedSignature();
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
