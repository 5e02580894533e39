package dev.gramme.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures around the database: their messages, and what survives them. */
final class FailureTest {
  @TempDir private Path temporary;

  private RocksStoreOptions options() {
    return RocksStoreOptions.of(temporary.resolve("store"));
  }

  private static void put(RocksStore store, String key) {
    store
        .transact(t -> {
          t.put(key.getBytes(UTF_8), key.getBytes(UTF_8));
          return true;
        })
        .join();
  }

  @Test
  void writes_are_there_after_reopening() {
    try (RocksStore store = RocksStore.open(options())) {
      put(store, "a");
    }
    try (RocksStore store = RocksStore.open(options())) {
      put(store, "b");
    }
    try (RocksStore store = RocksStore.open(options())) {
      assertThat(store.get("a".getBytes(UTF_8))).isNotNull();
      assertThat(store.get("b".getBytes(UTF_8))).isNotNull();
    }
  }

  @Test
  void a_folder_that_this_process_has_open_is_refused_with_the_process_id() {
    try (RocksStore store = RocksStore.open(options())) {
      assertThatThrownBy(() -> RocksStore.open(options()))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining(
              "is already in use by this process (pid " + ProcessHandle.current().pid() + ")");
      put(store, "still works");
    }
  }

  @Test
  void a_folder_that_another_process_has_open_is_refused_with_its_process_id() throws Exception {
    Process child =
        ChildJvm.start(CrashingBank.class, options().folder().toString(), "RELAXED", "PT0S", "1");
    try {
      assertThat(child.inputReader().readLine()).isNotNull();
      assertThatThrownBy(() -> RocksStore.open(options()))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("is already in use by another process (pid " + child.pid() + ")");
    } finally {
      child.destroyForcibly().waitFor();
    }
    RocksStore.open(options()).close();
  }

  @Test
  void a_folder_of_another_format_is_refused() throws IOException {
    RocksStore.open(options()).close();
    Files.writeString(options().folder().resolve("gramme.format"), "rocksdb 2\n");
    assertThatThrownBy(() -> RocksStore.open(options()))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining(
            "has the format \"rocksdb 2\"; this version of Gramme reads \"rocksdb 1\", so a newer version is needed.");
  }

  @Test
  void a_folder_with_other_files_is_refused_and_left_alone() throws IOException {
    Files.createDirectory(options().folder());
    Files.writeString(options().folder().resolve("photo.jpg"), "");
    assertThatThrownBy(() -> RocksStore.open(options()))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("is not a database of Gramme");
    assertThat(options().folder().resolve("rocksdb")).doesNotExist();
  }

  @Test
  void folders_within_its_own_do_not_keep_a_database_from_beginning() throws IOException {
    Files.createDirectories(options().folder().resolve("buckets/films"));
    try (var store = RocksStore.open(options())) {
      assertThat(store.get(new byte[] {1})).isNull();
    }
  }

  @Test
  void a_folder_that_cannot_be_made_is_refused() throws IOException {
    Files.writeString(temporary.resolve("store"), "a file");
    assertThatThrownBy(() -> RocksStore.open(options()))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("cannot be used");
  }

  @Test
  void a_full_disk_fails_writes_and_not_reads_and_loses_nothing_that_was_acknowledged()
      throws Exception {
    Path folder = options().folder();
    Process child = ChildJvm.startWithFileLimit(4096, FullDiskWriter.class, folder.toString());
    String said = child.inputReader().readLine();
    assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(said).isNotNull();
    String[] words = said.split(";", 4);
    int written = Integer.parseInt(words[0]);
    assertThat(written).isBetween(1000, 4096);
    assertThat(words[1]).as("acknowledged and read").isEqualTo(words[0]);
    assertThat(words[2]).startsWith("The database cannot be written: ");
    assertThat(words[3])
        .startsWith("Unwritable[reason=While appending to file: ")
        .contains("File too large. Repair the cause, then restart the server");
    try (RocksStore store = RocksStore.open(options())) {
      for (int i = 0; i < written; i++) {
        assertThat(store.get(FullDiskWriter.key(i))).as("item %d", i).hasSize(1000);
      }
      put(store, "it writes again");
    }
  }

  @Test
  void a_full_queue_refuses_at_once_and_takes_more_later() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    var fewWaiting =
        RocksStoreOptions.builder(temporary.resolve("store")).queuedTransactions(10).build();
    try (RocksStore store = RocksStore.open(fewWaiting)) {
      List<CompletableFuture<Boolean>> accepted = new ArrayList<>();
      accepted.add(
          store.transact(t -> {
            blocked.countDown();
            awaitUninterruptibly(go);
            return true;
          }));
      blocked.await();
      for (int i = 0; i < 9; i++) {
        accepted.add(store.transact(t -> true));
      }
      CompletableFuture<Boolean> refused = store.transact(t -> true);
      assertThatThrownBy(refused::join).hasCauseInstanceOf(OverloadedException.class);
      go.countDown();
      assertThat(accepted).allMatch(CompletableFuture::join);
      assertThat(store.transact(t -> true).join()).isTrue();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void the_native_library_is_unpacked_once_and_again_if_it_is_damaged() throws IOException {
    Path cache = temporary.resolve("cache");
    Path home = NativeLibrary.unpacked(cache);
    try (var files = Files.list(home)) {
      Path library = files.toList().getFirst();
      var firstTime = Files.getLastModifiedTime(library);
      long size = Files.size(library);
      assertThat(NativeLibrary.unpacked(cache)).isEqualTo(home);
      assertThat(Files.getLastModifiedTime(library)).isEqualTo(firstTime);

      Files.writeString(library, "cut off");
      NativeLibrary.unpacked(cache);
      assertThat(Files.size(library)).isEqualTo(size);
    }
  }
}
