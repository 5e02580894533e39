package dev.gramme.model.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.BS;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.NS;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.Binary;
import dev.gramme.model.Item;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The sizes of values in responses and in memory, as the sums that their comments describe. */
final class SizesTest {
  private static final Binary BINARY = Binary.copyOf(new byte[4]);

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(new S("ab"), 10 + 5, 16 + 48 + 2),
        Arguments.of(new S("\n\"\\é"), 10 + 3 + 18 + 3, 16 + 48 + 4),
        Arguments.of(N.of(1), 10 + 51, 16 + 96),
        Arguments.of(new B(BINARY), 10 + 3 + 8, 16 + 56 + 4),
        Arguments.of(Bool.TRUE, 15, 0),
        Arguments.of(Null.NULL, 14, 0),
        Arguments.of(new SS(List.of("a", "bc")), 10 + 2 + 4 + 5, 80 + 2 * (8 + 48) + 3),
        Arguments.of(
            new NS(List.of(BigDecimal.ONE, BigDecimal.TWO)), 10 + 2 + 2 * 51, 80 + 2 * 104),
        Arguments.of(new BS(List.of(BINARY)), 10 + 2 + 3 + 8, 80 + 8 + 56 + 4),
        Arguments.of(new L(List.of(Null.NULL, N.of(1))), 10 + 2 + 14 + 61, 80 + 2 * 8 + 112),
        Arguments.of(new M(Item.of("ab", Null.NULL)), 10 + 2 + 5 + 14, 16 + 144 + 64 + 48 + 2));
  }

  @ParameterizedTest
  @MethodSource("values")
  void a_value_has_a_size_in_responses_and_in_memory(
      AttributeValue value, long answerBytes, long heapBytes) {
    assertThat(AnswerSize.of(value)).isEqualTo(answerBytes);
    assertThat(HeapSize.of(value)).isEqualTo(heapBytes);
    assertThat(AnswerSize.of(Item.of("k", value))).isEqualTo(2 + 4 + answerBytes);
    assertThat(HeapSize.of(Item.of("k", value))).isEqualTo(144 + 64 + 49 + heapBytes);
  }
}
