package dev.gramme.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.Faults.Call;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.faulty.SharedMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Servers on one store with a table for which 50 writes a second are allowed. The clocks move only
 * as the tests move them.
 */
class BudgetExchangeTest {
  private static final Duration STEP = Duration.ofMillis(100);
  private static final int STEPS_OF_A_SECOND = 10;
  private static final int BUDGET = 50;

  /** The writes that a busy server tries in each step: all servers together may do half of it. */
  private static final int TRIES = 10;

  /** After so many seconds all servers know the demand of the last three exchanges. */
  private static final int SETTLED = 6;

  private final SharedMemory store = new SharedMemory();
  private final List<Engine> engines = new ArrayList<>();
  private final Map<Engine, Integer> admitted = new HashMap<>();
  private int writes;

  private Engine open(Store connected) {
    var engine =
        Engine.open(
            connected,
            () -> Instant.EPOCH,
            task -> Thread.ofPlatform().daemon().start(task),
            EngineOptions.builder().throttling(ThrottlingMode.SERVICE).build());
    engines.add(engine);
    return engine;
  }

  private Engine open() {
    return open(store.connect());
  }

  @AfterEach
  void close() {
    engines.forEach(Engine::close);
    store.close();
  }

  private static void createTable(Engine engine, @Nullable Long mostWrites) {
    engine
        .catalog()
        .create(numbers ->
            Tables.table("t").apply(numbers).toBuilder()
                .onDemand(new OnDemandThroughput(null, mostWrites))
                .build())
        .join();
  }

  private boolean put(Engine engine, Item item) {
    try {
      var put = new WriteAction.Put("t", item, null, false);
      engine.write(WriteRequest.single(put)).join();
      return true;
    } catch (CompletionException e) {
      assertThat(e.getCause()).isInstanceOf(ApiError.class);
      return false;
    }
  }

  private boolean put(Engine engine) {
    return put(engine, Item.of("id", new S("k" + writes++)));
  }

  /**
   * Lets time pass for the running servers, and counts the admitted writes of those that are busy.
   */
  private void run(int seconds, List<Engine> running, List<Engine> busy) {
    admitted.clear();
    for (int step = 0; step < seconds * STEPS_OF_A_SECOND; step++) {
      running.forEach(engine -> engine.catalog().lifecycle().advance(STEP));
      for (int i = 0; i < TRIES; i++) {
        busy.forEach(engine -> admitted.merge(engine, put(engine) ? 1 : 0, Integer::sum));
      }
    }
  }

  private int admitted(Engine engine) {
    return admitted.getOrDefault(engine, 0);
  }

  private int rows() {
    int rows = 0;
    try (var found =
        store.range(
            SystemKeys.spaceStart(SystemKeys.THROUGHPUT),
            SystemKeys.spaceStart(SystemKeys.THROUGHPUT + 1),
            Direction.ASCENDING)) {
      while (found.next()) {
        rows++;
      }
    }
    return rows;
  }

  @Test
  void a_server_that_is_alone_gets_the_whole_budget() {
    var one = open();
    createTable(one, (long) BUDGET);
    run(1, List.of(one), List.of(one));
    run(10, List.of(one), List.of(one));
    assertThat(admitted(one)).isBetween(10 * BUDGET - 1, 10 * BUDGET + 1);
  }

  @Test
  void servers_with_the_same_load_get_the_same_and_the_whole_budget_together() {
    var all = List.of(open(), open(), open());
    createTable(all.getFirst(), (long) BUDGET);
    run(SETTLED, all, all);
    run(12, all, all);
    // Each server can be one request ahead or behind.
    for (Engine engine : all) {
      assertThat(admitted(engine)).isBetween(12 * BUDGET / 3 - 1, 12 * BUDGET / 3 + 1);
    }
  }

  @Test
  void the_budget_is_not_exceeded_when_idle_servers_begin_at_once() {
    var all = List.of(open(), open(), open());
    createTable(all.getFirst(), (long) BUDGET);
    run(2, all, List.of());
    run(1, all, all);
    int sum = all.stream().mapToInt(this::admitted).sum();
    // The unused units of one second, those of this second, and one request of each server.
    assertThat(sum).isBetween(BUDGET, 2 * BUDGET + all.size());
  }

  @Test
  void the_share_of_a_server_without_load_goes_to_the_others_and_back() {
    var one = open();
    var other = open();
    var both = List.of(one, other);
    createTable(one, (long) BUDGET);
    run(SETTLED, both, both);
    run(SETTLED, both, List.of(one));
    run(10, both, List.of(one));
    assertThat(admitted(one)).isBetween(10 * BUDGET - 1, 10 * BUDGET + 1);

    assertThat(put(other)).as("a server with new load can begin at once").isTrue();
    run(SETTLED, both, both);
    run(10, both, both);
    assertThat(admitted(one)).isBetween(10 * BUDGET / 2 - 1, 10 * BUDGET / 2 + 1);
    assertThat(admitted(other)).isBetween(10 * BUDGET / 2 - 1, 10 * BUDGET / 2 + 1);
  }

  @Test
  void the_share_of_a_dead_server_is_free_after_five_seconds() {
    var one = open();
    var dead = open();
    var both = List.of(one, dead);
    createTable(one, (long) BUDGET);
    run(SETTLED, both, both);
    run(4, List.of(one), List.of(one));
    assertThat(admitted(one)).isBetween(4 * BUDGET / 2 - 1, 4 * BUDGET / 2 + 1);
    assertThat(rows()).isEqualTo(2);
    run(2, List.of(one), List.of(one));
    assertThat(rows()).as("the row of the dead server is deleted").isEqualTo(1);
    run(10, List.of(one), List.of(one));
    assertThat(admitted(one)).isBetween(10 * BUDGET - 1, 10 * BUDGET + 1);
  }

  @Test
  void a_clock_that_is_moved_makes_no_server_dead() {
    var one = open();
    var other = open();
    var both = List.of(one, other);
    createTable(one, (long) BUDGET);
    run(SETTLED, both, both);
    for (Duration by : List.of(Duration.ofSeconds(6), Duration.ofHours(1), Duration.ofDays(2))) {
      // In each second, this server is the last one that exchanges.
      other.catalog().lifecycle().advance(by);
      assertThat(rows()).as("both servers live").isEqualTo(2);
      run(SETTLED, both, both);
      run(10, both, both);
      assertThat(admitted(one) + admitted(other))
          .as("after a move by %s", by)
          .isBetween(10 * BUDGET - 2, 10 * BUDGET + 2);
    }
  }

  @Test
  void the_share_of_a_server_that_ends_is_free_at_the_next_exchange() {
    var one = open();
    var ending = open();
    var both = List.of(one, ending);
    createTable(one, (long) BUDGET);
    run(SETTLED, both, both);
    ending.close();
    engines.remove(ending);
    assertThat(rows()).isEqualTo(1);
    run(1, List.of(one), List.of(one));
    run(10, List.of(one), List.of(one));
    assertThat(admitted(one)).isBetween(10 * BUDGET - 1, 10 * BUDGET + 1);
  }

  @Test
  void a_server_keeps_its_share_while_the_store_does_not_answer_the_exchange() {
    var broken = new AtomicBoolean();
    Faults noRanges = call -> call == Call.RANGE ? Fault.BROKEN : Fault.NONE;
    var one = open(new FaultyStore(store.connect(), Faults.whileOn(broken, noRanges)));
    var other = open();
    var both = List.of(one, other);
    createTable(one, (long) BUDGET);
    run(SETTLED, both, both);
    broken.set(true);
    run(10, both, both);
    assertThat(admitted(one)).isBetween(10 * BUDGET / 2 - 1, 10 * BUDGET / 2 + 1);
    assertThat(rows()).as("the other server considers it dead").isEqualTo(1);

    broken.set(false);
    run(SETTLED, both, both);
    run(10, both, both);
    int sum = admitted(one) + admitted(other);
    assertThat(sum).isBetween(10 * BUDGET - 2, 10 * BUDGET + 2);
  }

  /** An item of {@code units} kilobytes whose key is in a quarter of the hashes. */
  private static Item item(TableDefinition table, int quarter, int number, int units) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> Item.of("id", new S("k" + i), "text", new S("x".repeat(units * 1024 - 99))))
        .filter(item -> RowKeys.hashOf(RowKeys.item(table, item)) >>> 62 == quarter)
        .skip(number)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void the_budget_of_a_partition_is_divided() {
    var one = open();
    var other = open();
    createTable(one, null);
    Item hot = item(one.catalog().find("t").orElseThrow(), 0, 0, 100);
    int units = 0;
    for (int step = 0; step < 20 * STEPS_OF_A_SECOND; step++) {
      for (Engine engine : List.of(one, other)) {
        engine.catalog().lifecycle().advance(STEP);
        boolean admits = put(engine, hot);
        units += admits && step >= 10 * STEPS_OF_A_SECOND ? 100 : 0;
      }
    }
    // A partition has 1,000 units a second; each server can be one request ahead or behind.
    assertThat(units).isBetween(10_000 - 200, 10_000 + 200);
  }

  @Test
  void a_partition_that_one_server_splits_is_split_on_all() {
    var one = open();
    var other = open();
    createTable(one, null);
    var table = one.catalog().find("t").orElseThrow();
    List<Item> hot = List.of(item(table, 0, 0, 100), item(table, 0, 1, 100));
    put(other, hot.getFirst());
    for (int step = 0; step < 130 * STEPS_OF_A_SECOND; step++) {
      one.catalog().lifecycle().advance(STEP);
      other.catalog().lifecycle().advance(STEP);
      hot.forEach(item -> put(one, item));
    }
    for (Engine engine : List.of(one, other)) {
      assertThat(engine.throughput()).extracting(ThroughputCounts::partitions).containsExactly(5);
    }
  }

  @Test
  void the_state_of_a_table_that_another_server_dropped_is_removed() {
    var one = open();
    var other = open();
    createTable(one, (long) BUDGET);
    run(1, List.of(one, other), List.of(one, other));
    one.catalog().delete("t", table -> {}).join();
    run(SETTLED, List.of(one, other), List.of());
    assertThat(one.throughput()).isEmpty();
    assertThat(other.throughput()).isEmpty();
  }

  @Test
  void traffic_of_all_servers_raises_the_throughput_of_a_table_on_demand() {
    var one = open();
    var other = open();
    createTable(one, null);
    var table = one.catalog().find("t").orElseThrow();
    // Each server writes 1,500 units a second, the same in all partitions.
    var items = IntStream.range(0, 4).mapToObj(quarter -> item(table, quarter, 0, 150)).toList();
    for (int step = 0; step < 130 * STEPS_OF_A_SECOND; step++) {
      for (Engine engine : List.of(one, other)) {
        engine.catalog().lifecycle().advance(STEP);
        put(engine, items.get(step % 4));
      }
    }
    for (Engine engine : List.of(one, other)) {
      engine.catalog().lifecycle().advance(Duration.ofMinutes(31));
      var warm = Objects.requireNonNull(engine.withGrownThroughput(table).capacity().warm());
      assertThat(warm.writeUnitsPerSecond()).isBetween(2 * 2950L, 2 * 3050L);
    }
  }
}
