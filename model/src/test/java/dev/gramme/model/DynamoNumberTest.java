package dev.gramme.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DynamoNumberTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "0.0e126, 0",
    "+7, 7",
    "007, 7",
    ".5, 0.5",
    "5., 5",
    "1.e5, 100000",
    "1.0, 1",
    "1e3, 1000",
    "1E-3, 0.001",
    "-1.50, -1.5",
    "120, 120",
    "123456789012345678, 123456789012345678",
    "99999999999999999999999999999999999999, 99999999999999999999999999999999999999",
    "0.00000000000000000000000000000000000000000001, 0.00000000000000000000000000000000000000000001"
  })
  void numbers_have_one_canonical_text(String text, String canonical) {
    assertThat(DynamoNumber.format(DynamoNumber.parse(text))).isEqualTo(canonical);
  }

  @Test
  void the_smallest_and_largest_numbers_are_formatted_without_an_exponent() {
    assertThat(DynamoNumber.format(DynamoNumber.parse("1E125"))).hasSize(126);
    assertThat(DynamoNumber.format(DynamoNumber.parse("1E-130"))).hasSize(132);
    assertThat(DynamoNumber.parse("9.9999999999999999999999999999999999999E125"))
        .isEqualByComparingTo("9.9999999999999999999999999999999999999E125");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abc",
        "1a",
        " 1",
        "1 ",
        "1_000",
        "0x1",
        "NaN",
        "Infinity",
        "--1",
        "+",
        "-",
        ".",
        "e5",
        "1e",
        "1e+",
        "1.2.3",
        "1e99999999999999999999",
        "١"
      })
  void other_text_is_not_a_number(String text) {
    assertThatThrownBy(() -> DynamoNumber.parse(text))
        .isInstanceOf(ApiError.class)
        .hasMessage("The parameter cannot be converted to a numeric value: " + text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e126",
        "-1e126",
        "1e2147483647",
        "1e9223372036854775807",
        "0e126",
        "10e125",
        "123e124"
      })
  void too_large_a_magnitude_overflows(String text) {
    assertThatThrownBy(() -> DynamoNumber.parse(text)).hasMessageStartingWith("Number overflow.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e-131", "-9e-131", "1e-9223372036854775807", "0e-131", "0.1e-130"})
  void too_small_a_magnitude_underflows(String text) {
    assertThatThrownBy(() -> DynamoNumber.parse(text)).hasMessageStartingWith("Number underflow.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "123456789012345678901234567890123456789",
        "1.00000000000000000000000000000000000001"
      })
  void more_than_38_significant_digits_are_refused(String text) {
    assertThatThrownBy(() -> DynamoNumber.parse(text))
        .hasMessage("Attempting to store more than 38 significant digits in a Number");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e2147483648",
        "1e-2147483648",
        "0e2147483648",
        "1e99999999999",
        "1e-99999999999",
        "1.5e-2147483647",
        "1e9223372036854775807",
        "1.5e-9223372036854775807"
      })
  void the_older_layer_refuses_an_exponent_or_a_scale_beyond_32_bits(String text) {
    assertThatThrownBy(() -> DynamoNumber.parseAsBigDecimal(text))
        .hasMessage("The parameter cannot be converted to a numeric value: " + text);
  }

  @Test
  void the_message_about_an_empty_text_has_no_colon() {
    assertThatThrownBy(() -> DynamoNumber.parseAsBigDecimal(""))
        .hasMessage("The parameter cannot be converted to a numeric value");
  }

  @ParameterizedTest
  @CsvSource({
    "1e2147483647, underflow",
    "-1e2147483647, underflow",
    "0e2147483647, underflow",
    "10e2147483646, underflow",
    "1.5e2147483647, underflow",
    "0.5e2147483647, overflow",
    "1e2147483646, overflow",
    "1e126, overflow",
    "0e126, overflow",
    "1e-131, underflow",
    "1e-2147483647, underflow",
    "1.5e-2147483646, underflow"
  })
  void the_older_layer_checks_the_magnitude_in_32_bits(String text, String fault) {
    var value = new BigDecimal(text);
    assertThat(value.precision() - value.scale() > 0).isEqualTo(fault.equals("overflow"));
    assertThatThrownBy(() -> DynamoNumber.parseAsBigDecimal(text))
        .hasMessageStartingWith("Number " + fault + ".");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-0", "0.0e126", "+7", "007", ".5", "5.", "1.e5", "1E125", "1E-130", "-1.50"})
  void the_older_layer_reads_the_same_numbers(String text) {
    assertThat(DynamoNumber.parseAsBigDecimal(text)).isEqualTo(DynamoNumber.parse(text));
  }

  @Test
  void zeros_around_the_digits_are_not_significant() {
    assertThat(DynamoNumber.parse("0".repeat(50) + "1" + "0".repeat(50)))
        .isEqualByComparingTo(BigDecimal.TEN.pow(50));
  }
}
