package dev.gramme.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Wording;
import org.junit.jupiter.api.Tag;

/**
 * Any bytes, led by the code that they reach. With {@code -Dtests.excluded=} the seeds are run, and
 * with {@code JAZZER_FUZZ=1} in the environment the fuzzer looks for more. An ordinary build leaves
 * it out because its instrumentation takes seconds.
 */
@Tag("long")
class DecoderJazzerTest {
  @FuzzTest(maxDuration = "60s")
  void any_bytes_are_decoded_or_refused(byte[] body) {
    Structure request;
    try {
      request = RequestDecoder.decode(body, 0, body.length, Requests.EVERY_KIND);
    } catch (ApiError refused) {
      assertThat(refused.type()).isEqualTo(ErrorType.SERIALIZATION);
      return;
    }
    JsonSyntax.check(body, 0, body.length);
    try {
      Constraints.check(request, Wording.CURRENT);
    } catch (ApiError refused) {
      assertThat(refused.type()).isEqualTo(ErrorType.VALIDATION);
    }
    assertThat(request.toString()).startsWith("EveryKind(");
  }
}
