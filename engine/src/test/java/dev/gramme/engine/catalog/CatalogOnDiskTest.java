package dev.gramme.engine.catalog;

import static dev.gramme.engine.catalog.Tables.INDEX;
import static dev.gramme.engine.catalog.Tables.item;
import static dev.gramme.engine.catalog.Tables.itemsUnder;
import static dev.gramme.engine.catalog.Tables.put;
import static dev.gramme.engine.catalog.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.time.MovableClock;
import dev.gramme.model.ApiError;
import dev.gramme.model.GlobalIndex;
import dev.gramme.storage.Store;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The catalog on the durable store, with background work that runs concurrently with writers. The
 * writers use another catalog on the same store than the thread that changes tables, like servers
 * on a shared store: their cached definitions are always outdated.
 */
final class CatalogOnDiskTest {
  private static final int WRITERS = 4;

  @TempDir private Path folder;

  private final Queue<Thread> background = new ConcurrentLinkedQueue<>();

  private Store openStore() {
    return RocksStore.open(RocksStoreOptions.of(folder.resolve("store")));
  }

  private Catalog openCatalog(Store store) {
    return Catalog.open(
        store,
        new Lifecycle(
            MovableClock.over(InstantSource.system()),
            task -> background.add(Thread.ofPlatform().daemon().start(task))));
  }

  private void awaitBackground() throws InterruptedException {
    for (Thread task = background.poll(); task != null; task = background.poll()) {
      task.join();
    }
  }

  /** Threads that each run a write this many times. */
  private static List<Thread> writers(int times, IntConsumer write, Queue<Throwable> failures) {
    var threads = new ArrayList<Thread>();
    for (int w = 0; w < WRITERS; w++) {
      int first = w * times;
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                for (int i = first; i < first + times; i++) {
                  try {
                    write.accept(i);
                  } catch (ApiError tableIsGone) {
                    // No table exists between deletion and creation.
                  } catch (RuntimeException e) {
                    failures.add(e);
                  }
                }
              }));
    }
    return threads;
  }

  @Test
  void an_index_built_during_writes_has_every_item_exactly_once() throws Exception {
    try (Store store = openStore();
        Catalog catalog = openCatalog(store);
        Catalog writing = openCatalog(store)) {
      catalog.create(table("t")).join();
      for (int i = 0; i < 2000; i++) {
        put(store, catalog, "t", item("id" + i, "old"));
      }
      var failures = new ConcurrentLinkedQueue<Throwable>();
      var threads =
          writers(
              500,
              i -> {
                var item = item("id" + (i * 7) % 3000, "new" + i % 5);
                if (i % 4 == 0) {
                  Tables.delete(store, writing, "t", item);
                } else {
                  put(store, writing, "t", item);
                }
              },
              failures);
      catalog.change("t", Tables::withIndex).join();
      for (Thread thread : threads) {
        thread.join();
      }
      awaitBackground();
      var table = catalog.find("t").orElseThrow();
      var index = table.globalIndex(INDEX).orElseThrow();
      assertThat(failures).isEmpty();
      assertThat(index.status()).isEqualTo(GlobalIndex.Status.ACTIVE);
      var items = itemsUnder(store, table.number());
      assertThat(itemsUnder(store, index.number())).containsExactlyInAnyOrderElementsOf(items);
    }
  }

  @Test
  void an_index_built_with_delays_during_writes_has_every_item_exactly_once() throws Exception {
    var clock = MovableClock.over(InstantSource.system());
    var pace =
        new ControlPlaneProfile(StateDelays.of(Duration.ofHours(1)), ControlPlaneLimits.NONE);
    try (Store store = openStore();
        Catalog catalog =
            Catalog.open(
                store,
                new Lifecycle(clock, task -> Thread.ofPlatform().daemon().start(task), pace));
        Catalog writing = openCatalog(store)) {
      catalog.create(table("t")).join();
      catalog.lifecycle().advance(Duration.ofHours(1));
      for (int i = 0; i < 1000; i++) {
        put(store, catalog, "t", item("id" + i, "old"));
      }
      var failures = new ConcurrentLinkedQueue<Throwable>();
      var threads =
          writers(
              1000,
              i -> put(store, writing, "t", item("id" + (i * 7) % 3000, "new" + i % 5)),
              failures);
      catalog
          .change(
              "t",
              (before, numbers) ->
                  catalog
                      .states()
                      .beginIndex(Tables.withIndex(before, numbers), INDEX, clock.instant()))
          .join();
      catalog.lifecycle().advance(Duration.ofHours(1));
      catalog.lifecycle().advance(Duration.ofHours(1));
      for (Thread thread : threads) {
        thread.join();
      }
      var table = catalog.find("t").orElseThrow();
      var index = table.globalIndex(INDEX).orElseThrow();
      assertThat(failures).isEmpty();
      assertThat(index.status()).isEqualTo(GlobalIndex.Status.ACTIVE);
      assertThat(itemsUnder(store, index.number()))
          .containsExactlyInAnyOrderElementsOf(itemsUnder(store, table.number()));
    }
  }

  @Test
  void tables_deleted_and_created_again_during_writes_leave_no_stray_row() throws Exception {
    try (Store store = openStore();
        Catalog catalog = openCatalog(store);
        Catalog writing = openCatalog(store)) {
      catalog.create(table("t")).join();
      var failures = new ConcurrentLinkedQueue<Throwable>();
      var threads = writers(500, i -> put(store, writing, "t", item("id" + i, "red")), failures);
      for (int round = 0; round < 20; round++) {
        catalog.delete("t", table -> {}).join();
        catalog.create(table("t")).join();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      awaitBackground();
      assertThat(failures).isEmpty();
      int number = catalog.find("t").orElseThrow().number();
      for (int other = 1; other < number; other++) {
        assertThat(itemsUnder(store, other)).isEmpty();
      }
    }
  }

  @Test
  void an_interrupted_backfill_and_removal_complete_after_a_restart() throws Exception {
    try (Store store = openStore()) {
      // Not closed, to simulate a crash.
      var catalog =
          Catalog.open(
              store, new Lifecycle(MovableClock.over(InstantSource.system()), neverRun -> {}));
      catalog.create(table("gone")).join();
      put(store, catalog, "gone", item("1", "red"));
      catalog.create(table("t")).join();
      for (int i = 0; i < 500; i++) {
        put(store, catalog, "t", item("id" + i, "red"));
      }
      catalog.delete("gone", table -> {}).join();
      catalog.change("t", Tables::withIndex).join();
    }
    try (Store store = openStore();
        Catalog catalog = openCatalog(store)) {
      awaitBackground();
      var index = catalog.find("t").orElseThrow().globalIndex(INDEX).orElseThrow();
      assertThat(index.status()).isEqualTo(GlobalIndex.Status.ACTIVE);
      assertThat(itemsUnder(store, index.number())).hasSize(500);
      assertThat(itemsUnder(store, 1)).isEmpty();
      assertThat(CatalogRows.dropped(store)).isEmpty();
    }
  }
}
