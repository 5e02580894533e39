package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The backfills of new indexes, as background jobs. */
final class Backfills {
  private final Store store;
  private final Lifecycle lifecycle;
  private final TableStatistics statistics;
  private final Consumer<String> ended;
  private final StoredJobs<Due> jobs;

  /** A backfill that may run now. */
  private record Due(String table, String index, int number) implements StoredJobs.Key {
    @Override
    public String id() {
      return Integer.toString(number);
    }

    @Override
    public String subject() {
      return table + "/" + index;
    }
  }

  /**
   * @param tables the current tables
   * @param ended receives the name of a table after a backfill has changed it
   */
  Backfills(
      Store store,
      Lifecycle lifecycle,
      TableStatistics statistics,
      Supplier<Collection<TableDefinition>> tables,
      Consumer<String> ended) {
    this.store = store;
    this.lifecycle = lifecycle;
    this.statistics = statistics;
    this.ended = ended;
    this.jobs =
        new StoredJobs<>(
            store,
            lifecycle,
            "index backfill",
            () -> tables.get().stream().flatMap(Backfills::due).toList(),
            this::run);
  }

  /** Starts the backfills of a table that may run now and that no server runs. */
  List<BackgroundJob> start(TableDefinition table, Lifecycle.Starter starter) {
    return due(table).flatMap(due -> jobs.start(due, starter).stream()).toList();
  }

  private static Stream<Due> due(TableDefinition table) {
    return BackfillableIndex.due(table).stream()
        .map(index -> new Due(table.name(), index.name(), index.number()));
  }

  private void run(Due due, Lease.Term term, BackgroundJob job) {
    new Backfill(store, statistics, due.table(), due.number())
        .run(() -> lifecycle.isClosed() || !term.isHeld(), job);
    ended.accept(due.table());
  }
}
