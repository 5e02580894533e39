package dev.gramme.engine.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Binary;
import dev.gramme.model.Item;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The committer reads nothing from a slow disk, whatever a write needs. */
class ColdWritesTest {
  /** Items and definitions are in different blocks. */
  private static final int ITEMS = 200;

  @TempDir private Path folder;
  private RocksStore store;
  private Engine engine;

  private void open() {
    store =
        RocksStore.open(
            RocksStoreOptions.builder(folder.resolve("data")).slowRead(Duration.ZERO).build());
    engine = Engine.open(store, InstantSource.system(), Runnable::run, EngineOptions.DEFAULT);
  }

  @BeforeEach
  void closeAndOpenAgain() {
    open();
    engine
        .catalog()
        .create(numbers -> Tables.withIndex(Tables.table("t").apply(numbers), numbers))
        .join();
    for (int i = 0; i < ITEMS; i++) {
      engine.write(WriteRequest.single(put(i, "red"))).join();
    }
    close();
    open();
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private static WriteAction put(int number, String color) {
    var item =
        Item.of(
            Map.of(
                "id", new S("k" + number),
                "color", new S(color),
                "text", new S("value ".repeat(500))));
    return new WriteAction.Put("t", item, null, false);
  }

  private double metric(String name) {
    return store.metrics().getOrDefault(name, 0.0);
  }

  private List<Item> indexed() {
    var table = engine.catalog().find("t").orElseThrow();
    return Tables.itemsUnder(store, table.globalIndexes().getFirst().number());
  }

  @Test
  void replaced_items_and_their_index_entries_are_prefetched() {
    for (int i = 0; i < ITEMS; i += 10) {
      engine.write(WriteRequest.single(put(i, "blue"))).join();
    }
    assertThat(metric("prefetches_total")).isPositive();
    assertThat(metric("commit_disk_reads_total")).isZero();
    assertThat(indexed()).hasSize(ITEMS);
    assertThat(indexed().stream().filter(item -> new S("blue").equals(item.get("color"))))
        .hasSize(ITEMS / 10);
  }

  @Test
  void the_rows_of_a_transaction_with_a_token_are_prefetched() {
    var token =
        new ClientToken(
            ClientToken.Scope.TRANSACT_WRITE_ITEMS, "token", Binary.copyOf(new byte[] {1}));
    var actions = new ArrayList<WriteAction>();
    for (int i = 0; i < ITEMS; i += 5) {
      actions.add(put(i, "green"));
    }
    var request =
        new WriteRequest(
            actions,
            WriteRequest.Kind.TRANSACTION,
            ItemChange.Cause.CLIENT,
            token,
            RequestBudget.unlimited(),
            false);
    assertThat(engine.write(request).join().replayed()).isFalse();
    assertThat(engine.write(request).join().replayed()).isTrue();
    assertThat(metric("prefetches_total")).isPositive();
    assertThat(metric("commit_disk_reads_total")).isZero();
  }
}
