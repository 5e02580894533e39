package dev.gramme.engine.insights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TopKeysTest {
  private static KeyCount count(String key, double count, double least) {
    return new KeyCount(Item.of("id", new S(key)), count, least);
  }

  @Test
  void a_key_that_a_server_does_not_list_may_have_any_count_below_those_listed() {
    var one = new TopKeys(List.of(count("a", 10, 9), count("b", 5, 4)), 2);
    var other = new TopKeys(List.of(count("b", 7, 7)), 1);
    assertThat(TopKeys.merged(List.of(one, other)))
        .containsExactly(count("b", 12, 11), count("a", 11, 9));
    assertThat(TopKeys.merged(List.of(one))).isEqualTo(one.keys());
    assertThat(TopKeys.merged(List.of())).isEmpty();
  }

  @Test
  void a_long_list_is_cut_and_the_first_key_left_out_bounds_the_others() {
    var all = IntStream.range(0, 200).mapToObj(i -> count("key" + i, 1000 - i, 1000 - i)).toList();
    var top = TopKeys.first(all, 0.5);
    assertThat(top.keys()).isEqualTo(all.subList(0, TopKeys.MAX_KEYS));
    assertThat(top.others()).isEqualTo(1000 - TopKeys.MAX_KEYS);
    assertThat(TopKeys.first(all.subList(0, 3), 0.5).others()).isEqualTo(0.5);

    var large =
        IntStream.range(0, 60)
            .mapToObj(i -> count(i + "x".repeat(2000), 1000 - i, 1000 - i))
            .toList();
    var cut = TopKeys.first(large, 0.5);
    assertThat(cut.keys().stream().mapToInt(key -> key.key().sizeBytes()).sum())
        .isBetween(TopKeys.MAX_BYTES - 3000, TopKeys.MAX_BYTES);
    assertThat(cut.others()).isEqualTo(1000 - cut.keys().size());
  }

  @Test
  void a_list_is_decoded_as_it_was_encoded() {
    var keys = new TopKeys(List.of(count("a", 10.5, 9), count("", 5, 0)), 2.5);
    var out = new ByteWriter(16);
    keys.encode(out);
    var in = new ByteReader(out.toByteArray());
    assertThat(TopKeys.decode(in)).isEqualTo(keys);
    assertThat(in.atEnd()).isTrue();
  }

  @Test
  void merged_counts_are_never_too_low_and_their_lower_bounds_never_too_high() {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    var random = new Random(seed);
    for (int run = 0; run < 50; run++) {
      var servers = new ArrayList<TopKeys>();
      Map<Item, Double> truth = new HashMap<>();
      for (int server = 0; server < 3; server++) {
        var sketch = new KeySketch();
        for (int i = 0; i < 3000; i++) {
          Item key = Item.of("id", new S("key" + (int) Math.abs(random.nextGaussian() * 400)));
          sketch.add(key, 1, 0);
          truth.merge(key, 1.0, Double::sum);
        }
        servers.add(sketch.top(0));
      }
      for (KeyCount found : TopKeys.merged(servers)) {
        double actual = truth.getOrDefault(found.key(), 0.0);
        assertThat(found.count()).as("seed %d", seed).isGreaterThanOrEqualTo(actual);
        assertThat(found.least()).as("seed %d", seed).isLessThanOrEqualTo(actual);
      }
    }
  }
}
