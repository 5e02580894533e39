package dev.gramme.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AttributeValueTest {
  private static Binary binary(int... bytes) {
    var array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return Binary.copyOf(array);
  }

  @Test
  void each_value_has_its_type() {
    var values =
        List.of(
            new S(""),
            N.of(1),
            new B(binary()),
            new SS(List.of("a")),
            new NS(List.of(BigDecimal.ONE)),
            new BS(List.of(binary(1))),
            Bool.TRUE,
            Null.NULL,
            new L(List.of()),
            new M(Item.empty()));
    assertThat(values)
        .extracting(AttributeValue::type)
        .containsExactlyElementsOf(Arrays.asList(AttributeType.values()));
  }

  @Test
  void booleans_are_two_constants() {
    assertThat(Bool.of(true)).isSameAs(Bool.TRUE);
    assertThat(Bool.of(false)).isSameAs(Bool.FALSE);
    assertThat(Bool.TRUE.value()).isTrue();
    assertThat(Bool.FALSE.value()).isFalse();
  }

  @Test
  void equal_numbers_are_equal_values() {
    assertThat(new N(new BigDecimal("1.50"))).isEqualTo(new N(new BigDecimal("1.5")));
    assertThat(new N(new BigDecimal("1E2"))).isEqualTo(N.of(100));
  }

  @Test
  void sets_of_strings_are_in_the_order_of_their_utf8_bytes() {
    // UTF-16 units would have the last two the other way round.
    assertThat(new SS(List.of("\uD83D\uDE00", "b", "\uFF5E", "a", "b")).members())
        .containsExactly("a", "b", "\uFF5E", "\uD83D\uDE00");
  }

  @Test
  void sets_of_numbers_are_in_ascending_order_without_equal_members() {
    var numbers = List.of("10", "9", "-1", "9.0").stream().map(BigDecimal::new).toList();
    assertThat(new NS(numbers).members())
        .containsExactly(new BigDecimal("-1"), new BigDecimal("9"), DynamoNumber.parse("10"));
  }

  @Test
  void sets_of_binaries_are_in_the_order_of_unsigned_bytes() {
    assertThat(new BS(List.of(binary(200), binary(1, 2), binary(1), binary(200))).members())
        .containsExactly(binary(1), binary(1, 2), binary(200));
  }

  @Test
  void a_set_of_two_equal_members_has_one() {
    assertThat(new SS(List.of("a", "a")).members()).containsExactly("a");
  }

  @Test
  void lists_and_sets_are_copies() {
    var elements = new ArrayList<AttributeValue>(List.of(new S("a")));
    var members = new ArrayList<>(List.of("a"));
    var list = new L(elements);
    var set = new SS(members);
    elements.clear();
    members.clear();
    assertThat(list.elements()).hasSize(1);
    assertThat(set.members()).hasSize(1);
  }

  @Test
  void some_types_can_be_keys_and_some_are_sets() {
    assertThat(Arrays.stream(AttributeType.values()).filter(AttributeType::isScalarKey))
        .containsExactly(AttributeType.S, AttributeType.N, AttributeType.B);
    assertThat(Arrays.stream(AttributeType.values()).filter(AttributeType::isSet))
        .containsExactly(AttributeType.SS, AttributeType.NS, AttributeType.BS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KeyAttribute("pk", AttributeType.BOOL))
        .withMessage("a key attribute must have type S, N or B, not BOOL");
  }

  @ParameterizedTest
  @CsvSource({
    "S, STRING",
    "N, NUMBER",
    "B, BINARY",
    "SS, STRING_SET",
    "NS, NUMBER_SET",
    "BS, BINARY_SET",
    "BOOL, BOOL",
    "NULL, NULL",
    "L, LIST",
    "M, MAP"
  })
  void messages_have_long_names_of_types(AttributeType type, String name) {
    assertThat(type.longName()).isEqualTo(name);
  }

  @Test
  void binaries_compare_unsigned_bytes_and_a_prefix_is_smaller() {
    assertThat(binary(127)).isLessThan(binary(128));
    assertThat(binary(1)).isLessThan(binary(1, 0));
    assertThat(binary(1, 2)).isEqualByComparingTo(binary(1, 2));
    assertThat(binary(1, 2)).isEqualTo(binary(1, 2)).hasSameHashCodeAs(binary(1, 2));
    assertThat(binary(1, 2)).isNotEqualTo(binary(1, 3));
  }

  @Test
  void binaries_know_their_parts() {
    var binary = binary(1, 2, 3, 250);
    assertThat(binary.length()).isEqualTo(4);
    assertThat(binary.at(3)).isEqualTo((byte) 250);
    assertThat(binary.startsWith(binary(1, 2))).isTrue();
    assertThat(binary.startsWith(binary())).isTrue();
    assertThat(binary.startsWith(binary(2))).isFalse();
    assertThat(binary(1).startsWith(binary)).isFalse();
    assertThat(binary.contains(binary(2, 3, 250))).isTrue();
    assertThat(binary.contains(binary)).isTrue();
    assertThat(binary.contains(binary(3, 2))).isFalse();
    assertThat(binary(1).contains(binary)).isFalse();
  }

  @Test
  void binaries_are_shown_as_base64() {
    var binary = binary(1, 2, 3, 250);
    assertThat(binary.toBase64()).isEqualTo("AQID+g==");
    assertThat(binary).hasToString("AQID+g==");
    assertThat(Binary.fromBase64("AQID+g==")).isEqualTo(binary);
  }

  @Test
  void binaries_are_independent_of_arrays() {
    byte[] bytes = {1, 2};
    var binary = Binary.copyOf(bytes);
    bytes[0] = 9;
    binary.toByteArray()[1] = 9;
    assertThat(binary).isEqualTo(binary(1, 2));
    assertThat(binary.toByteArray()).containsExactly(1, 2);
  }
}
