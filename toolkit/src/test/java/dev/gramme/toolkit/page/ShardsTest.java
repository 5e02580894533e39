package dev.gramme.toolkit.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ShardsTest {
  @Test
  void suffixes_have_digits_of_one_length() {
    assertThat(new Shards(3).all()).containsExactly("0", "1", "2");
    assertThat(new Shards(11).all()).startsWith("00", "01").endsWith("10");
    assertThat(new Shards(10).suffix(9)).isEqualTo("9");
    assertThatThrownBy(() -> new Shards(3).suffix(3)).hasMessage("no shard 3 of 3");
    assertThatThrownBy(() -> new Shards(0)).hasMessageContaining("0");
  }

  @Test
  void more_shards_with_the_same_digits_have_the_suffixes_of_fewer() {
    assertThat(new Shards(16, 1).all())
        .containsAll(new Shards(8).all())
        .hasSize(16)
        .endsWith("9", "10", "11", "12", "13", "14", "15");
    assertThat(new Shards(2000, 2).all())
        .containsAll(new Shards(20).all())
        .contains("1999")
        .doesNotHaveDuplicates();
    assertThat(new Shards(8, 2).all()).startsWith("00", "01").endsWith("07");
    assertThatThrownBy(() -> new Shards(8, 0)).hasMessage("from 1 to 5 digits, not 0");
  }

  @Test
  void the_shard_of_a_value_is_always_the_same() {
    assertThat(new Shards(20).of("order-1")).isEqualTo(new Shards(20).of("order-1"));
    // Stored keys depend on these values: they must never change.
    assertThat(new Shards(10_000).of("")).isEqualTo("7458");
    assertThat(new Shards(10_000).of("order-1")).isEqualTo("1254");
    assertThat(new Shards(10_000).of("Zoé")).isEqualTo("7284");
  }

  @Test
  void values_and_random_suffixes_are_spread_evenly() {
    Shards shards = new Shards(20);
    SplittableRandom random = new SplittableRandom(3);
    Map<String, Integer> computed = new TreeMap<>();
    Map<String, Integer> drawn = new TreeMap<>();
    for (int i = 0; i < 20_000; i++) {
      computed.merge(shards.of(Integer.toString(i)), 1, Integer::sum);
      drawn.merge(shards.random(random), 1, Integer::sum);
    }

    assertThat(computed.keySet()).containsExactlyElementsOf(shards.all());
    assertThat(computed.values()).allSatisfy(count -> assertThat(count).isBetween(850, 1150));
    assertThat(drawn.keySet()).containsExactlyElementsOf(shards.all());
    assertThat(drawn.values()).allSatisfy(count -> assertThat(count).isBetween(850, 1150));
  }
}
