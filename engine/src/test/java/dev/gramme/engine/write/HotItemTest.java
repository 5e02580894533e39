package dev.gramme.engine.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.expression.Condition;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Placeholders;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.faulty.Faults.Call;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Writes of a large item, whose decoding takes more steps than a transaction may evaluate. A
 * condition is then evaluated before a second transaction, which fails if others have written the
 * item meanwhile. Without a condition there is nothing to evaluate, so others do not matter.
 */
final class HotItemTest {
  private static final Item KEY = Item.of("id", new S("hot"));
  private static final Item LARGE =
      Tables.item("hot", "red").toBuilder().put("text", new S("x".repeat(300_000))).build();

  private final AtomicInteger transactions = new AtomicInteger();
  private final FaultyStore store = new FaultyStore(new MemoryStore(), this::count);
  private final Engine engine =
      Engine.open(store, () -> Instant.EPOCH, Runnable::run, EngineOptions.DEFAULT);

  private Fault count(Call call) {
    if (call == Call.TRANSACTION) {
      transactions.incrementAndGet();
    }
    return Fault.NONE;
  }

  @BeforeEach
  void storeItem() {
    engine.catalog().create(Tables.table("t")).join();
    engine.catalog().change("t", Tables::withIndex).join();
    transactionsOf(new WriteAction.Put("t", LARGE, null, false));
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private int transactionsOf(WriteAction action) {
    transactions.set(0);
    try (var budget = new RequestBudget(new MemoryBudget(100 << 20))) {
      engine.write(WriteRequest.single(action, budget, false)).join();
    }
    return transactions.get();
  }

  @Test
  void a_condition_needs_a_second_transaction() {
    var condition =
        Condition.parse(ExpressionKind.CONDITION, "attribute_exists(id)", Placeholders.none());
    assertThat(transactionsOf(new WriteAction.Put("t", LARGE, condition, false))).isEqualTo(2);
  }

  @Test
  void puts_and_deletes_without_a_condition_need_one_transaction() {
    assertThat(transactionsOf(new WriteAction.Put("t", LARGE, null, false))).isEqualTo(1);
    assertThat(transactionsOf(new WriteAction.Delete("t", KEY, null, false))).isEqualTo(1);
  }
}
