package dev.gramme.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Item sizes. The sizes of numbers were measured on the service in 2026. */
class ItemSizeTest {

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "1, 2",
    "12, 2",
    "123, 3",
    "1234, 3",
    "100, 2",
    "1010, 3",
    "1.5, 3",
    "1.234, 4",
    "3.14159, 5",
    "123456, 4",
    "0.15, 2",
    "0.0000001, 2",
    "100.5, 4",
    "-42, 3",
    "12345678901234567890123456789012345678, 20",
    "1E125, 2"
  })
  void numbers_take_one_byte_for_two_significant_digits(String number, int bytes) {
    assertThat(ItemSize.of(new N(DynamoNumber.parse(number)))).isEqualTo(bytes);
  }

  @Test
  void strings_count_utf8_bytes() {
    assertThat(ItemSize.of(new S("aä€\uD83D\uDE00"))).isEqualTo(1 + 2 + 3 + 4);
  }

  @Test
  void documents_cost_three_bytes_and_one_for_each_element() {
    var list = new L(List.of(new S("ab"), Bool.TRUE, Null.NULL));
    assertThat(ItemSize.of(list)).isEqualTo(3 + 3 + 2 + 1 + 1);
    assertThat(ItemSize.of(new M(Item.of("ab", list)))).isEqualTo(3 + 1 + 2 + 10);
  }

  @Test
  void an_item_counts_its_names() {
    var item =
        Item.of("key", new B(Binary.copyOf(new byte[5])), "set", new SS(List.of("", "abc", "de")));
    assertThat(item.sizeBytes()).isEqualTo(3 + 5 + 3 + 5);
  }
}
