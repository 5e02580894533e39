package dev.gramme.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Wording;
import org.junit.jupiter.api.Tag;

/** Coverage-guided fuzzing: every byte sequence is decoded or rejected, without a timeout. */
@Tag("long")
class DecoderJazzerTest {
  @FuzzTest(maxDuration = "30s")
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
