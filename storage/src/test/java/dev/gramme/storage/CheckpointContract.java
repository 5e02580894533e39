package dev.gramme.storage;

import static dev.gramme.storage.Direction.ASCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
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
  void a_checkpoint_does_not_overwrite() {
    Path checkpoint = folder.resolve("checkpoint");
    store.checkpoint(checkpoint);
    assertThatThrownBy(() -> store.checkpoint(checkpoint)).isInstanceOf(StorageException.class);
  }
}
