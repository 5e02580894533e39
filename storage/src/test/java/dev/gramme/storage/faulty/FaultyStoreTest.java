package dev.gramme.storage.faulty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.ConflictException;
import dev.gramme.storage.Direction;
import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

final class FaultyStoreTest {
  private static final byte[] KEY = {1};
  private static final byte[] VALUE = {2};

  private static CompletableFuture<Boolean> put(Store store) {
    return store.transact(tx -> {
      tx.put(KEY, VALUE);
      return true;
    });
  }

  private static void assertFails(
      Fault fault, Class<? extends StorageException> type, boolean written) {
    var memory = new MemoryStore();
    try (var store = new FaultyStore(memory, Faults.at(0, fault))) {
      assertThatThrownBy(() -> put(store).join())
          .isInstanceOf(CompletionException.class)
          .hasCauseExactlyInstanceOf(type);
      assertThat(store.get(KEY)).isEqualTo(written ? VALUE : null);
    }
  }

  @Test
  void a_transaction_fails_in_each_way_that_the_contract_allows() {
    assertFails(Fault.BROKEN, StorageException.class, false);
    assertFails(Fault.OVERLOADED, OverloadedException.class, false);
    assertFails(Fault.CONFLICT, ConflictException.class, false);
    assertFails(Fault.ANSWER_LOST, StorageException.class, true);
  }

  @Test
  void a_call_within_a_transaction_can_fail_and_then_nothing_is_written() {
    var memory = new MemoryStore();
    var store = new FaultyStore(memory, Faults.at(1, Fault.BROKEN));
    assertThatThrownBy(() ->
            store
                .transact(tx -> {
                  tx.put(KEY, VALUE);
                  return tx.get(KEY) != null;
                })
                .join())
        .hasCauseInstanceOf(StorageException.class);
    assertThat(memory.get(KEY)).isNull();

    var cursors = new FaultyStore(memory, Faults.at(1, Fault.BROKEN));
    var cursor = cursors.range(new byte[0], new byte[] {9}, Direction.ASCENDING);
    assertThatThrownBy(cursor::next).isInstanceOf(StorageException.class);
  }

  @Test
  void each_delayed_answer_arrives_exactly_once() {
    Gen.forAll(
        20,
        gen -> {
          var order = new ArrayList<Integer>();
          var answers = new ArrayList<CompletableFuture<?>>();
          try (var store =
              new FaultyStore(new MemoryStore(), Faults.NONE, new Delays(gen.nextLong()))) {
            for (int i = 0; i < 50; i++) {
              int number = i;
              answers.add(
                  put(store)
                      .thenRun(() -> {
                        synchronized (order) {
                          order.add(number);
                        }
                      }));
            }
            CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)).join();
          }
          assertThat(order).hasSize(50).doesNotHaveDuplicates();
        });
  }
}
