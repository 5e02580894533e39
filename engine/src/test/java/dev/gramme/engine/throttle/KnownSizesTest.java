package dev.gramme.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KnownSizesTest {
  @Test
  void a_size_is_the_one_that_was_last_read() {
    var stored = new HashMap<>(Map.of(1, 100L, 2, 200L));
    var sizes = new KnownSizes(stored::get);
    assertThat(sizes.applyAsLong(1)).isZero();

    sizes.read(Set.of(1, 2));
    stored.put(1, 101L);
    assertThat(sizes.applyAsLong(1)).isEqualTo(100);

    sizes.read(Set.of(1));
    assertThat(sizes.applyAsLong(1)).isEqualTo(101);
    assertThat(sizes.applyAsLong(2)).as("sizes that are not used are forgotten").isZero();
  }
}
