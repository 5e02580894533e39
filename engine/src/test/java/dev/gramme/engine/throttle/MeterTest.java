package dev.gramme.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.BillingMode;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.Throughput;
import dev.gramme.model.Utf8;
import dev.gramme.model.WarmThroughput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests one table with a clock that the test controls. */
class MeterTest {
  private static final KeySchema KEY =
      new KeySchema(
          List.of(new KeyAttribute("pk", AttributeType.S)),
          List.of(new KeyAttribute("sk", AttributeType.S)));
  private static final Throughput NONE = Throughput.ON_DEMAND;

  private long nowMicros = Duration.ofDays(20_000).toNanos() / 1000;
  private long sizeBytes;
  private Resource table = onDemand(null, null, true);
  private Meter meter = new Meter(table, OtherServers.NONE, nowMicros);

  private static Resource onDemand(
      @Nullable OnDemandThroughput ceilings, @Nullable WarmThroughput warm, boolean splits) {
    return new Resource(
        7,
        "tab",
        null,
        "us-east-1",
        KEY,
        splits,
        BillingMode.PAY_PER_REQUEST,
        NONE,
        ceilings,
        warm);
  }

  private static Resource provisioned(long reads, long writes) {
    return new Resource(
        7,
        "tab",
        null,
        "us-east-1",
        KEY,
        true,
        BillingMode.PROVISIONED,
        Throughput.of(reads, writes),
        null,
        null);
  }

  private void start(Resource with) {
    table = with;
    meter = new Meter(with, OtherServers.NONE, nowMicros);
  }

  private void pass(Duration time) {
    nowMicros += time.toNanos() / 1000;
  }

  private Charge charge(UnitKind kind, double units, String pk, String sk) {
    var key = Item.of("pk", new S(pk), "sk", new S(sk));
    var row = RowKeys.partitionRows(7, KEY, key, RowKeys.ITEM).write(Utf8.bytes(sk)).toByteArray();
    return new Charge(table, kind, units, row, RowKeys.after(row), key);
  }

  private Set<LimitType> take(UnitKind kind, double units, String pk, String sk) {
    meter.update(table, sizeBytes, nowMicros);
    return meter.take(charge(kind, units, pk, sk), new ArrayList<>(), new ArrayList<>(), nowMicros);
  }

  /**
   * Tries {@code count} writes of one unit, distributed over the keys in turn, and returns how many
   * succeeded.
   */
  private int writes(int count, String... keys) {
    int through = 0;
    for (int i = 0; i < count; i++) {
      String[] key = keys[i % keys.length].split("/");
      if (take(UnitKind.WRITE, 1, key[0], key.length == 1 ? "-" : key[1]).isEmpty()) {
        through++;
      }
    }
    return through;
  }

  private static String[] manyKeys() {
    var keys = new String[1000];
    Arrays.setAll(keys, i -> "key" + i);
    return keys;
  }

  /** Two keys whose hashes are in the first quarter of all hashes. */
  private String[] neighbours() {
    return Arrays.stream(manyKeys())
        .filter(key -> RowKeys.hashOf(charge(UnitKind.WRITE, 1, key, "-").from()) >>> 62 == 0)
        .limit(2)
        .toArray(String[]::new);
  }

  @Test
  void one_key_is_limited_to_one_partition_whatever_the_table_has() {
    start(provisioned(40_000, 40_000));

    assertThat(writes(5000, "hot")).isEqualTo(1000);
    assertThat(take(UnitKind.WRITE, 1, "hot", "-")).containsExactly(LimitType.KEY_RANGE);
    for (int i = 0; i < 3000; i++) {
      assertThat(take(UnitKind.READ, 1, "hot", "-")).isEmpty();
    }
    assertThat(take(UnitKind.READ, 1, "hot", "-")).containsExactly(LimitType.KEY_RANGE);
    pass(Duration.ofMillis(500));
    assertThat(writes(5000, "hot")).isEqualTo(500);
  }

  @Test
  void a_single_item_is_always_limited_to_one_partition() {
    for (int second = 0; second < 240; second++) {
      pass(Duration.ofSeconds(1));
      assertThat(writes(1500, "hot/item")).isEqualTo(1000);
    }
    assertThat(meter.partitionCount()).isEqualTo(4);
  }

  @Test
  void keys_that_share_a_hot_partition_are_separated_after_minutes() {
    String[] two = neighbours();
    int first = writes(4000, two);
    for (int half = 0; half < 12; half++) {
      pass(Duration.ofSeconds(30));
      writes(4000, two);
    }
    pass(Duration.ofSeconds(1));

    assertThat(first).isEqualTo(1000);
    assertThat(writes(4000, two)).isEqualTo(2000);
    assertThat(meter.partitionCount()).isEqualTo(5);
  }

  @Test
  void a_pause_of_a_minute_lets_a_partition_cool() {
    String[] two = neighbours();
    for (int burst = 0; burst < 12; burst++) {
      pass(Duration.ofSeconds(61));
      assertThat(writes(4000, two)).isEqualTo(1000);
    }
    assertThat(meter.partitionCount()).isEqualTo(4);
  }

  @Test
  void items_of_one_partition_key_are_separated_unless_they_must_stay_together() {
    String[] items = {"hot/a", "hot/b", "hot/c", "hot/d"};
    for (int half = 0; half < 20; half++) {
      pass(Duration.ofSeconds(30));
      writes(8000, items);
    }
    pass(Duration.ofSeconds(1));
    assertThat(writes(8000, items)).as("three splits, four partitions").isEqualTo(4000);

    start(onDemand(null, null, false));
    for (int half = 0; half < 20; half++) {
      pass(Duration.ofSeconds(30));
      assertThat(writes(8000, items)).isEqualTo(1000);
    }
  }

  @Test
  void on_demand_begins_with_4000_writes_and_12000_reads() {
    assertThat(writes(20_000, manyKeys())).isBetween(3800, 4000);
    int reads = 0;
    for (int i = 0; i < 20_000; i++) {
      reads += take(UnitKind.READ, 1, "key" + i, "-").isEmpty() ? 1 : 0;
    }
    assertThat(reads).isBetween(11_500, 12_000);
  }

  @Test
  void on_demand_provides_twice_the_peak_of_half_an_hour_ago() {
    for (int second = 0; second < 60; second++) {
      pass(Duration.ofSeconds(1));
      writes(3500, manyKeys());
    }
    pass(Duration.ofMinutes(29));
    assertThat(writes(20_000, manyKeys())).isLessThanOrEqualTo(4000);

    pass(Duration.ofMinutes(2));

    assertThat(writes(20_000, manyKeys())).isBetween(6000, 7000);
    assertThat(meter.partitionCount()).isEqualTo(7);
  }

  @Test
  void warm_throughput_is_available_at_once() {
    start(onDemand(null, new WarmThroughput(12_000, 20_000), true));

    assertThat(meter.partitionCount()).isEqualTo(20);
    assertThat(writes(40_000, manyKeys())).isBetween(17_000, 20_000);
  }

  @Test
  void a_refusal_names_the_account_limit_or_the_configured_maximum() {
    start(onDemand(null, new WarmThroughput(12_000, 50_000), true));
    meter.bucket(UnitKind.WRITE).take(40_000, nowMicros);
    assertThat(take(UnitKind.WRITE, 1, "a", "-")).containsExactly(LimitType.ACCOUNT);

    start(onDemand(new OnDemandThroughput(null, 3L), null, true));
    assertThat(writes(10, "a", "b")).isEqualTo(3);
    assertThat(take(UnitKind.WRITE, 1, "a", "-")).containsExactly(LimitType.MAXIMUM);
  }

  @Test
  void a_table_that_becomes_on_demand_keeps_its_provisioned_throughput() {
    start(provisioned(10, 9000));
    assertThat(take(UnitKind.WRITE, 1, "a", "-")).isEmpty();

    table = onDemand(null, null, true);

    pass(Duration.ofSeconds(1));
    assertThat(writes(20_000, manyKeys())).isBetween(8000, 9000);
  }

  @Test
  void a_partition_holds_ten_gigabytes() {
    start(provisioned(1000, 1000));
    String[] keys = manyKeys();

    sizeBytes = 10L << 30;
    take(UnitKind.WRITE, 1, "key", "-");
    assertThat(meter.partitionCount()).isEqualTo(1);
    sizeBytes = (20L << 30) + 1;
    assertThat(writes(1000, keys)).isEqualTo(1000);
    assertThat(meter.partitionCount()).isEqualTo(3);
    sizeBytes = 1;
    take(UnitKind.WRITE, 1, "key", "-");
    assertThat(meter.partitionCount()).isEqualTo(3);
    sizeBytes = Long.MAX_VALUE;
    take(UnitKind.WRITE, 1, "key", "-");
    assertThat(meter.partitionCount()).isEqualTo(Partitions.MOST);
  }

  @Test
  void a_charge_on_several_partitions_is_shared_equally() {
    meter.update(table, sizeBytes, nowMicros);
    var all =
        new Charge(
            table,
            UnitKind.READ,
            4000,
            RowKeys.segmentStart(7, 0, 1),
            RowKeys.segmentStart(7, 1, 1),
            null);
    var taken = new ArrayList<Meter.Taken>();

    assertThat(meter.take(all, taken, new ArrayList<>(), nowMicros)).isEmpty();
    assertThat(meter.take(all, taken, new ArrayList<>(), nowMicros)).isEmpty();
    assertThat(meter.take(all, taken, new ArrayList<>(), nowMicros)).isEmpty();
    assertThat(meter.take(all, taken, new ArrayList<>(), nowMicros))
        .containsExactlyInAnyOrder(LimitType.KEY_RANGE);

    taken.forEach(part -> part.putBack(nowMicros));
    assertThat(meter.take(all, taken, new ArrayList<>(), nowMicros)).isEmpty();
    assertThat(meter.bucket(UnitKind.READ).consumed()).isEqualTo(4000);
    assertThat(meter.bucket(UnitKind.READ).refusals()).isEqualTo(1);
  }

  @Test
  void the_heat_of_an_hour_has_each_partition_with_the_minutes_of_its_traffic() {
    String[] two = neighbours();
    assertThat(writes(3, two[0])).isEqualTo(3);
    assertThat(take(UnitKind.READ, 2, two[1], "-")).isEmpty();
    pass(Duration.ofMinutes(2));
    assertThat(writes(1, two[0])).isEqualTo(1);

    var heat = meter.heat(100, nowMicros);
    assertThat(heat.ranges()).hasSize(4);
    assertThat(heat.ranges())
        .extracting(PartitionHeat::firstHash)
        .containsExactly(0L, 1L << 62, 1L << 63, 3L << 62);
    assertThat(heat.ranges().getFirst().lastHash()).isEqualTo((1L << 62) - 1);
    assertThat(heat.ranges().getLast().lastHash()).isEqualTo(-1L);
    assertThat(heat.ranges().getFirst().minutes())
        .containsExactly(
            new PartitionHeat.Minute(0, 0, 1, 0), new PartitionHeat.Minute(2, 2, 3, 0));
    assertThat(heat.ranges().subList(1, 4)).allMatch(range -> range.minutes().isEmpty());

    pass(Duration.ofMinutes(58));
    assertThat(meter.heat(100, nowMicros).ranges().getFirst().minutes())
        .containsExactly(new PartitionHeat.Minute(58, 0, 1, 0));
    pass(Duration.ofMinutes(2));
    assertThat(meter.heat(100, nowMicros).ranges().getFirst().minutes()).isEmpty();
  }

  @Test
  void a_charge_that_is_returned_leaves_no_heat() {
    var taken = new ArrayList<Meter.Taken>();
    var charge = charge(UnitKind.WRITE, 5, "a", "-");
    assertThat(meter.take(charge, taken, new ArrayList<>(), nowMicros)).isEmpty();
    taken.forEach(part -> part.putBack(nowMicros));
    assertThat(meter.heat(100, nowMicros).ranges()).allMatch(range -> range.minutes().isEmpty());
  }

  @Test
  void a_split_partition_keeps_its_history_for_an_hour_beside_its_children() {
    String[] two = neighbours();
    for (int second = 0; second < 130; second++) {
      pass(Duration.ofSeconds(1));
      assertThat(writes(2000, two)).isPositive();
    }
    assertThat(meter.partitionCount()).isEqualTo(5);

    var ranges = meter.heat(100, nowMicros).ranges();
    var parents = ranges.stream().filter(PartitionHeat::isSplit).toList();
    assertThat(parents).hasSize(1);
    assertThat(parents.getFirst().lastHash()).isEqualTo((1L << 62) - 1);
    assertThat(parents.getFirst().minutes()).allMatch(minute -> minute.refusals() > 0);
    assertThat(ranges.stream().filter(range -> !range.isSplit())).hasSize(5);
    assertThat(meter.heat(2, nowMicros).ranges()).hasSize(2);
    assertThat(meter.heat(2, nowMicros).others()).isEqualTo(4);

    pass(Duration.ofHours(1));
    assertThat(meter.heat(100, nowMicros).ranges()).noneMatch(PartitionHeat::isSplit);
  }

  @Test
  void refusals_are_counted_by_the_exceeded_limit() {
    start(provisioned(3000, 1));
    assertThat(writes(301, "a")).isEqualTo(300);
    for (int i = 0; i < 3001; i++) {
      assertThat(take(UnitKind.READ, 1, "a", "-").isEmpty()).isEqualTo(i < 3000);
    }
    assertThat(meter.heat(100, nowMicros).throttles())
        .containsOnly(
            Map.entry("TableWriteProvisionedThroughputExceeded", 1L),
            Map.entry("TableReadKeyRangeThroughputExceeded", 1L));
  }
}
