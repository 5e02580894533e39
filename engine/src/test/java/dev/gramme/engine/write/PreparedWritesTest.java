package dev.gramme.engine.write;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.faulty.SharedMemory;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a write does before its transaction. */
final class PreparedWritesTest {
  private static final Item RED = Tables.item("a", "red");

  private final SharedMemory store = new SharedMemory();
  private final SharedMemory connection = store.connect();
  private final Engine one = open(connection);
  private final Engine other = open(store.connect());

  private static Engine open(SharedMemory of) {
    return Engine.open(
        of,
        () -> Instant.EPOCH,
        task -> Thread.ofPlatform().daemon().start(task),
        EngineOptions.DEFAULT);
  }

  @BeforeEach
  void createTable() {
    one.catalog().create(Tables.table("t")).join();
    one.write(put(RED, RequestBudget.unlimited())).join();
  }

  @AfterEach
  void close() {
    other.close();
    one.close();
    store.close();
  }

  private static WriteRequest put(Item item, RequestBudget budget) {
    return new WriteRequest(
        List.of(new WriteAction.Put("t", item, null, false)),
        WriteRequest.Kind.SINGLE,
        ItemChange.Cause.CLIENT,
        null,
        budget,
        false);
  }

  /** Adds an index through the other server, after a write was prepared by the first one. */
  private void addIndexBeforeNextTransaction() {
    var isToCome = new AtomicBoolean(true);
    connection.beforeTransactions(() -> {
      if (isToCome.compareAndSet(true, false)) {
        other.catalog().change("t", Tables::withIndex).join();
      }
    });
  }

  @Test
  void the_rules_of_a_definition_that_changed_since_then_apply() {
    addIndexBeforeNextTransaction();
    Item item = Item.of("id", new S("b"), "color", N.of(7));
    assertThatThrownBy(() -> one.write(put(item, RequestBudget.unlimited())).join())
        .hasMessageContaining("Type mismatch for Index Key color");
  }

  @Test
  void indexes_that_were_added_since_then_get_entries() {
    addIndexBeforeNextTransaction();
    var change =
        one.write(put(Tables.item("b", "blue"), RequestBudget.unlimited())).join().changes();
    assertThat(change.getFirst().indexes()).hasSize(1);
  }

  private PreparedActions prepared(WriteRequest request) {
    return PreparedActions.of(request, one.catalog());
  }

  private TableDefinition table() {
    return one.catalog().lastKnown("t").orElseThrow();
  }

  @Test
  void an_item_is_encoded_if_the_memory_for_its_row_can_be_reserved() {
    try (var budget = new RequestBudget(new MemoryBudget(1 << 20))) {
      var action = requireNonNull(prepared(put(RED, budget)).get(0, table()));
      assertThat(requireNonNull(action.put()).encoded()).isEqualTo(ItemCodec.encode(RED.inOrder()));
      assertThat(budget.usedBytes()).isEqualTo(2L * RED.sizeBytes());
    }
    try (var budget = new RequestBudget(new MemoryBudget(0))) {
      var action = requireNonNull(prepared(put(RED, budget)).get(0, table()));
      assertThat(action.put()).isNull();
    }
  }

  @Test
  void what_is_not_valid_or_not_known_is_left_to_the_transaction() {
    var request =
        batch(
            RequestBudget.unlimited(),
            List.of(
                new WriteAction.Put("unknown", RED, null, false),
                new WriteAction.Delete("t", Item.of("id", N.of(1)), null, false),
                new WriteAction.Delete("t", Item.of("id", new S("a")), null, false)));
    var prepared = prepared(request);
    assertThat(prepared.get(0, table())).isNull();
    assertThat(prepared.get(1, table())).isNull();
    assertThat(prepared.get(2, table())).isNotNull();
  }

  private static WriteRequest batch(RequestBudget budget, List<WriteAction> actions) {
    return new WriteRequest(
        actions, WriteRequest.Kind.BATCH, ItemChange.Cause.CLIENT, null, budget, false);
  }

  private static Item large(int number) {
    return Item.of("id", new S("large" + number), "text", new S("x".repeat(20_000)));
  }

  @Test
  void a_batch_that_cannot_hold_the_old_items_beside_all_new_ones_writes_a_part() {
    one.catalog().change("t", Tables::withIndex).join(); // so that old items are read
    var puts =
        IntStream.range(0, 20)
            .<WriteAction>mapToObj(i -> new WriteAction.Put("t", large(i), null, false))
            .toList();
    one.write(batch(RequestBudget.unlimited(), puts)).join();
    // For the rows and index entries of all new items, but not for all old ones beside them.
    var memory = new MemoryBudget(2_400_000);
    try (var budget = new RequestBudget(memory)) {
      var result = one.write(batch(budget, puts)).join();
      assertThat(result.changes()).hasSizeBetween(1, 19);
      assertThat(result.unprocessed()).hasSize(20 - result.changes().size());
    }
    assertThat(memory.reservedBytes()).isZero();
  }
}
