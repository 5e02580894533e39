package dev.gramme.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.api.transfer.BucketShapes;
import dev.gramme.model.ApiError;
import dev.gramme.model.Wording;
import dev.gramme.wire.Constraints;
import dev.gramme.wire.Member;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.StringShape;
import dev.gramme.wire.StructureShape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The patterns of members match texts of any length that clients send. */
class PatternsTest {
  private static void check(StringShape shape, String text) {
    var structure = StructureShape.of("Input", Member.optional("Text", shape));
    byte[] body = ("{\"Text\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
    Constraints.check(RequestDecoder.decode(body, 0, body.length, structure), Wording.CLASSIC);
  }

  @Test
  void bucket_names_match_the_services_pattern() {
    for (String name : List.of("ab", "a-b", "a..b", "bucket_1", "A0")) {
      assertThat(name.matches("[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+")).isTrue();
      check(BucketShapes.BUCKET, name);
    }
    for (String name : List.of("a", "-ab", "ab-", "a!b", "")) {
      assertThat(name.matches("[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+")).isFalse();
      assertThatThrownBy(() -> check(BucketShapes.BUCKET, name))
          .hasMessageContaining("pattern: ^[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+$");
    }
  }

  /** With the service's own pattern this would take days. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_long_bucket_name_is_matched_in_linear_time() {
    assertThatThrownBy(() -> check(BucketShapes.BUCKET, "a".repeat(8 << 20) + "!"))
        .isInstanceOf(ApiError.class);
  }
}
