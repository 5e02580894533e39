package dev.gramme.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.throttle.PartitionMap.HashRange;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.WriteRequest.Kind;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.ReadCeilings;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.ThrottlingReason;
import dev.gramme.model.WarmThroughput;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a table that is provisioned with five write units per second. */
class ThrottleTest {
  private final Store store = TestStores.open();
  private final Engine engine =
      Engine.open(
          store,
          () -> Instant.EPOCH,
          Runnable::run,
          EngineOptions.builder()
              .throttling(ThrottlingMode.SERVICE)
              .account("123456789012")
              .build());
  private final Throttle throttle =
      new Throttle(engine.clock(), "1", engine.insights(), number -> 0);
  private final TableDefinition table =
      engine
          .catalog()
          .create(numbers ->
              Tables.table("t").apply(numbers).toBuilder()
                  .onDemand(new OnDemandThroughput(null, 5L))
                  .build())
          .join();

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private static Item key(int number) {
    return Item.of("id", new S("k" + number));
  }

  private List<ItemChange> inserts(int count) {
    var changes = new ArrayList<ItemChange>();
    for (int i = 0; i < count; i++) {
      changes.add(
          new ItemChange(
              table, key(i), null, key(i), ItemChange.Cause.CLIENT, List.of(), 0, List.of()));
    }
    return changes;
  }

  private static List<Boolean> admitted(List<Optional<ApiError>> errors) {
    return errors.stream().map(Optional::isEmpty).toList();
  }

  private double consumed() {
    return throttle.statistics().stream().mapToDouble(ThroughputCounts::consumedWriteUnits).sum();
  }

  @Test
  void a_repeated_attempt_is_charged_once() {
    var pass = throttle.pass();
    for (int attempt = 0; attempt < 10; attempt++) {
      assertThat(admitted(pass.admit(inserts(4), Kind.BATCH))).containsOnly(true);
    }

    assertThat(consumed()).isEqualTo(4);
    assertThat(admitted(throttle.pass().admit(inserts(2), Kind.BATCH)))
        .containsExactly(true, false);
  }

  @Test
  void a_repeated_attempt_is_refused_once() {
    var pass = throttle.pass();
    for (int attempt = 0; attempt < 10; attempt++) {
      assertThat(admitted(pass.admit(inserts(6), Kind.BATCH)))
          .containsExactly(true, true, true, true, true, false);
    }
    assertThat(throttle.statistics())
        .extracting(ThroughputCounts::writeThrottleEvents)
        .containsExactly(1L);
    assertThat(throttle.heat(1, 1).getFirst().throttles().values()).containsExactly(1L);
  }

  @Test
  void a_repeated_attempt_is_one_request_in_the_demand() {
    var pass = throttle.pass();
    for (int attempt = 0; attempt < 10; attempt++) {
      pass.admit(inserts(6), Kind.BATCH);
    }
    var row = throttle.plan(OtherServers.NONE, 1, 1, Set.of(table.number()));
    assertThat(row.uses().getFirst().isWhole()).isTrue();
    assertThat(row.uses().getFirst().writes().demand())
        .as("five writes and a refused one, averaged over three exchanges")
        .isEqualTo(2);
    assertThat(
            row.uses().stream()
                .filter(use -> !use.isWhole())
                .mapToDouble(use -> use.writes().demand())
                .sum())
        .as("the demand of the partitions")
        .isCloseTo(2, within(1e-9));
  }

  @Test
  void warm_throughput_grows_with_traffic() {
    TableDefinition wide = engine.catalog().create(Tables.table("wide")).join();
    assertThat(throttle.grown(wide)).isEqualTo(wide);
    String text = "x".repeat(99 * 1024);
    // A hundred units every 40 ms are 2,500 units per second, for a minute.
    for (int i = 0; i < 1500; i++) {
      Item item = Item.builder().put("id", new S("k" + i)).put("text", new S(text)).build();
      var change =
          new ItemChange(
              wide, key(i), null, item, ItemChange.Cause.CLIENT, List.of(), 0, List.of());
      assertThat(admitted(throttle.pass().admit(List.of(change), Kind.BATCH))).containsOnly(true);
      engine.advance(Duration.ofMillis(40));
    }
    assertThat(throttle.grown(wide).capacity().warm()).isEqualTo(WarmThroughput.ON_DEMAND_INITIAL);
    engine.advance(Duration.ofMinutes(31));
    assertThat(throttle.grown(wide).capacity().warm()).isEqualTo(new WarmThroughput(12_000, 5_000));
  }

  @Test
  void a_transaction_costs_twice_the_units_or_nothing() {
    assertThat(admitted(throttle.pass().admit(inserts(4), Kind.TRANSACTION)))
        .containsExactly(true, true, true, false);
    assertThat(consumed()).isZero();

    assertThat(admitted(throttle.pass().admit(inserts(2), Kind.TRANSACTION)))
        .containsExactly(true, true);
    assertThat(consumed()).isEqualTo(4);
  }

  @Test
  void an_item_larger_than_a_second_of_throughput_can_be_written_eventually() {
    var large = Item.of("id", new S("k"), "text", new S("x".repeat(20_000)));
    var change =
        List.of(
            new ItemChange(
                table, key(0), null, large, ItemChange.Cause.CLIENT, List.of(), 0, List.of()));

    assertThat(admitted(throttle.pass().admit(change, Kind.SINGLE))).containsExactly(true);
    engine.advance(Duration.ofSeconds(2));
    assertThat(admitted(throttle.pass().admit(inserts(1), Kind.SINGLE))).containsExactly(false);
    engine.advance(Duration.ofSeconds(2));
    assertThat(admitted(throttle.pass().admit(inserts(1), Kind.SINGLE))).containsExactly(true);
  }

  @Test
  void the_engine_throttles_requests_of_clients_but_not_its_own_work() {
    for (int i = 0; i < 5; i++) {
      put(i, ItemChange.Cause.CLIENT).join();
    }

    assertThatThrownBy(() -> put(5, ItemChange.Cause.CLIENT).join())
        .cause()
        .isInstanceOfSatisfying(
            ApiError.class,
            error -> {
              assertThat(error.type()).isEqualTo(ErrorType.THROTTLING);
              assertThat(error.throttlingReasons())
                  .containsExactly(
                      new ThrottlingReason(
                          "TableWriteMaxOnDemandThroughputExceeded",
                          "arn:aws:dynamodb:" + table.region() + ":123456789012:table/t"));
            });
    put(5, ItemChange.Cause.IMPORT).join();
    assertThat(engine.throughput())
        .extracting(ThroughputCounts::writeThrottleEvents)
        .containsExactly(1L);
  }

  @Test
  void the_maximum_of_a_replica_overrides_the_shared_one() {
    var replica = table.toBuilder().readCeilings(ReadCeilings.NONE.withTable(3)).build();
    assertThat(Resource.of(replica).onDemand()).isEqualTo(new OnDemandThroughput(3L, 5L));
    var unlimited = ReadCeilings.NONE.withTable(ReadCeilings.UNLIMITED);
    var shared = table.toBuilder().onDemand(new OnDemandThroughput(4L, null));
    assertThat(Resource.of(shared.build()).onDemand()).isNotNull();
    assertThat(Resource.of(shared.readCeilings(unlimited).build()).onDemand()).isNull();
  }

  private CompletableFuture<?> put(int number, ItemChange.Cause cause) {
    var put = new WriteAction.Put("t", key(number), null, false);
    return engine.write(new WriteRequest(List.of(put), Kind.SINGLE, cause, null));
  }

  @Test
  void the_partitions_of_hashes_are_those_whose_ranges_contain_them() {
    var quarters =
        List.of(
            new HashRange(0, 0x3fffffffffffffffL),
            new HashRange(0x4000000000000000L, 0x7fffffffffffffffL),
            new HashRange(0x8000000000000000L, 0xbfffffffffffffffL),
            new HashRange(0xc000000000000000L, -1L));
    var wide = table.toBuilder().warm(new WarmThroughput(12_000, 4_000)).build();
    for (HashRange range : quarters) {
      for (long hash : new long[] {range.first(), range.first() + 5, range.last()}) {
        assertThat(throttle.map(wide, null, List.of(new HashRange(hash, hash))))
            .isEqualTo(new PartitionMap(4, List.of(range)));
      }
    }
    var all = List.of(new HashRange(0, -1L));
    assertThat(throttle.map(wide, null, all)).isEqualTo(new PartitionMap(4, quarters));
    assertThat(Throttle.map(wide, null, 0, all)).isEqualTo(new PartitionMap(4, quarters));
    assertThat(Throttle.map(wide, null, 45L << 30, all).count()).isEqualTo(5);
    var middle = new HashRange(0x7fffffffffffffffL, 0x8000000000000000L);
    assertThat(throttle.map(wide, null, List.of(middle, middle, new HashRange(-1L, -1L))))
        .isEqualTo(new PartitionMap(4, quarters.subList(1, 4)));
    assertThat(throttle.heat(9, 9)).as("no traffic").isEmpty();
  }
}
