package dev.gramme.engine.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.expression.Condition;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Placeholders;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Binary;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import dev.gramme.testkit.Eventually;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Conflicts of requests with a running transaction. The clock blocks the transaction: a transaction
 * with a token reads the clock inside the store.
 */
final class InFlightTest {
  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

  private final CountDownLatch underWay = new CountDownLatch(1);
  private final CountDownLatch mayContinue = new CountDownLatch(1);
  private volatile @Nullable Thread blocked;
  private final InstantSource clock =
      () -> {
        if (Thread.currentThread().equals(blocked)) {
          underWay.countDown();
          await(mayContinue);
        }
        return NOW;
      };
  private final Store store = TestStores.open();
  private final Engine engine =
      Engine.open(
          store,
          clock,
          Runnable::run,
          EngineOptions.builder().transactionConflicts(TransactionConflicts.REPORT).build());
  private CompletableFuture<WriteResult> transaction = new CompletableFuture<>();

  @BeforeEach
  void start_a_transaction_on_a_and_b() {
    engine.catalog().create(Tables.table("t")).join();
    var writes =
        new WriteRequest(
            List.of(put("a"), new WriteAction.Check("t", key("b"), absent(), false)),
            WriteRequest.Kind.TRANSACTION,
            ItemChange.Cause.CLIENT,
            new ClientToken(
                ClientToken.Scope.TRANSACT_WRITE_ITEMS, "token", Binary.copyOf(new byte[] {1})));
    transaction =
        CompletableFuture.supplyAsync(
            () -> {
              blocked = Thread.currentThread();
              return engine.write(writes).join();
            },
            task -> Thread.ofPlatform().daemon().start(task));
    await(underWay);
  }

  @AfterEach
  void close() {
    finish();
    engine.close();
    store.close();
  }

  @Test
  void a_put_of_an_item_of_the_transaction_is_rejected() {
    var error = errorOf(WriteRequest.single(put("a")));
    assertThat(error.type()).isEqualTo(ErrorType.TRANSACTION_CONFLICT);
    assertThat(error.text()).contains("Transaction is ongoing for the item");
  }

  @Test
  void a_delete_of_an_item_checked_by_the_transaction_is_rejected() {
    var error = errorOf(WriteRequest.single(new WriteAction.Delete("t", key("b"), null, false)));
    assertThat(error.type()).isEqualTo(ErrorType.TRANSACTION_CONFLICT);
  }

  @Test
  void another_transaction_is_cancelled_with_a_reason_per_item() {
    var error = errorOf(transaction("other", put("c"), put("a")));
    assertThat(error.type()).isEqualTo(ErrorType.TRANSACTION_CANCELED);
    assertThat(error.cancellationReasons())
        .containsExactly(CancellationReason.NONE, CancellationReason.transactionConflict());
  }

  @Test
  void a_cancelled_transaction_holds_no_items() {
    errorOf(transaction("other", put("c"), put("a")));
    finish();
    assertThat(engine.write(transaction("other", put("c"), put("a"))).join().replayed()).isFalse();
  }

  @Test
  void a_repeated_request_is_rejected_while_the_first_one_runs() {
    var error = errorOf(transaction("token", put("c")));
    assertThat(error.type()).isEqualTo(ErrorType.TRANSACTION_IN_PROGRESS);
    assertThat(error.text()).contains("Transaction from previous request is still in progress");
  }

  @Test
  void a_transactional_read_is_cancelled_and_a_plain_one_is_not() {
    var table = engine.catalog().find("t").orElseThrow();
    var held = new ReadPlan.Items.Key(table, key("a"));
    var free = new ReadPlan.Items.Key(table, key("c"));
    var error =
        catchThrowableOfType(
            ApiError.class, () -> engine.read(new ReadPlan.Items(List.of(free, held))));
    assertThat(error.cancellationReasons())
        .containsExactly(CancellationReason.NONE, CancellationReason.transactionConflict());
    assertThat(engine.read(new ReadPlan.Items(List.of(free)))).hasSize(1);
    assertThat(engine.read(held)).isNull();
  }

  @Test
  void a_batch_leaves_items_of_the_transaction_unprocessed() {
    var result = engine.write(batch(put("b"), put("a"))).join();
    assertThat(result.changes()).isEmpty();
    assertThat(result.unprocessed()).containsExactly(0, 1);
  }

  @Test
  void a_batch_processes_the_other_items() {
    var result = new CompletableFuture<WriteResult>();
    var writer =
        Thread.ofPlatform()
            .start(() -> result.complete(engine.write(batch(put("c"), put("a"))).join()));
    // The writer has checked for conflicts once it waits for the store.
    Eventually.get("the writer waits", writer::getState, state -> state == Thread.State.WAITING);
    finish();
    assertThat(result.join().unprocessed()).containsExactly(1);
    assertThat(result.join().changes()).hasSize(1);
  }

  @Test
  void all_items_can_be_written_after_the_transaction() {
    finish();
    assertThat(engine.write(WriteRequest.single(put("a"))).join().changes()).hasSize(1);
    assertThat(engine.write(batch(put("a"), put("b"))).join().unprocessed()).isEmpty();
    assertThat(engine.write(transaction("next", put("a"))).join().changes()).hasSize(1);
  }

  private void finish() {
    mayContinue.countDown();
    transaction.join();
  }

  private ApiError errorOf(WriteRequest request) {
    var failure =
        catchThrowableOfType(CompletionException.class, () -> engine.write(request).join());
    return (ApiError) Objects.requireNonNull(failure.getCause());
  }

  private static WriteRequest transaction(String token, WriteAction... actions) {
    return new WriteRequest(
        List.of(actions),
        WriteRequest.Kind.TRANSACTION,
        ItemChange.Cause.CLIENT,
        new ClientToken(
            ClientToken.Scope.TRANSACT_WRITE_ITEMS, token, Binary.copyOf(new byte[] {2})));
  }

  private static WriteRequest batch(WriteAction... actions) {
    return new WriteRequest(
        List.of(actions), WriteRequest.Kind.BATCH, ItemChange.Cause.CLIENT, null);
  }

  private static WriteAction put(String id) {
    return new WriteAction.Put("t", key(id), null, false);
  }

  private static Item key(String id) {
    return Item.of("id", new S(id));
  }

  private static Condition absent() {
    return Condition.parse(
        ExpressionKind.CONDITION, "attribute_not_exists(id)", Placeholders.none());
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
