package dev.gramme.engine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.plan.RowRange;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.stream.Streams;
import dev.gramme.engine.stream.TableStream;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.expression.Condition;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Placeholders;
import dev.gramme.expression.Update;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.storage.faulty.TestStores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that exceed their budgets of memory and steps. */
class BudgetTest {
  private static final int ITEMS = 40;

  private static final String CONDITION =
      "contains(v, :n) AND contains(v, :n) AND contains(v, :n) AND contains(v, :n)"
          + " OR contains(v, :n) OR contains(v, :n) OR contains(v, :n)";

  /** 100 KB by the service's rules, about 400 KB on the heap. */
  private static final AttributeValue NULLS =
      new L(Collections.<AttributeValue>nCopies(50_000, Null.NULL));

  private final Store store = TestStores.open();
  private final Engine engine =
      Engine.open(store, InstantSource.system(), Runnable::run, EngineOptions.DEFAULT);
  private final TableDefinition table = engine.catalog().create(Tables.table("t")).join();

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private static Item item(int number) {
    return Item.of("id", new S("k" + number), "v", NULLS);
  }

  private void fill() {
    for (int i = 0; i < ITEMS; i++) {
      engine.write(WriteRequest.single(new WriteAction.Put("t", item(i), null, false))).join();
    }
  }

  @Test
  void a_read_of_several_items_that_runs_again_reserves_their_memory_once() {
    fill();
    var plan =
        List.of(new ReadPlan.Items.Key(table, item(0)), new ReadPlan.Items.Key(table, item(1)));
    try (var once = new RequestBudget(MemoryBudget.unlimited());
        var twice = new RequestBudget(MemoryBudget.unlimited())) {
      new ItemReader(SharedMemory.over(store)).items(new ReadPlan.Items(plan, once));
      Faults repeated = call -> Faults.Fault.REPEATED;
      new ItemReader(new FaultyStore(SharedMemory.over(store), repeated))
          .items(new ReadPlan.Items(plan, twice));
      assertThat(twice.usedBytes()).isEqualTo(once.usedBytes()).isPositive();
      assertThat(twice.steps()).isEqualTo(once.steps());
    }
  }

  private ReadPlan.Page page(@Nullable Item start, RequestBudget budget) {
    RowRange rows = RowRange.ofScan(table, null, 0, 1);
    if (start != null) {
      rows = rows.after(RowRange.row(table, null, start), true);
    }
    return new ReadPlan.Page(
        table,
        null,
        RowRange.kind(null),
        rows,
        true,
        null,
        ReadPlan.Page.UNLIMITED,
        ReadPlan.Page.PAGE_BYTES,
        false,
        false,
        budget);
  }

  private static void isThrottled(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    assertThat(cause)
        .isInstanceOfSatisfying(
            ApiError.class, error -> assertThat(error.type()).isEqualTo(ErrorType.THROTTLING));
  }

  @Test
  void pages_end_early_when_memory_is_used_up_and_later_pages_have_the_rest() {
    fill();
    var memory = new MemoryBudget(2 << 20);
    var found = new ArrayList<Item>();
    Item start = null;
    int pages = 0;
    do {
      try (var budget = new RequestBudget(memory)) {
        ReadPage read = engine.read(page(start, budget));
        assertThat(read.items()).hasSizeLessThan(8);
        found.addAll(read.items());
        start = read.lastEvaluatedKey();
        pages++;
      }
    } while (start != null);
    assertThat(found).hasSize(ITEMS);
    assertThat(new HashSet<>(found)).hasSize(ITEMS);
    assertThat(pages).isGreaterThan(8);
    assertThat(memory.reservedBytes()).isZero();
  }

  private TableStream streamed() {
    var view = StreamSpecification.ViewType.NEW_AND_OLD_IMAGES;
    var stream = StreamSpecification.enabled(view, Instant.EPOCH);
    engine
        .catalog()
        .change("t", (before, numbers) -> before.toBuilder().stream(stream).build())
        .join();
    fill();
    return engine.streams().find("t", stream.label()).orElseThrow();
  }

  @Test
  void pages_of_a_stream_end_early_when_memory_is_used_up_and_later_pages_have_the_rest() {
    TableStream stream = streamed();
    var memory = new MemoryBudget(2 << 20);
    var found = new HashSet<Item>();
    int most = 0;
    for (LogShard shard : engine.streams().shards(stream)) {
      var position = new Streams.Position(shard.number(), shard.start(), false);
      for (boolean more = true; more; ) {
        try (var budget = new RequestBudget(memory)) {
          var page = engine.streams().read(stream, position, 1000, budget);
          page.changes().forEach(change -> found.add(change.after()));
          most = Math.max(most, page.changes().size());
          more = !page.changes().isEmpty();
          position = page.next().orElseThrow();
        }
      }
    }
    assertThat(found).hasSize(ITEMS);
    assertThat(most).isBetween(2, 7);
    assertThat(memory.reservedBytes()).isZero();
  }

  @Test
  void a_page_of_a_stream_without_any_memory_is_throttled() {
    TableStream stream = streamed();
    LogShard shard =
        engine.streams().shards(stream).stream()
            .filter(one -> !read(stream, one, RequestBudget.unlimited()).isEmpty())
            .findFirst()
            .orElseThrow();
    var memory = new MemoryBudget(300 << 10);
    try (var budget = new RequestBudget(memory)) {
      assertThatThrownBy(() -> read(stream, shard, budget)).satisfies(BudgetTest::isThrottled);
    }
    assertThat(memory.reservedBytes()).isZero();
  }

  private List<LoggedChange> read(TableStream stream, LogShard shard, RequestBudget budget) {
    var position = new Streams.Position(shard.number(), shard.start(), false);
    return engine.streams().read(stream, position, 1000, budget).changes();
  }

  @Test
  void a_read_without_any_memory_is_throttled() {
    fill();
    var memory = new MemoryBudget(300 << 10);
    try (var budget = new RequestBudget(memory)) {
      var plan = page(null, budget);
      assertThatThrownBy(() -> engine.read(plan)).satisfies(BudgetTest::isThrottled);
    }
    assertThat(memory.reservedBytes()).isZero();
  }

  private static List<WriteAction> puts(int count) {
    var puts = new ArrayList<WriteAction>();
    for (int i = 0; i < count; i++) {
      puts.add(new WriteAction.Put("t", item(i), null, false));
    }
    return puts;
  }

  private WriteRequest write(WriteRequest.Kind kind, RequestBudget budget) {
    return new WriteRequest(puts(20), kind, ItemChange.Cause.CLIENT, null, budget, false);
  }

  @Test
  void a_transaction_without_memory_for_its_rows_writes_nothing() {
    var memory = new MemoryBudget(2 << 20);
    try (var budget = new RequestBudget(memory)) {
      var written = engine.write(write(WriteRequest.Kind.TRANSACTION, budget));
      assertThatThrownBy(written::join).satisfies(BudgetTest::isThrottled);
    }
    assertThat(memory.reservedBytes()).isZero();
    assertThat(engine.read(page(null, RequestBudget.unlimited())).items()).isEmpty();
  }

  @Test
  void a_batch_writes_the_items_for_which_there_is_memory() {
    var memory = new MemoryBudget(2 << 20);
    try (var budget = new RequestBudget(memory)) {
      var result = engine.write(write(WriteRequest.Kind.BATCH, budget)).join();
      int written = result.changes().size();
      assertThat(written).isBetween(1, 19);
      assertThat(result.unprocessed()).hasSize(20 - written);
      assertThat(engine.read(page(null, RequestBudget.unlimited())).items()).hasSize(written);
    }
    assertThat(memory.reservedBytes()).isZero();
  }

  @Test
  void a_read_that_exceeds_its_turn_restarts_with_its_earlier_reservations() {
    fill();
    var memory = new MemoryBudget(100 << 20);
    try (var budget = new RequestBudget(memory)) {
      budget.reserve(1000);
      budget.beginTurn();
      var plan = page(null, budget);
      assertThatThrownBy(() -> engine.read(plan)).isInstanceOf(RequestBudget.TurnOver.class);
      assertThat(budget.usedBytes()).isGreaterThan(1000);
      budget.restart();
      assertThat(budget.usedBytes()).isEqualTo(1000);
      assertThat(budget.steps()).isZero();
      assertThat(engine.read(plan).items()).isNotEmpty();
    }
  }

  private static Condition contains(String text) {
    var placeholders = new Placeholders(Map.of(), Map.of(":n", new S(text)));
    return Condition.parse(ExpressionKind.CONDITION, CONDITION, placeholders);
  }

  /** The text is searched four times, which exceeds the steps of a transaction. */
  @Test
  void expensive_conditions_are_evaluated_outside_of_the_transaction() {
    var text = "a".repeat(390 << 10);
    var item = Item.of("id", new S("k"), "v", new S(text));
    var put = new WriteAction.Put("t", item, null, false);
    engine.write(WriteRequest.single(put)).join();
    var memory = new MemoryBudget(100 << 20);
    for (String needle : List.of("a".repeat(1000) + "b", "a".repeat(1000))) {
      try (var budget = new RequestBudget(memory)) {
        var delete =
            new WriteAction.Delete("t", Item.of("id", new S("k")), contains(needle), false);
        var deleted = engine.write(WriteRequest.single(delete, budget, false));
        if (needle.endsWith("b")) {
          assertThatThrownBy(deleted::join)
              .hasCauseInstanceOf(ApiError.class)
              .hasMessageContaining("The conditional request failed");
          assertThat(budget.steps()).isGreaterThan(4L * text.length());
        } else {
          assertThat(deleted.join().changes()).hasSize(1);
        }
      }
    }
    assertThat(engine.read(page(null, RequestBudget.unlimited())).items()).isEmpty();
    assertThat(memory.reservedBytes()).isZero();
  }

  @Test
  void expensive_updates_are_evaluated_outside_of_the_transaction() {
    var text = "a".repeat(390 << 10);
    for (int i = 0; i < 5; i++) {
      var item = Item.of("id", new S("k" + i), "v", new S(text));
      engine.write(WriteRequest.single(new WriteAction.Put("t", item, null, false))).join();
    }
    var actions = new ArrayList<WriteAction>();
    for (int i = 0; i < 5; i++) {
      var values = new Placeholders(Map.of(), Map.of(":n", N.of(i)));
      var update = Update.parse("SET n = :n REMOVE v", values);
      actions.add(new WriteAction.Change("t", Item.of("id", new S("k" + i)), update, null, false));
    }
    try (var budget = new RequestBudget(new MemoryBudget(100 << 20))) {
      var kind = WriteRequest.Kind.TRANSACTION;
      engine
          .write(new WriteRequest(actions, kind, ItemChange.Cause.CLIENT, null, budget, false))
          .join();
      assertThat(budget.steps()).isGreaterThan(5L * text.length());
    }
    assertThat(engine.read(page(null, RequestBudget.unlimited())).items())
        .hasSize(5)
        .allSatisfy(item -> assertThat(item.names()).containsExactlyInAnyOrder("id", "n"));
  }

  @Test
  void the_work_for_a_disconnected_client_ends() {
    fill();
    var budget = new RequestBudget(MemoryBudget.unlimited());
    budget.cancel();
    assertThatThrownBy(() -> engine.read(page(null, budget)))
        .isInstanceOf(RequestBudget.CancelledRequest.class);
  }
}
