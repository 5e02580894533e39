package dev.gramme.apps.incidents.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.incidents.design.ManyPartitions;
import dev.gramme.apps.incidents.design.OnePartition;
import dev.gramme.apps.incidents.measure.MergeMeasurement.Outcome;
import dev.gramme.apps.incidents.measure.ThrottleMeasurement.Cost;
import org.junit.jupiter.api.Test;

/**
 * Tests the cost and throttling of the two designs, and compares the merge with separate queries.
 */
final class DesignTest {
  private static final int DETAILS_BYTES = 20 * 1024;

  private final ThrottleMeasurement one = new ThrottleMeasurement(OnePartition::new, DETAILS_BYTES);
  private final ThrottleMeasurement many =
      new ThrottleMeasurement(ManyPartitions::new, DETAILS_BYTES);

  @Test
  void one_partition_per_account_throttles_where_many_do_not() {
    // An item of 21 KB costs 21 of the 1,000 write units of a partition per second.
    assertThat(one.second(40).carriedOut()).isEqualTo(40);
    assertThat(one.second(100).carriedOut()).isBetween(45, 50);
    assertThat(many.second(100).carriedOut()).isEqualTo(100);
  }

  @Test
  void listing_is_expensive_where_details_are_in_the_same_partition() {
    Cost whole = one.cost();
    Cost parts = many.cost();
    assertThat(whole.listReads()).isBetween(50.0, 55.0);
    assertThat(parts.listReads()).isBetween(0.5, 1.5);
    assertThat(whole.reportWrites()).isEqualTo(21);
    assertThat(parts.reportWrites()).isEqualTo(1 + 2 + 21 + 2 * 2);
  }

  @Test
  void the_merge_gives_the_same_incidents_for_less_capacity() {
    try (var measurement = new MergeMeasurement(8, 120, 10, 0)) {
      Outcome merged = measurement.merged(5);
      Outcome byTeam = measurement.byTeam(5, false);
      assertThat(merged.items()).isEqualTo(50);
      assertThat(byTeam.items()).isEqualTo(50);
      assertThat(merged.consumed().total().read())
          .isLessThanOrEqualTo(byTeam.consumed().total().read());
      assertThat(byTeam.consumed().requests()).isEqualTo(5 * 8);
    }
  }
}
