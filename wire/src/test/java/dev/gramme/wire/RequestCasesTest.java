package dev.gramme.wire;

import dev.gramme.model.ApiError;
import dev.gramme.model.Wording;
import dev.gramme.testkit.CaseFile;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Case files with requests and the responses of the service. The input of a case is the name of a
 * shape of {@link Requests}, the wording (default: classic) and a body. The expected output is the
 * error, or the decoded request as JSON.
 */
class RequestCasesTest {
  @ParameterizedTest
  @ValueSource(strings = {"serialization.cases", "values.cases", "constraints.cases"})
  void requests_are_decoded_or_rejected_like_the_service_does(String file) {
    CaseFile.check(RequestCasesTest.class, file, RequestCasesTest::answer);
  }

  private static String answer(String input) {
    int lineEnd = input.indexOf('\n');
    String[] head = input.substring(0, lineEnd).split(" ", -1);
    Wording wording = head.length > 1 ? Wording.valueOf(head[1]) : Wording.CLASSIC;
    byte[] body = input.substring(lineEnd + 1).getBytes(StandardCharsets.UTF_8);
    try {
      Structure request = RequestDecoder.decode(body, 0, body.length, Requests.shape(head[0]));
      Constraints.check(request, wording);
      for (Member<?> member : request.shape().members()) {
        Object value = request.get(member);
        if (value instanceof WireItem item) {
          item.item(wording);
        } else if (value instanceof WireValue single) {
          single.value(wording);
        }
      }
      return EchoJson.of(request);
    } catch (ApiError error) {
      return error.type().shape() + error.text().map(text -> ": " + text).orElse("");
    }
  }
}
