package dev.gramme.engine.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.storage.Store;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many writes of one large item at the same time. */
final class HotItemTest {
  private static final int WRITES = 200;

  @TempDir Path folder;

  /** Decoding it takes more steps than a transaction may evaluate. */
  private static Item large(int number) {
    return Tables.item("hot", "c" + number).toBuilder()
        .put("text", new S("x".repeat(300_000)))
        .build();
  }

  /** Without a condition, nothing that others write meanwhile can refuse a put or a delete. */
  @Test
  void puts_and_deletes_without_a_condition_succeed_however_many_there_are() {
    try (Store store = RocksStore.open(RocksStoreOptions.of(folder.resolve("store")));
        var clients = Executors.newVirtualThreadPerTaskExecutor();
        var engine = Engine.open(store, () -> Instant.EPOCH, clients, EngineOptions.DEFAULT)) {
      engine.catalog().create(Tables.table("t")).join();
      engine.catalog().change("t", Tables::withIndex).join();
      var writes = new ArrayList<CompletableFuture<WriteResult>>();
      for (int i = 0; i < WRITES; i++) {
        var action =
            i % 8 == 7
                ? new WriteAction.Delete("t", Item.of("id", new S("hot")), null, false)
                : new WriteAction.Put("t", large(i), null, false);
        writes.add(
            CompletableFuture.supplyAsync(
                () -> engine.write(WriteRequest.single(action)).join(), clients));
      }
      assertThat(writes).allSatisfy(write -> assertThat(write).succeedsWithin(Duration.ofMinutes(1)));
    }
  }
}
