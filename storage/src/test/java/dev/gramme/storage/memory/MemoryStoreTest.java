package dev.gramme.storage.memory;

import static dev.gramme.storage.Direction.ASCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.CheckpointContract;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The contract tests of the in-memory store, and tests of forks. */
final class MemoryStoreTest extends CheckpointContract {
  @Override
  protected Store create(Path folder) {
    return new MemoryStore();
  }

  @Override
  protected Store openCheckpoint(Path checkpoint) {
    return MemoryStore.open(checkpoint);
  }

  @Test
  void a_fork_and_its_origin_do_not_see_each_others_writes() {
    putAll("a", "b");
    try (MemoryStore fork = ((MemoryStore) store).fork()) {
      put("c", "origin");
      fork.transact(t -> put(t, "d", "fork")).join();
      assertThat(keys("", "z", ASCENDING)).containsExactly("a", "b", "c");
      assertThat(keys(fork, "", "z", ASCENDING)).containsExactly("a", "b", "d");
    }
    assertThat(get("a")).isEqualTo("a");
  }

  @Test
  void a_transaction_inside_of_another_is_refused() {
    assertThatThrownBy(() -> write(t -> store.transact(inner -> put(inner, "a", "1")).join()))
        .hasStackTraceContaining("A transaction must not begin another.");
    assertThat(get("a")).isNull();
  }

  @Test
  void a_damaged_checkpoint_is_refused() throws IOException {
    putAll("a", "b");
    Path checkpoint = folder.resolve("checkpoint");
    store.checkpoint(checkpoint);
    Path file = checkpoint.resolve("memory.gramme");
    byte[] content = Files.readAllBytes(file);

    byte[] flipped = content.clone();
    flipped[17] ^= 1;
    Files.write(file, flipped);
    assertThatThrownBy(() -> MemoryStore.open(checkpoint))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("damaged");

    Files.write(file, java.util.Arrays.copyOf(content, content.length - 9));
    assertThatThrownBy(() -> MemoryStore.open(checkpoint))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("damaged");

    assertThatThrownBy(() -> MemoryStore.open(folder.resolve("none")))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("cannot be read");
  }
}
