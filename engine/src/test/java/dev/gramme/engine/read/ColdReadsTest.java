package dev.gramme.engine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.plan.RowRange;
import dev.gramme.engine.stream.Streams.Position;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.StreamSpecification.ViewType;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Store;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request within its turn on an event loop never waits for the disk. */
class ColdReadsTest {
  /** So many items that they are in other blocks than the definition of the table. */
  private static final int ITEMS = 100;

  private static final int PAGE_ITEMS = 10;

  @TempDir private Path folder;
  private Store store;
  private Engine engine;
  private TableDefinition table;

  private void open() {
    store =
        RocksStore.open(
            RocksStoreOptions.builder(folder.resolve("data")).slowRead(Duration.ZERO).build());
    engine = Engine.open(store, InstantSource.system(), Runnable::run, EngineOptions.DEFAULT);
  }

  @BeforeEach
  void closeAndOpenAgain() {
    open();
    var streamed =
        Tables.table("t")
            .andThen(definition ->
                definition.toBuilder().stream(
                        StreamSpecification.enabled(ViewType.NEW_IMAGE, Instant.EPOCH))
                    .build());
    table = engine.catalog().create(streamed).join();
    for (int i = 0; i < ITEMS; i++) {
      engine.write(WriteRequest.single(new WriteAction.Put("t", item(i), null, false))).join();
    }
    close();
    open();
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private static Item item(int number) {
    return Item.of("id", new S("k" + number), "v", new S("value ".repeat(500)));
  }

  private static RequestBudget inTurn() {
    var budget = new RequestBudget(MemoryBudget.unlimited());
    budget.beginTurn();
    return budget;
  }

  private ReadPlan.Items.Key key() {
    return new ReadPlan.Items.Key(table, Item.of("id", new S("k1")), true);
  }

  private ReadPlan.Page page(RequestBudget budget) {
    return new ReadPlan.Page(
        table,
        null,
        RowRange.kind(null),
        RowRange.ofScan(table, null, 0, 1),
        true,
        null,
        PAGE_ITEMS,
        ReadPlan.Page.PAGE_BYTES,
        false,
        false,
        budget);
  }

  @Test
  void an_item_that_is_not_in_memory_ends_the_turn() {
    assertThatThrownBy(() -> engine.read(key(), inTurn()))
        .isInstanceOf(RequestBudget.TurnOver.class);
    var onWorker = inTurn();
    onWorker.restart();
    assertThat(engine.read(key(), onWorker)).isEqualTo(item(1));
    assertThat(engine.read(key(), inTurn())).isEqualTo(item(1));
  }

  @Test
  void outside_a_turn_a_request_says_once_that_it_begins_to_wait() {
    var waits = new AtomicInteger();
    var budget = new RequestBudget(MemoryBudget.unlimited());
    budget.onWaiting(counting(waits), false);
    assertThat(engine.read(page(budget)).items()).hasSize(PAGE_ITEMS);
    assertThat(waits).hasValue(1);
    long steps = budget.steps();
    engine.read(key(), budget);
    assertThat(waits).hasValue(1);

    var warm = new RequestBudget(MemoryBudget.unlimited());
    warm.onWaiting(counting(waits), false);
    assertThat(engine.read(page(warm)).items()).hasSize(PAGE_ITEMS);
    assertThat(waits).hasValue(1);
    assertThat(warm.steps()).isEqualTo(steps);
  }

  @Test
  void a_page_of_a_stream_says_that_it_begins_to_wait() {
    var waits = new AtomicInteger();
    var streams = engine.streams();
    var stream = streams.list("", "", 1).getFirst();
    var oldest = new Position(streams.shards(stream).getFirst().number(), 0, false);
    for (int i = 0; i < 2; i++) {
      var budget = new RequestBudget(MemoryBudget.unlimited());
      budget.onWaiting(counting(waits), false);
      assertThat(streams.read(stream, oldest, PAGE_ITEMS, budget).changes()).hasSize(PAGE_ITEMS);
      assertThat(waits).hasValue(1);
    }
  }

  private static RequestBudget.DiskWaits counting(AtomicInteger waits) {
    return new RequestBudget.DiskWaits() {
      @Override
      public void beginWaiting() {
        waits.incrementAndGet();
      }

      @Override
      public void endWaiting() {
        throw new AssertionError("the page needs less work");
      }
    };
  }

  @Test
  void a_page_that_is_not_in_memory_ends_the_turn() {
    assertThatThrownBy(() -> engine.read(page(inTurn())))
        .isInstanceOf(RequestBudget.TurnOver.class);
    assertThat(engine.read(page(RequestBudget.unlimited())).items()).hasSize(PAGE_ITEMS);
    assertThat(engine.read(page(inTurn())).items()).hasSize(PAGE_ITEMS);
  }
}
