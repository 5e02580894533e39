package dev.gramme.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.StoreHealth;
import dev.gramme.storage.StoreHealth.Unwritable;
import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The store detects that its folder was lost while the database is open, and that it is back. */
@Timeout(60)
@Tag("slow")
final class DiskHealthTest {
  @TempDir private Path temporary;
  private RocksStore store;

  private Path folder() {
    return temporary.resolve("store");
  }

  @BeforeEach
  void open() {
    store = RocksStore.open(RocksStoreOptions.of(folder()));
    put("before");
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void put(String key) {
    store
        .transact(t -> {
          t.put(key.getBytes(UTF_8), key.getBytes(UTF_8));
          return true;
        })
        .join();
  }

  private StoreHealth healthOnce(Predicate<StoreHealth> expected) {
    return Eventually.get("the health is as expected", store::health, expected);
  }

  private void assertLost(String what) {
    StoreHealth health = healthOnce(Unwritable.class::isInstance);
    Unwritable unwritable = (Unwritable) health;
    assertThat(unwritable.reason())
        .startsWith("the folder " + folder() + " was deleted, moved or replaced")
        .contains(what)
        .doesNotContain("\n");
    assertThat(unwritable.duration()).isGreaterThanOrEqualTo(Duration.ZERO);
    assertThatThrownBy(() -> put("never acknowledged"))
        .cause()
        .isInstanceOf(StorageException.class)
        .hasMessage("The database cannot be written: " + unwritable.reason());
    assertThat(store.get("before".getBytes(UTF_8))).isNotNull();
    assertThat(store.transact(t -> true).join()).as("writes nothing").isTrue();
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gramme.lock", "rocksdb", "rocksdb/LOCK", "rocksdb/CURRENT"})
  void files_that_are_deleted_are_noticed(String name) throws IOException {
    Path file = folder().resolve(name);
    delete(file);
    assertLost("there is no " + file);
  }

  @ParameterizedTest
  @EnumSource
  void a_folder_that_is_moved_is_noticed_and_is_written_again_when_it_is_back(Durability durability)
      throws IOException {
    store.close();
    var options = RocksStoreOptions.builder(folder()).durability(durability).build();
    store = RocksStore.open(options);
    Path elsewhere = Files.move(folder(), temporary.resolve("elsewhere"));
    assertLost("there is no " + folder().resolve("gramme.lock"));
    Files.move(elsewhere, folder());
    healthOnce(StoreHealth.WRITABLE::equals);
    put("after");
    Path killed = temporary.resolve("killed");
    copy(folder(), killed);
    try (RocksStore copy =
        RocksStore.open(RocksStoreOptions.builder(killed).durability(durability).build())) {
      assertThat(copy.get("before".getBytes(UTF_8))).isNotNull();
      assertThat(copy.get("after".getBytes(UTF_8))).isNotNull();
      assertThat(copy.get("never acknowledged".getBytes(UTF_8))).isNull();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  @Test
  void another_database_in_its_place_is_noticed_and_left_alone() throws IOException {
    Path other = temporary.resolve("other");
    RocksStore.open(RocksStoreOptions.of(other)).close();
    delete(folder());
    Files.move(other, folder());
    assertLost(" is another file");
    List<Path> before = files();
    store.close();
    assertThat(files()).isEqualTo(before);
    store = RocksStore.open(RocksStoreOptions.of(folder()));
    assertThat(store.get("before".getBytes(UTF_8))).isNull();
    assertThat(store.health()).isEqualTo(StoreHealth.WRITABLE);
  }

  private List<Path> files() throws IOException {
    try (var files = Files.walk(folder())) {
      return files.sorted().toList();
    }
  }
}
