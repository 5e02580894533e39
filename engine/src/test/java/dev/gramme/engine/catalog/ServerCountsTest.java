package dev.gramme.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.Faults.Call;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two servers on one store, whose counts are added to the rows at intervals. */
final class ServerCountsTest {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final SharedMemory store = new SharedMemory();
  private final Engine one = open();
  private final Engine other = open();

  private Engine open() {
    return open(store.connect());
  }

  private static Engine open(Store store) {
    return Engine.open(
        store,
        () -> Instant.EPOCH,
        task -> Thread.ofPlatform().daemon().start(task),
        EngineOptions.DEFAULT);
  }

  @AfterEach
  void close() {
    other.close();
    one.close();
    store.close();
  }

  private static void put(Engine engine, String key) {
    var put = new WriteAction.Put("t", Tables.item(key, "red"), null, false);
    engine.write(WriteRequest.single(put)).join();
  }

  private byte[] row(int number) {
    return SystemKeys.numbered(SystemKeys.STATISTICS, number);
  }

  @Test
  void a_server_adds_its_changes_to_the_rows() {
    int number = one.catalog().create(Tables.table("t")).join().number();
    put(one, "a");
    put(other, "b");
    one.advance(INTERVAL);
    other.advance(INTERVAL);
    assertThat(itemsInRows(number)).isEqualTo(2);
  }

  private long itemsInRows(int number) {
    return TableStatistics.Rows.get(store, new TableStatistics.Part(number, 0)).items();
  }

  @Test
  void changes_are_kept_while_the_tables_cannot_be_read() {
    var broken = new AtomicBoolean();
    Faults noRanges = call -> call == Call.RANGE ? Fault.BROKEN : Fault.NONE;
    try (Engine faulty = open(new FaultyStore(store.connect(), Faults.whileOn(broken, noRanges)))) {
      int number = faulty.catalog().create(Tables.table("t")).join().number();
      put(faulty, "a");
      broken.set(true);
      faulty.advance(INTERVAL);
      put(faulty, "b");
      broken.set(false);
      faulty.advance(INTERVAL);
      assertThat(itemsInRows(number)).isEqualTo(2);
    }
  }

  @Test
  void a_server_without_changes_closes_while_its_store_cannot_be_read() {
    var broken = new AtomicBoolean();
    var reads = new AtomicInteger();
    Faults noReads =
        call -> {
          if (call == Call.TRANSACTION) {
            return Fault.NONE;
          }
          reads.incrementAndGet();
          return Fault.BROKEN;
        };
    try (Engine _ = open(new FaultyStore(store.connect(), Faults.whileOn(broken, noReads)))) {
      broken.set(true);
    }
    assertThat(reads).hasValue(0);
  }

  @Test
  void a_server_writes_no_counts_of_a_table_that_another_one_has_dropped() {
    int number = one.catalog().create(Tables.table("t")).join().number();
    put(one, "a");
    put(other, "b");
    one.advance(INTERVAL);
    assertThat(store.get(row(number))).isNotNull();
    one.catalog().delete("t", table -> {}).join();
    Eventually.holds("the rows are removed", () -> store.get(row(number)) == null);
    other.advance(INTERVAL);
    assertThat(store.get(row(number))).isNull();
  }
}
