package dev.gramme.engine.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.faulty.SharedMemory;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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

  @Test
  void an_item_is_encoded_if_the_memory_for_its_row_can_be_reserved() {
    var memory = new MemoryBudget(1 << 20);
    try (var budget = new RequestBudget(memory)) {
      var prepared = LocatedAction.prepare(put(RED, budget), one.catalog()).getFirst();
      assertThat(prepared).isNotNull();
      assertThat(prepared.put()).isNotNull();
      assertThat(prepared.put().encoded()).isEqualTo(ItemCodec.encode(RED.inOrder()));
      assertThat(budget.usedBytes()).isEqualTo(2L * RED.sizeBytes());
    }
    var nothing = new MemoryBudget(0);
    try (var budget = new RequestBudget(nothing)) {
      var prepared = LocatedAction.prepare(put(RED, budget), one.catalog()).getFirst();
      assertThat(prepared).isNotNull();
      assertThat(prepared.put()).isNull();
    }
  }

  @Test
  void what_is_not_valid_or_not_known_is_left_to_the_transaction() {
    var request =
        new WriteRequest(
            List.of(
                new WriteAction.Put("unknown", RED, null, false),
                new WriteAction.Delete("t", Item.of("id", N.of(1)), null, false),
                new WriteAction.Delete("t", Item.of("id", new S("a")), null, false)),
            WriteRequest.Kind.BATCH,
            ItemChange.Cause.CLIENT,
            null);
    var prepared = LocatedAction.prepare(request, one.catalog());
    assertThat(prepared.subList(0, 2)).containsOnlyNulls();
    assertThat(prepared.get(2)).isNotNull();
  }
}
