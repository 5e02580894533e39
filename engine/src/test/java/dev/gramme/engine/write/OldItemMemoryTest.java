package dev.gramme.engine.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.budget.AnswerSize;
import dev.gramme.model.budget.HeapSize;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The memory that is reserved for the old item of a write without a condition. */
final class OldItemMemoryTest {
  private static final Item KEY = Item.of("id", new S("a"));

  /** It needs much more memory than its size in the table. */
  private static final Item STORED =
      Item.of(
          "id",
          new S("a"),
          "maps",
          new L(Collections.<AttributeValue>nCopies(10_000, new M(Item.empty()))));

  private final MemoryStore store = new MemoryStore();
  private final Engine engine =
      Engine.open(store, () -> Instant.EPOCH, Runnable::run, EngineOptions.DEFAULT);

  @BeforeEach
  void storeItem() {
    engine.catalog().create(Tables.table("t")).join();
    engine.write(WriteRequest.single(new WriteAction.Put("t", STORED, null, false))).join();
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private WriteResult write(WriteAction action, RequestBudget budget) {
    return engine.write(WriteRequest.single(action, budget, true)).join();
  }

  @Test
  void the_old_item_of_a_delete_and_its_answer_have_memory() {
    long needed = HeapSize.of(STORED) + AnswerSize.of(STORED);
    var delete = new WriteAction.Delete("t", KEY, null, false);
    try (var budget = new RequestBudget(new MemoryBudget(8 * needed))) {
      var changes = write(delete, budget).changes();
      assertThat(changes.getFirst().before()).isEqualTo(STORED);
      assertThat(budget.usedBytes()).isEqualTo(needed);
    }
  }

  @Test
  void nothing_is_written_if_there_is_no_memory_for_the_old_item() {
    for (WriteAction action :
        List.of(
            new WriteAction.Delete("t", KEY, null, false),
            new WriteAction.Put("t", KEY, null, false))) {
      try (var budget = new RequestBudget(new MemoryBudget(HeapSize.of(STORED) - 1))) {
        assertThatThrownBy(() -> write(action, budget)).hasCauseInstanceOf(ApiError.class);
      }
    }
    int number = engine.catalog().find("t").orElseThrow().number();
    assertThat(Tables.itemsUnder(store, number)).containsExactly(STORED);
  }
}
