package dev.gramme.apps.grid.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FieldTypeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1E39",
        "-1E39",
        "1E-39",
        "10E2147483646",
        "10E2147483647",
        "100E2147483647",
        "1E-2147483647",
        "123456789012345678901234567890123456789"
      })
  void a_decimal_with_more_than_38_digits_is_refused_with_a_message_for_users(String text) {
    assertThatThrownBy(() -> FieldType.DECIMAL.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a number must have at most 38 digits");
  }

  @Test
  void decimals_within_the_limit_are_parsed_without_trailing_zeros() {
    assertThat(FieldType.DECIMAL.parse("1.00")).isEqualTo(FieldType.DECIMAL.parse("1.0"));
    assertThat(FieldType.DECIMAL.parse(" 1E38 "))
        .isEqualTo(new FieldValue.Decimal(new BigDecimal("1E38")));
    assertThat(FieldType.DECIMAL.parse("-0.001").text()).isEqualTo("-0.001");
    assertThat(FieldType.DECIMAL.parse("1." + "0".repeat(60)).text()).isEqualTo("1");
  }

  @Test
  void a_zero_with_any_exponent_is_zero() {
    assertThat(FieldType.DECIMAL.parse("0E2147483647").text()).isEqualTo("0");
    assertThat(FieldType.DECIMAL.parse("0.000").text()).isEqualTo("0");
  }
}
