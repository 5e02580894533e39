package dev.gramme.storage;

import static dev.gramme.storage.Direction.ASCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract of a {@link Store} with local data, which also writes checkpoints. */
public abstract class CheckpointContract extends StoreContract {
  @Test
  void a_checkpoint_opens_as_a_store_of_its_own() {
    putAll("a", "b", "c");
    write(t -> t.delete(bytes("b")));
    Path checkpoint = folder.resolve("checkpoint");
    store.checkpoint(checkpoint);
    put("d", "later");
    try (Store copy = openCheckpoint(checkpoint)) {
      assertThat(entries(copy, "", "z", ASCENDING)).containsExactly("a=a", "c=c");
      copy.transact(t -> put(t, "e", "in the copy")).join();
      assertThat(keys(copy, "", "z", ASCENDING)).containsExactly("a", "c", "e");
    }
    assertThat(keys("", "z", ASCENDING)).containsExactly("a", "c", "d");
  }

  @Test
  void a_checkpoint_during_writes_has_whole_transactions_and_every_acknowledged_one()
      throws Exception {
    AtomicInteger acknowledged = new AtomicInteger();
    writePair(0);
    StoreConcurrencyContract.inThreads(
        2,
        thread -> {
          if (thread == 0) {
            for (int i = 1; i <= 500; i++) {
              writePair(i);
              acknowledged.set(i);
            }
          } else {
            for (int i = 0; i < 3; i++) {
              int before = acknowledged.get();
              Path checkpoint = folder.resolve("checkpoint-" + i);
              store.checkpoint(checkpoint);
              try (Store copy = openCheckpoint(checkpoint)) {
                String value = String.valueOf(text(copy.get(bytes("a"))));
                assertThat(entries(copy, "", "z", ASCENDING))
                    .containsExactly("a=" + value, "b=" + value);
                assertThat(Integer.parseInt(value)).isGreaterThanOrEqualTo(before);
              }
            }
          }
          return true;
        });
  }

  private void writePair(int value) {
    write(t -> {
      put(t, "a", Integer.toString(value));
      put(t, "b", Integer.toString(value));
    });
  }

  @Test
  void a_checkpoint_does_not_overwrite() {
    Path checkpoint = folder.resolve("checkpoint");
    store.checkpoint(checkpoint);
    assertThatThrownBy(() -> store.checkpoint(checkpoint)).isInstanceOf(StorageException.class);
  }
}
