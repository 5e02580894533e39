package dev.gramme.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangeLogTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @Test
  void shards_of_several_splits_at_once_have_parents_that_were_open_before() {
    var log = ChangeLog.withReader(null, ChangeLog.STREAM).opened(2, NOW);
    var split = log.splitInto(7, NOW);
    assertThat(split.shards()).hasSize(7);
    assertThat(split.shards()).extracting(ChangeLog.Shard::number).doesNotHaveDuplicates();
    assertThat(split.shards())
        .filteredOn(shard -> !log.shards().contains(shard))
        .extracting(ChangeLog.Shard::parent)
        .isSubsetOf(Set.of(1, 2));
    assertThat(split.shards())
        .isSortedAccordingTo(
            (one, other) -> Long.compareUnsigned(one.firstHash(), other.firstHash()));
  }
}
