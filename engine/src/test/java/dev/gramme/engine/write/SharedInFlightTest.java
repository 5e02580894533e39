package dev.gramme.engine.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.model.ApiError;
import dev.gramme.model.Binary;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.storage.Direction;
import dev.gramme.storage.faulty.SharedMemory;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Conflicts of requests with a running transaction of another server on the same store. The
 * transaction is blocked after it has held its items.
 */
final class SharedInFlightTest {
  private static final Instant NOW = Instant.parse("2026-11-27T00:00:00Z");

  private final SharedMemory store = SharedMemory.smooth();
  private final SharedMemory connection = store.connect();
  private final CountDownLatch underWay = new CountDownLatch(1);
  private final CountDownLatch mayContinue = new CountDownLatch(1);
  private final AtomicBoolean isToBlock = new AtomicBoolean();
  private final Engine one = open(connection);
  private final Engine other = open(store.connect());
  private CompletableFuture<WriteResult> transaction = new CompletableFuture<>();

  private static Engine open(SharedMemory of) {
    return Engine.open(
        of,
        () -> NOW,
        task -> Thread.ofPlatform().daemon().start(task),
        EngineOptions.builder().transactionConflicts(TransactionConflicts.REPORT).build());
  }

  @BeforeEach
  void start_a_transaction_on_a_and_b() {
    one.catalog().create(Tables.table("t")).join();
    connection.beforeTransactions(() -> {
      // The first transaction of the request holds the items, the next one writes them.
      if (rows() > 0 && isToBlock.compareAndSet(true, false)) {
        underWay.countDown();
        await(mayContinue);
      }
    });
    var writes = transaction("token", put("a"), put("b"));
    isToBlock.set(true);
    transaction =
        CompletableFuture.supplyAsync(
            () -> one.write(writes).join(), task -> Thread.ofPlatform().daemon().start(task));
    await(underWay);
  }

  @AfterEach
  void close() {
    finish();
    other.close();
    one.close();
    store.close();
  }

  private void finish() {
    mayContinue.countDown();
    transaction.join();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static WriteAction put(String id) {
    return new WriteAction.Put("t", Tables.item(id, "red"), null, false);
  }

  private static WriteRequest transaction(String token, WriteAction... actions) {
    return new WriteRequest(
        List.of(actions),
        WriteRequest.Kind.TRANSACTION,
        ItemChange.Cause.CLIENT,
        new ClientToken(
            ClientToken.Scope.TRANSACT_WRITE_ITEMS, token, Binary.copyOf(new byte[] {1})));
  }

  private ApiError errorOf(WriteRequest request) {
    var thrown = catchThrowableOfType(CompletionException.class, () -> other.write(request).join());
    return (ApiError) Objects.requireNonNull(thrown.getCause());
  }

  private ReadPlan.Items read(String... ids) {
    var table = other.catalog().find("t").orElseThrow();
    return new ReadPlan.Items(
        List.of(ids).stream()
            .map(id -> new ReadPlan.Items.Key(table, table.key().of(Tables.item(id, "red"))))
            .toList());
  }

  private int rows() {
    int rows = 0;
    try (var found =
        store.range(
            SystemKeys.start(SystemKeys.HOLDS).writeByte(1).toByteArray(),
            SystemKeys.spaceStart(SystemKeys.HOLDS + 1),
            Direction.ASCENDING)) {
      while (found.next()) {
        rows++;
      }
    }
    return rows;
  }

  @Test
  void a_put_of_an_item_of_the_transaction_is_rejected() {
    var error = errorOf(WriteRequest.single(put("a")));
    assertThat(error.type()).isEqualTo(ErrorType.TRANSACTION_CONFLICT);
    assertThat(error.text()).contains("Transaction is ongoing for the item");
    other.write(WriteRequest.single(put("c"))).join();
  }

  @Test
  void another_transaction_is_cancelled_with_a_reason_per_item_and_holds_nothing() {
    var error = errorOf(transaction("other", put("c"), put("a")));
    assertThat(error.type()).isEqualTo(ErrorType.TRANSACTION_CANCELED);
    assertThat(error.cancellationReasons())
        .containsExactly(CancellationReason.NONE, CancellationReason.transactionConflict());
    other.write(transaction("third", put("c"), put("d"))).join();
  }

  @Test
  void the_same_token_is_in_progress() {
    assertThat(errorOf(transaction("token", put("c"))).type())
        .isEqualTo(ErrorType.TRANSACTION_IN_PROGRESS);
  }

  @Test
  void a_transactional_read_is_cancelled_with_a_reason_per_item() {
    var error = catchThrowableOfType(ApiError.class, () -> other.read(read("c", "b")));
    assertThat(error.cancellationReasons())
        .containsExactly(CancellationReason.NONE, CancellationReason.transactionConflict());
    assertThat(other.read(read("c"))).containsExactly((Item) null);
  }

  @Test
  void a_batch_leaves_the_items_of_the_transaction_unprocessed() {
    var batch =
        new WriteRequest(
            List.of(put("c"), put("b"), put("d")),
            WriteRequest.Kind.BATCH,
            ItemChange.Cause.CLIENT,
            null);
    assertThat(other.write(batch).join().unprocessed()).containsExactly(1);
  }

  @Test
  void the_items_are_free_when_the_transaction_is_acknowledged() {
    assertThat(rows()).isEqualTo(3);
    finish();
    assertThat(rows()).isZero();
    other.write(transaction("other", put("a"), put("b"))).join();
    assertThat(rows()).isZero();
  }

  @Test
  void a_transaction_that_fails_frees_its_items() {
    var failing =
        transaction(
            "failing",
            put("c"),
            new WriteAction.Put("missing", Tables.item("a", "red"), null, false));
    assertThat(errorOf(failing).type()).isNotEqualTo(ErrorType.TRANSACTION_CONFLICT);
    assertThat(rows()).isEqualTo(3);
    one.write(WriteRequest.single(put("c"))).join();
  }

  @Test
  void a_server_that_seems_dead_holds_no_items_and_its_rows_are_removed() {
    other.clock().advance(SharedHolds.LIFE);
    other.write(WriteRequest.single(put("a"))).join();
    other.write(transaction("token", put("b"))).join();
    // Its own rows were replaced; the others remain until they are swept.
    assertThat(rows()).isEqualTo(1);
    // The transaction itself still takes effect.
    other.clock().advance(SharedHolds.LIFE.multipliedBy(2));
    other.advance(java.time.Duration.ofMinutes(1));
    assertThat(rows()).isZero();
  }
}
