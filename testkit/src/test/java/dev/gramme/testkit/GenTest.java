package dev.gramme.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class GenTest {
  @Test
  void the_same_seed_gives_the_same_items() {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(new Gen(seed).item()).isEqualTo(new Gen(seed).item());
    }
    assertThat(new Gen(1).bytes(16)).isNotEqualTo(new Gen(2).bytes(16));
  }

  @Test
  void a_thousand_values_include_every_attribute_type() {
    var gen = new Gen(7);
    var seen = EnumSet.noneOf(AttributeType.class);
    for (int i = 0; i < 1000; i++) {
      seen.add(gen.value().type());
    }
    assertThat(seen).containsExactlyInAnyOrder(AttributeType.values());
  }

  @Test
  void numbers_are_valid_and_each_generated_text_parses_to_the_number() {
    Gen.forAll(
        2000,
        gen -> {
          var number = gen.number();
          assertThat(DynamoNumber.checked(number)).isEqualTo(number);
          assertThat(DynamoNumber.parse(gen.numberText(number))).isEqualTo(number);
        });
  }

  @Test
  void strings_are_well_formed_and_not_longer_than_their_limit() {
    Gen.forAll(
        2000,
        gen -> {
          int limit = gen.between(0, 20);
          String text = gen.string(limit);
          assertThat(text.length()).isLessThanOrEqualTo(limit);
          byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
          assertThat(new String(utf8, StandardCharsets.UTF_8)).isEqualTo(text);
        });
  }

  @Test
  void keys_are_not_empty() {
    Gen.forAll(
        500,
        gen -> {
          Item key = gen.key("pk", AttributeType.B, "sk", AttributeType.S);
          AttributeValue partition = key.get("pk");
          assertThat(partition).isInstanceOf(AttributeValue.B.class);
          assertThat(key.sizeBytes()).isGreaterThan("pk".length() + "sk".length() + 1);
        });
  }

  @Test
  void a_failure_names_its_seed() {
    assertThatThrownBy(
            () -> Gen.forAll(10, gen -> assertThat(gen.nextInt(1)).as("seed").isEqualTo(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dgramme.seed=");
  }
}
