package dev.gramme.engine.catalog;

import static dev.gramme.engine.catalog.Tables.item;
import static dev.gramme.engine.catalog.Tables.itemsUnder;
import static dev.gramme.engine.catalog.Tables.put;
import static dev.gramme.engine.catalog.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.time.MovableClock;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.storage.faulty.TestStores;
import dev.gramme.testkit.Eventually;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** The rows of a dropped table are removed once, by one server. */
final class DroppedRowsTest {
  private static final int ITEMS = 50;

  private static Catalog open(Store store, Executor background) {
    return Catalog.open(store, new Lifecycle(MovableClock.over(() -> Instant.EPOCH), background));
  }

  /** Creates a table with items and drops it; returns its number. */
  private static int dropTable(Store store, Catalog catalog) {
    int number = catalog.create(table("t")).join().number();
    for (int i = 0; i < ITEMS; i++) {
      put(store, catalog, "t", item("item" + i, "red"));
    }
    catalog.delete("t", dropped -> {}).join();
    return number;
  }

  @Test
  void a_removal_that_is_requested_again_has_one_job() {
    try (Store store = TestStores.open()) {
      var background = new BackgroundQueue();
      var catalog = open(store, background);
      int number = dropTable(store, catalog);
      catalog.resumeDrop(number);
      catalog.resumeDrop(number);
      assertThat(catalog.lifecycle().jobs())
          .filteredOn(job -> job.kind().equals("removal of rows"))
          .hasSize(1);
      background.runAll();
      assertThat(itemsUnder(store, number)).isEmpty();
    }
  }

  @Test
  void rows_are_removed_by_the_server_that_holds_the_lease_or_by_its_successor() {
    try (var store = new SharedMemory();
        var background = Executors.newCachedThreadPool()) {
      Executor dead =
          task -> {
            throw new RejectedExecutionException("the server has ended");
          };
      int number = dropTable(store, open(store, dead));
      var lease = new Lease(store, () -> Instant.EPOCH, "removal of rows/" + number);
      assertThat(lease.isHeld()).isTrue();

      var successor = open(store, background);
      Eventually.holds("no job runs", () -> successor.lifecycle().jobs().isEmpty());
      successor.lifecycle().advance(Lease.INTERVAL);
      assertThat(itemsUnder(store, number)).hasSize(ITEMS);

      lease.release();
      successor.lifecycle().advance(Lease.INTERVAL);
      assertThat(itemsUnder(store, number)).isEmpty();
      successor.close();
    }
  }
}
