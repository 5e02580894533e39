package dev.gramme.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two servers on one store, whose counts are added to the rows at intervals. */
final class ServerCountsTest {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final SharedMemory store = new SharedMemory();
  private final Engine one = open();
  private final Engine other = open();

  private Engine open() {
    return Engine.open(
        store.connect(),
        () -> Instant.EPOCH,
        task -> Thread.ofVirtual().start(task),
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
    assertThat(TableStatistics.Rows.get(store, new TableStatistics.Part(number, 0)).items())
        .isEqualTo(2);
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
