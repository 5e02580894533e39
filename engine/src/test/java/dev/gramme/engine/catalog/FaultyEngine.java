package dev.gramme.engine.catalog;

import static dev.gramme.engine.catalog.Tables.INDEX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.backup.Backup;
import dev.gramme.engine.backup.RestoreTarget;
import dev.gramme.engine.check.Finding;
import dev.gramme.engine.check.StoreCheck;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.Recovery;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.faulty.Delays;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An engine on a faulty store, and a client that retries failed requests. One table has a change
 * log and gets an index, TTL, a backup and a restore; another table is deleted.
 */
final class FaultyEngine implements AutoCloseable {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final int ITEMS = 20;
  static final String TABLE = "t";
  static final String DELETED = "deleted";
  private static final String RESTORED = "restored";

  /** The maximum number of attempts of a request. */
  private static final int ATTEMPTS = 1000;

  private final AtomicBoolean faulty = new AtomicBoolean();
  private final MemoryStore memory = new MemoryStore();
  private final FaultyStore store;
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final Engine engine;
  private int deletedNumber;

  /**
   * @param delaySeed the seed of the order in which the store responds; null to respond immediately
   */
  FaultyEngine(Faults faults, @Nullable Long delaySeed) {
    store =
        new FaultyStore(
            memory,
            Faults.whileOn(faulty, faults),
            delaySeed == null ? null : new Delays(delaySeed));
    engine = Engine.open(store, () -> START, background, EngineOptions.DEFAULT);
    faulty.set(true);
  }

  /**
   * Retries a request until it succeeds, or fails because it has been executed already or its
   * subject no longer exists.
   */
  private static <T> @Nullable T must(Supplier<CompletableFuture<T>> request) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return request.get().join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof ApiError error && !passes(error)) {
          return null;
        }
      } catch (RuntimeException e) {
        if (e instanceof ApiError error && !passes(error)) {
          return null;
        }
      }
    }
    throw new AssertionError("a request failed " + ATTEMPTS + " times");
  }

  private static boolean passes(ApiError error) {
    return error.type() == ErrorType.THROTTLING || error.type() == ErrorType.TRANSACTION_CONFLICT;
  }

  private TableDefinition table(String name) {
    return Objects.requireNonNull(CatalogRows.read(memory, name)).definition();
  }

  private static Item item(int number) {
    return Item.builder(3)
        .put("id", new S("item" + number))
        .put("color", new S("color" + number))
        .put("expires", N.of(START.plus(Duration.ofDays(400)).getEpochSecond()))
        .build();
  }

  private void change(TableDefinition changed) {
    must(() -> engine.catalog().change(TABLE, (table, numbers) -> changed));
  }

  private void fill(String name) {
    for (int i = 0; i < ITEMS; i++) {
      var put = new WriteAction.Put(name, item(i), null, false);
      must(() -> engine.write(WriteRequest.single(put)));
    }
  }

  /** Starts background work of every kind. */
  void beginEverything() {
    createTables();
    var catalog = engine.catalog();
    must(() -> catalog.delete(DELETED, table -> {}));
    must(() ->
        catalog.change(
            TABLE,
            (table, numbers) ->
                table.globalIndexes().isEmpty() ? Tables.withIndex(table, numbers) : table));
    requestTheRest();
  }

  /** Creates both tables with their items. */
  void createTables() {
    must(() -> engine.catalog().create(Tables.table(TABLE)));
    must(() -> engine.catalog().create(Tables.table(DELETED)));
    change(table(TABLE).toBuilder().recovery(new Recovery(START, 35)).build());
    fill(TABLE);
    fill(DELETED);
    deletedNumber = table(DELETED).number();
  }

  /** Makes a request that must fail because of the store. */
  void fails(Function<Catalog, CompletableFuture<?>> request) {
    assertThatThrownBy(() -> request.apply(engine.catalog()).join())
        .hasCauseInstanceOf(StorageException.class);
  }

  /** Starts all work except deletions and indexes. */
  void requestTheRest() {
    must(() ->
        engine
            .catalog()
            .change(
                TABLE,
                (table, numbers) ->
                    table.features().timeToLive() == null
                        ? table.toBuilder()
                            .timeToLive(
                                new TimeToLive("expires", TimeToLive.Status.ENABLING, START))
                            .build()
                        : table));
    must(() -> engine.backups().create(TABLE, "backup"));
    must(() -> engine.restores().toPointInTime(TABLE, null, new Restored()));
  }

  /** A table without indexes. */
  private static final class Restored implements RestoreTarget {
    @Override
    public String name() {
      return RESTORED;
    }

    @Override
    public ApiError isBeingRestored(RestoreSummary source) {
      return ApiError.of(ErrorType.TABLE_IN_USE, "Table: " + RESTORED + " is being restored");
    }

    @Override
    public TableDefinition definition(TableDefinition source, TableNumberAllocator numbers) {
      return Tables.table(RESTORED).apply(numbers).toBuilder()
          .status(TableDefinition.Status.CREATING)
          .build();
    }
  }

  /** Waits until no work is left; the clock advances as fast as possible. */
  void awaitEnd() {
    Eventually.get(
        "all background work has ended",
        () -> {
          engine.advance(Duration.ofSeconds(20));
          return engine.catalog().lifecycle().jobs();
        },
        List::isEmpty);
    faulty.set(false);
    // Work after a response that was lost last, and work that runs at intervals.
    Eventually.get(
        "all background work has ended after the last fault",
        () -> {
          engine.advance(Duration.ofMinutes(1));
          return engine.catalog().lifecycle().jobs();
        },
        List::isEmpty);
  }

  /** Checks the results of all work. */
  void checkEverything() {
    TableDefinition table = table(TABLE);
    var index = table.globalIndex(INDEX).orElseThrow();
    assertThat(index.status()).isEqualTo(GlobalIndex.Status.ACTIVE);
    assertThat(index.backfilling()).isFalse();
    assertThat(Tables.itemsUnder(memory, index.number())).hasSize(ITEMS);
    assertThat(table.features().timeToLive()).extracting(it -> it.status()).hasToString("ENABLED");
    assertThat(count(SystemKeys.EXPIRIES)).isEqualTo(ITEMS);
    assertThat(engine.catalog().find(TABLE)).contains(table);

    assertThat(CatalogRows.dropped(memory)).isEmpty();
    assertThat(Tables.itemsUnder(memory, deletedNumber)).isEmpty();
    assertThat(engine.catalog().find(DELETED)).isEmpty();

    assertThat(engine.backups().all())
        .isNotEmpty()
        .allMatch(backup -> backup.status() == Backup.Status.AVAILABLE)
        .allMatch(backup -> backup.items() == ITEMS);
    TableDefinition restored =
        Eventually.get(
            "the restored table is active",
            () -> {
              engine.advance(Duration.ofSeconds(20));
              return table(RESTORED);
            },
            found -> found.status() == TableDefinition.Status.ACTIVE);
    assertThat(engine.catalog().find(RESTORED)).contains(restored);
    assertThat(Tables.itemsUnder(memory, restored.number())).hasSize(ITEMS);
    assertThat(store.openSnapshots()).isZero();
    var findings = new ArrayList<Finding>();
    StoreCheck.run(memory, findings::add);
    assertThat(findings).isEmpty();
  }

  private int count(int space) {
    int count = 0;
    try (Cursor rows = CatalogRows.space(memory, space)) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  @Override
  public void close() {
    faulty.set(false);
    engine.close();
    background.close();
    store.close();
  }
}
