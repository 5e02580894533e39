package dev.gramme.engine.catalog;

import dev.gramme.storage.Store;
import java.util.List;
import java.util.Optional;

/**
 * Removes, in the background, the rows of dropped tables, indexes and backups, with the expiry
 * times and versions of their items, in transactions of a limited number of rows. The store has a
 * mark for each number whose rows must be removed; rows that are retained remain until the
 * retention ends. On a shared store, one server removes the rows of a number.
 */
final class DroppedRows {
  private final Store store;
  private final Lifecycle lifecycle;
  private final StoredJobs<Dropped> jobs;

  /** The removal of all rows under a number. */
  private record Dropped(int number) implements StoredJobs.Key {
    @Override
    public String id() {
      return Integer.toString(number);
    }

    @Override
    public String subject() {
      return "number " + number;
    }
  }

  DroppedRows(Store store, Lifecycle lifecycle) {
    this.store = store;
    this.lifecycle = lifecycle;
    this.jobs =
        new StoredJobs<>(store, lifecycle, "removal of rows", this::removable, this::remove);
  }

  /** Starts the removals that an earlier process, or a request of unknown outcome, has left. */
  void resume() {
    jobs.resume();
  }

  /** Starts the removal of the rows under a marked number, unless a server runs it. */
  void start(int number) {
    jobs.start(new Dropped(number));
  }

  private List<Dropped> removable() {
    return CatalogRows.dropped(store).stream()
        .filter(number -> !RowRetention.isHeld(store, number))
        .map(Dropped::new)
        .toList();
  }

  private void remove(Dropped dropped, Lease.Term term, BackgroundJob progress) {
    int number = dropped.number();
    int most = store.deletionRows();
    Optional<byte[]> next = Optional.of(CatalogRows.BEGINNING);
    while (next.isPresent() && !lifecycle.isClosed() && term.isHeld()) {
      byte[] from = next.get();
      next =
          BlockingTransactions.transact(
              store, tx -> CatalogRows.removeDropped(tx, number, from, most));
      progress.progressed();
    }
  }
}
