package dev.gramme.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.model.Wording;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateChargeTest {
  private static final Map<String, AttributeValue> VALUES =
      Map.of(
          ":s", new AttributeValue.S("hello"),
          ":n", new AttributeValue.N(DynamoNumber.parse("7")),
          ":l", new AttributeValue.L(List.of(new AttributeValue.S("ab"))),
          ":m", new AttributeValue.M(Item.of("k", new AttributeValue.S("ab"))),
          ":ss", new AttributeValue.SS(List.of("a", "bc")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SET b = :s                     | 3 + 19 + 1 + 5
          SET bcd = :s                   | 3 + 19 + 3 + 5
          SET c = m.z                    | 3 + 19 + 1 + 1 + 15 + 15
          SET c = m[12]                  | 3 + 19 + 1 + 1 + 15 + 16
          SET a.bc = :s                  | 3 + 19 + 1 + 4 + 2 + 5
          SET a[10] = :s                 | 3 + 19 + 1 + 4 + 2 + 5
          SET b = :m                     | 3 + 19 + 1 + 3 + 1 + 1 + 2
          SET b.k = :m                   | 3 + 19 + 1 + 4 + 1 + 3 + 1 + 1 + 2
          SET b = b + :n                 | 3 + 19 + 1 + 34 + 1 + 15 + 2
          SET b = b - :n                 | 3 + 19 + 1 + 37 + 1 + 15 + 2
          SET b = if_not_exists(c, :s)   | 3 + 19 + 1 + 39 + 1 + 15 + 5
          SET b = list_append(b, :l)     | 3 + 19 + 1 + 37 + 1 + 15 + 3 + 1 + 2
          SET a = :s, b = :s             | 3 + 19 + 1 + 5 + 19 + 1 + 5
          ADD b :n                       | 3 + 19 + 1 + 2
          ADD b :ss                      | 3 + 19 + 1 + 3
          REMOVE b                       | 3 + 1 + 1
          DELETE b :ss                   | 3 + 1 + 1
          """)
  void the_charge_follows_the_cost_of_each_clause(String expression, String sum) {
    long expected = List.of(sum.split(" \\+ ")).stream().mapToLong(Long::parseLong).sum();

    assertThat(UpdateCharge.bytes(parsed(expression, VALUES))).isEqualTo(expected);
  }

  @Test
  void a_single_set_may_write_the_maximum_item_size_less_its_charge() {
    int max = Limits.ITEM_BYTES - 3 - 19 - 1;

    assertThatCode(() -> UpdateCharge.check(padded(max))).doesNotThrowAnyException();
    assertThatThrownBy(() -> UpdateCharge.check(padded(max + 1)))
        .isInstanceOf(ApiError.class)
        .hasMessageContaining("Item size to update has exceeded the maximum allowed size");
  }

  private static Update padded(int bytes) {
    return parsed("SET b = :s", Map.of(":s", new AttributeValue.S("x".repeat(bytes))));
  }

  private static Update parsed(String expression, Map<String, AttributeValue> values) {
    var used = new LinkedHashMap<>(values);
    used.keySet().removeIf(placeholder -> !expression.contains(placeholder));
    return Update.parse(expression, new Placeholders(Map.of(), used, Wording.CURRENT));
  }
}
