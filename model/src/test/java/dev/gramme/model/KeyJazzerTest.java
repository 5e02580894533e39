package dev.gramme.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.N;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/**
 * Coverage-guided fuzzing of key encodings: decoding returns an equal value, and the bytes keep the
 * order of the keys.
 */
@Tag("long")
class KeyJazzerTest {
  @FuzzTest(maxDuration = "30s")
  void keys_survive_a_round_trip_and_keep_their_order(FuzzedDataProvider data) {
    if (data.consumeBoolean()) {
      number(data.consumeString(50))
          .ifPresent(one ->
              number(data.consumeString(50))
                  .ifPresent(other -> check(new N(one), new N(other), one.compareTo(other))));
    } else {
      byte[] one = data.consumeBytes(40);
      byte[] other = data.consumeRemainingAsBytes();
      check(
          new B(Binary.copyOf(one)),
          new B(Binary.copyOf(other)),
          Arrays.compareUnsigned(one, other));
    }
  }

  private static Optional<BigDecimal> number(String text) {
    try {
      return Optional.of(DynamoNumber.parse(text));
    } catch (ApiError | IllegalArgumentException refused) {
      return Optional.empty();
    }
  }

  private static void check(AttributeValue one, AttributeValue other, int order) {
    byte[] first = encoded(one);
    byte[] second = encoded(other);
    assertThat(KeyCodec.read(new ByteReader(first), one.type())).isEqualTo(one);
    assertThat(Integer.signum(Arrays.compareUnsigned(first, second)))
        .isEqualTo(Integer.signum(order));
  }

  private static byte[] encoded(AttributeValue value) {
    var out = new ByteWriter(64);
    KeyCodec.write(out, value);
    return out.toByteArray();
  }
}
