package dev.gramme.toolkit.entity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConvertersTest {
  @Test
  void instants_sort_as_texts_and_come_back() {
    var instants =
        List.of(
            Instant.parse("0001-01-01T00:00:00Z"),
            Instant.parse("2026-05-16T14:23:00Z"),
            Instant.parse("2026-05-16T14:23:00.000000001Z"),
            Instant.parse("2026-05-16T14:23:00.5Z"),
            Instant.parse("2026-05-16T14:23:01Z"),
            Instant.parse("9999-12-31T23:59:59.999Z"));
    var texts = instants.stream().map(at -> Converters.INSTANT.toAttribute(at).s()).toList();
    assertThat(texts).isSorted().doesNotHaveDuplicates();
    assertThat(instants)
        .allSatisfy(at ->
            assertThat(Converters.INSTANT.fromAttribute(Converters.INSTANT.toAttribute(at)))
                .isEqualTo(at));
  }
}
