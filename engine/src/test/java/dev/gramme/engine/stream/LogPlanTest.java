package dev.gramme.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.Tables;
import dev.gramme.model.BillingMode;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.Recovery;
import dev.gramme.model.Replica;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.StreamSpecification.ViewType;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import dev.gramme.model.WarmThroughput;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogPlanTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  /** A provisioned table, which has one partition. */
  private final TableDefinition table =
      Tables.table("t").apply(() -> 7).toBuilder()
          .billing(BillingMode.PROVISIONED, null)
          .throughput(units(1, 1))
          .build();

  private static Throughput units(long read, long write) {
    return new Throughput(read, write, null, null, 0);
  }

  private static TableDefinition streaming(TableDefinition table, String label) {
    return table.toBuilder().stream(new StreamSpecification(ViewType.NEW_IMAGE, label)).build();
  }

  private static @Nullable ChangeLog logOf(TableDefinition table) {
    return table.features().log();
  }

  private static ChangeLog log(TableDefinition table) {
    return Objects.requireNonNull(logOf(table));
  }

  private static String label(TableDefinition table) {
    return Objects.requireNonNull(table.features().stream()).label();
  }

  private static List<Integer> shards(TableDefinition table) {
    return log(table).shards().stream().map(ChangeLog.Shard::number).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1",
    "3000, 1000, 1",
    "3001, 1, 2",
    "1, 1001, 2",
    "9000, 1000, 3",
    "1000000, 1, 40"
  })
  void a_provisioned_table_starts_with_the_partitions_of_its_throughput(
      long read, long write, int partitions) {
    assertThat(LogPlan.partitions(BillingMode.PROVISIONED, units(read, write), null))
        .isEqualTo(partitions);
  }

  @Test
  void an_on_demand_table_starts_with_four_partitions_or_those_of_its_warm_throughput() {
    var onDemand = BillingMode.PAY_PER_REQUEST;
    assertThat(LogPlan.partitions(onDemand, Throughput.ON_DEMAND, null)).isEqualTo(4);
    assertThat(LogPlan.partitions(onDemand, Throughput.ON_DEMAND, new WarmThroughput(1, 1)))
        .isEqualTo(4);
    assertThat(LogPlan.partitions(onDemand, Throughput.ON_DEMAND, new WarmThroughput(1, 6000)))
        .isEqualTo(6);
  }

  @Test
  void a_table_without_readers_has_no_log() {
    assertThat(logOf(LogPlan.apply(null, table, NOW))).isNull();
  }

  @Test
  void a_stream_opens_one_shard_for_each_partition() {
    var wide = table.toBuilder().throughput(units(1, 2500)).build();
    var streamed = LogPlan.apply(null, streaming(wide, "2026-11-21T12:00:00.000"), NOW);
    assertThat(shards(streamed)).containsExactly(1, 2, 3);
    assertThat(log(streamed).readers()).containsExactly(ChangeLog.STREAM);
  }

  @Test
  void another_reader_keeps_the_open_shards() {
    var streamed = LogPlan.apply(null, streaming(table, "2026-11-21T12:00:00.000"), NOW);
    var recovered =
        LogPlan.apply(streamed, streamed.toBuilder().recovery(new Recovery(NOW, 35)).build(), NOW);
    assertThat(shards(recovered)).containsExactly(1);
    assertThat(log(recovered).readers())
        .containsExactlyInAnyOrder(ChangeLog.STREAM, ChangeLog.RECOVERY);
  }

  @Test
  void a_stream_that_starts_later_has_shards_of_its_own() {
    var recovered =
        LogPlan.apply(null, table.toBuilder().recovery(new Recovery(NOW, 35)).build(), NOW);
    var streamed = LogPlan.apply(recovered, streaming(recovered, "2026-11-21T12:00:00.000"), NOW);
    assertThat(shards(streamed)).containsExactly(2);
    assertThat(log(streamed).shards().getFirst().parent()).isZero();
    var ended = LogPlan.apply(streamed, streamed.toBuilder().stream(null).build(), NOW);
    assertThat(shards(ended)).containsExactly(3);
    assertThat(log(ended).readers()).containsExactly(ChangeLog.RECOVERY);
  }

  @Test
  void a_log_without_readers_ends_and_its_shard_numbers_are_not_reused() {
    var streamed = LogPlan.apply(null, streaming(table, "2026-11-21T12:00:00.000"), NOW);
    var ended = LogPlan.apply(streamed, streamed.toBuilder().stream(null).build(), NOW);
    assertThat(log(ended).isKept()).isFalse();
    var again = LogPlan.apply(ended, streaming(ended, "2026-11-21T12:00:01.000"), NOW);
    assertThat(shards(again)).containsExactly(2);
  }

  @Test
  void higher_throughput_splits_shards_and_lower_throughput_does_not_merge_them() {
    var streamed = LogPlan.apply(null, streaming(table, "2026-11-21T12:00:00.000"), NOW);
    var wide =
        LogPlan.apply(streamed, streamed.toBuilder().throughput(units(1, 2000)).build(), NOW);
    assertThat(shards(wide)).containsExactly(2, 3);
    assertThat(log(wide).shards()).extracting(ChangeLog.Shard::parent).containsOnly(1);
    var narrow = LogPlan.apply(wide, wide.toBuilder().throughput(units(1, 1)).build(), NOW);
    assertThat(shards(narrow)).containsExactly(2, 3);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T12:00:00.000, 2026-11-21T12:00:00.001",
    "2026-11-21T12:00:00.999, 2026-11-21T12:00:01.000",
    "2026-11-21T12:00:59.999, 2026-11-21T12:01:00.000",
    "2026-11-21T23:59:59.999, 2026-11-22T00:00:00.000"
  })
  void a_second_stream_of_the_same_moment_has_a_label_one_millisecond_later(
      String first, String second) {
    var streamed = LogPlan.apply(null, streaming(table, first), NOW);
    var ended = LogPlan.apply(streamed, streamed.toBuilder().stream(null).build(), NOW);
    var again = LogPlan.apply(ended, streaming(ended, first), NOW);
    assertThat(label(again)).isEqualTo(second);
    var changed = again.toBuilder().recovery(new Recovery(NOW, 35)).build();
    assertThat(label(LogPlan.apply(again, changed, NOW))).isEqualTo(second);
  }

  @Test
  void each_replica_is_a_reader() {
    var replicated =
        LogPlan.apply(
            null,
            table.toBuilder()
                .replicas(
                    List.of(
                        Replica.of("eu-west-1", Replica.Status.ACTIVE),
                        Replica.of("eu-west-2", Replica.Status.ACTIVE)))
                .build(),
            NOW);
    assertThat(log(replicated).readers())
        .containsExactlyInAnyOrder(ChangeLog.replica("eu-west-1"), ChangeLog.replica("eu-west-2"));
    var one =
        replicated.toBuilder()
            .replicas(List.of(Replica.of("eu-west-2", Replica.Status.ACTIVE)))
            .build();
    assertThat(log(LogPlan.apply(replicated, one, NOW)).readers())
        .containsExactly(ChangeLog.replica("eu-west-2"));
  }
}
