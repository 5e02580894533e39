package dev.gramme.engine.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.TransactionConflicts;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.expression.Condition;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Placeholders;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.TimeToLive;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Faults.Call;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The transactions in which expired items are deleted. */
final class ExpirySweepTest {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final int LARGE = 390_000;

  /** Runs on the thread that calls a transaction of the store, before the transaction. */
  private volatile Consumer<Thread> beforeTransaction = thread -> {};

  private final Store store =
      new FaultyStore(
          new MemoryStore(),
          call -> {
            if (call == Call.TRANSACTION) {
              beforeTransaction.accept(Thread.currentThread());
            }
            return Fault.NONE;
          });
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final Engine engine =
      Engine.open(
          store,
          () -> START,
          background,
          EngineOptions.builder().transactionConflicts(TransactionConflicts.REPORT).build());

  @BeforeEach
  void create_a_table_with_ttl() {
    engine.catalog().create(Tables.table("t")).join();
    engine
        .catalog()
        .change(
            "t",
            (table, numbers) ->
                table.toBuilder()
                    .timeToLive(new TimeToLive("expires", TimeToLive.Status.ENABLED, START))
                    .build())
        .join();
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
    background.shutdown();
  }

  private static Item expiring(String id, int bytes) {
    return Item.of(
        Map.of(
            "id", new S(id),
            "expires", N.of(START.plusSeconds(60).getEpochSecond()),
            "data", new S("x".repeat(bytes))));
  }

  private void put(Item item) {
    engine.write(WriteRequest.single(new WriteAction.Put("t", item, null, false))).join();
  }

  @Test
  void a_transaction_deletes_about_a_megabyte_of_large_items() {
    for (int i = 0; i < 10; i++) {
      put(expiring("item" + i, LARGE));
    }
    Set<Long> deletedBefore = ConcurrentHashMap.newKeySet();
    beforeTransaction = thread -> deletedBefore.add(engine.maintenance().expiredItems());
    engine.advance(Duration.ofMinutes(2));
    assertThat(engine.maintenance().expiredItems()).isEqualTo(10);
    assertThat(deletedBefore).contains(0L, 3L, 6L, 9L);
  }

  @Test
  void an_item_that_a_transaction_holds_is_deleted_by_a_later_sweep() throws InterruptedException {
    put(expiring("held", 1));
    put(expiring("free", 1));
    var holding = new CountDownLatch(1);
    var mayContinue = new CountDownLatch(1);
    var transaction = new CompletableFuture<Throwable>();
    var client =
        Thread.ofPlatform()
            .unstarted(() -> {
              var _ =
                  engine
                      .write(failingTransaction())
                      .whenComplete((result, failure) -> transaction.complete(failure));
            });
    beforeTransaction =
        thread -> {
          if (thread.equals(client)) {
            holding.countDown();
            await(mayContinue);
          }
        };
    client.start();
    holding.await();
    engine.advance(Duration.ofMinutes(2));
    assertThat(engine.maintenance().expiredItems()).isEqualTo(1);
    mayContinue.countDown();
    assertThat(transaction.join()).hasMessageContaining("ConditionalCheckFailed");
    engine.advance(Duration.ofMinutes(2));
    assertThat(engine.maintenance().expiredItems()).isEqualTo(2);
  }

  /** A transaction that holds the item "held", and fails because that item exists. */
  private static WriteRequest failingTransaction() {
    var absent =
        Condition.parse(ExpressionKind.CONDITION, "attribute_not_exists(id)", Placeholders.none());
    return new WriteRequest(
        List.of(
            new WriteAction.Check("t", Item.of("id", new S("held")), absent, false),
            new WriteAction.Put("t", Item.of("id", new S("other")), null, false)),
        WriteRequest.Kind.TRANSACTION,
        ItemChange.Cause.CLIENT,
        null);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
