package dev.gramme.engine.insights;

import static dev.gramme.engine.catalog.SortedTables.key;
import static dev.gramme.engine.insights.InsightSetting.Mode.ACCESSED_AND_THROTTLED_KEYS;
import static dev.gramme.engine.insights.InsightSetting.Mode.THROTTLED_KEYS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.SortedTables;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.KeySchema;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyCountsTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private final KeySchema schema = SortedTables.sorted("t", 7).key();
  private final KeyCounts counts = new KeyCounts(schema, ACCESSED_AND_THROTTLED_KEYS);

  private static Item partition(String id) {
    return Item.of("id", new S(id));
  }

  private static List<KeyCount> top(KeyCounts counts, InsightRule rule, int limit, long now) {
    return counts.top(rule, now).map(TopKeys::keys).orElse(List.of()).stream()
        .limit(limit)
        .toList();
  }

  @Test
  void items_are_counted_by_partition_and_by_key_without_other_attributes() {
    counts.add(key("a", 1).toBuilder().put("x", new S("y")).build(), 1.5, false, 0);
    counts.add(key("a", 2), 1, false, 0);
    counts.add(key("b", 1), 2, false, 0);
    assertThat(top(counts, InsightRule.PKC, 10, 0))
        .containsExactly(
            new KeyCount(partition("a"), 2.5, 2.5), new KeyCount(partition("b"), 2, 2));
    assertThat(top(counts, InsightRule.SKC, 10, 0))
        .extracting(KeyCount::key)
        .containsExactly(key("b", 1), key("a", 1), key("a", 2));
    assertThat(top(counts, InsightRule.SKC, 1, 0))
        .extracting(KeyCount::key)
        .containsExactly(key("b", 1));
  }

  @Test
  void throttled_requests_are_counted_apart_from_units() {
    counts.add(key("a", 1), 1, true, 0);
    assertThat(top(counts, InsightRule.PKC, 10, 0)).isEmpty();
    assertThat(top(counts, InsightRule.SKC, 10, 0)).isEmpty();
    assertThat(top(counts, InsightRule.PKT, 10, 0)).hasSize(1);
    assertThat(top(counts, InsightRule.SKT, 10, 0)).hasSize(1);
  }

  @Test
  void a_request_for_a_partition_counts_for_no_item() {
    counts.addPartition(partition("a"), 1, false, 0);
    assertThat(top(counts, InsightRule.PKC, 10, 0)).hasSize(1);
    assertThat(top(counts, InsightRule.SKC, 10, 0)).isEmpty();
  }

  @Test
  void a_mode_and_the_sort_key_determine_the_rules() {
    var unsorted = Tables.table("u").apply(() -> 8).key();
    assertThat(KeyCounts.rules(schema, ACCESSED_AND_THROTTLED_KEYS))
        .containsExactly(InsightRule.values());
    assertThat(KeyCounts.rules(schema, THROTTLED_KEYS))
        .containsExactly(InsightRule.PKT, InsightRule.SKT);
    assertThat(KeyCounts.rules(unsorted, ACCESSED_AND_THROTTLED_KEYS))
        .containsExactly(InsightRule.PKC, InsightRule.PKT);
    assertThat(KeyCounts.rules(unsorted, THROTTLED_KEYS)).containsExactly(InsightRule.PKT);
  }

  @Test
  void a_change_of_the_mode_keeps_the_counts_of_rules_in_both_modes() {
    counts.add(key("a", 1), 1, true, 0);
    counts.add(key("a", 1), 1, false, 0);
    var throttled = new KeyCounts(counts, THROTTLED_KEYS);
    assertThat(top(throttled, InsightRule.PKT, 10, 0)).hasSize(1);
    assertThat(top(throttled, InsightRule.PKC, 10, 0)).isEmpty();
    var all = new KeyCounts(throttled, ACCESSED_AND_THROTTLED_KEYS);
    assertThat(top(all, InsightRule.PKT, 10, 0)).hasSize(1);
    assertThat(top(all, InsightRule.PKC, 10, 0)).isEmpty();
  }

  @Test
  void counts_are_those_of_this_hour_and_the_previous_one() {
    counts.add(key("a", 1), 1, false, HOUR);
    counts.add(key("a", 1), 1, false, 2 * HOUR);
    assertThat(top(counts, InsightRule.PKC, 1, 3 * HOUR - 1))
        .extracting(KeyCount::count)
        .containsExactly(2.0);
    assertThat(top(counts, InsightRule.PKC, 1, 3 * HOUR))
        .extracting(KeyCount::count)
        .containsExactly(1.0);
    assertThat(top(counts, InsightRule.PKC, 1, 4 * HOUR)).isEmpty();
  }

  @Test
  void counts_disappear_after_hours_without_requests() {
    counts.add(key("a", 1), 1, false, HOUR);
    assertThat(top(counts, InsightRule.PKC, 1, 5 * HOUR)).isEmpty();
  }
}
