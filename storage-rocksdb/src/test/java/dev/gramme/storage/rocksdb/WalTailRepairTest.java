package dev.gramme.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A torn write that a power loss leaves at the end of the log does not prevent the database from
 * opening.
 */
final class WalTailRepairTest {
  private static final int WRITES = 20;

  @TempDir private Path temporary;
  private byte[] log = {};

  private RocksStoreOptions options() {
    return RocksStoreOptions.of(temporary.resolve("store"));
  }

  /**
   * Leaves the log of a killed process. Returns the position after which only the last value is
   * written.
   */
  private int writeValues(int bytes) throws IOException {
    int lastFrom = 0;
    Path name;
    try (RocksStore store = RocksStore.open(options())) {
      for (int i = 0; i < WRITES; i++) {
        byte[] key = key(i);
        byte[] value = new byte[bytes];
        new Random(i).nextBytes(value);
        lastFrom = (int) Files.size(logFile());
        store
            .transact(t -> {
              t.put(key, value);
              return true;
            })
            .join();
      }
      name = logFile();
      log = Files.readAllBytes(name);
      copyFiles(StoreFolder.database(options().folder()), temporary.resolve("killed"));
    }
    try (var files = Files.list(name.resolveSibling(""))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    copyFiles(temporary.resolve("killed"), name.resolveSibling(""));
    return lastFrom;
  }

  private static void copyFiles(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private Path logFile() throws IOException {
    try (var files = Files.list(StoreFolder.database(options().folder()))) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .max(Path::compareTo)
          .orElseThrow();
    }
  }

  private static byte[] key(int number) {
    return "key-%04d".formatted(number).getBytes(UTF_8);
  }

  private void assertAllButTheLastAreThere() {
    try (RocksStore store = RocksStore.open(options())) {
      for (int i = 0; i < WRITES - 1; i++) {
        assertThat(store.get(key(i))).as("write %d", i).isNotNull();
      }
      assertThat(store.get(key(WRITES - 1))).isNull();
      store
          .transact(t -> {
            t.put(key(WRITES - 1), key(0));
            return true;
          })
          .join();
    }
    try (RocksStore store = RocksStore.open(options())) {
      assertThat(store.get(key(WRITES - 1))).isEqualTo(key(0));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 500, 100_000})
  void a_log_that_ends_too_early_loses_the_write_that_is_not_whole(int bytes) throws IOException {
    int last = writeValues(bytes);
    Files.write(logFile(), Arrays.copyOf(log, (last + log.length) / 2));
    assertAllButTheLastAreThere();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 500, 100_000})
  void a_log_whose_last_pages_were_not_written_loses_the_write_that_is_not_whole(int bytes)
      throws IOException {
    int last = writeValues(bytes);
    byte[] torn = log.clone();
    Arrays.fill(torn, (last + log.length) / 2, log.length, (byte) 0);
    Files.write(logFile(), torn);
    assertAllButTheLastAreThere();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 500, 100_000})
  void a_log_whose_last_write_has_a_hole_loses_that_write(int bytes) throws IOException {
    int last = writeValues(bytes);
    byte[] torn = log.clone();
    int middle = (last + log.length) / 2;
    Arrays.fill(torn, last + 1, middle, (byte) 0);
    Files.write(logFile(), torn);
    assertAllButTheLastAreThere();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 500, 100_000})
  void a_log_that_is_damaged_before_its_last_write_is_refused_and_left_unchanged(int bytes)
      throws IOException {
    int last = writeValues(bytes);
    byte[] damaged = log.clone();
    damaged[last - 3] ^= 0x10;
    Path file = logFile();
    Files.write(file, damaged);
    assertThatThrownBy(() -> RocksStore.open(options()))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining(
            "cannot be opened: its write-ahead log " + file + " is damaged at byte ");
    assertThat(Files.readAllBytes(file)).isEqualTo(damaged);

    Files.write(file, log);
    try (RocksStore store = RocksStore.open(options())) {
      assertThat(store.get(key(WRITES - 1))).isNotNull();
    }
  }

  @Test
  void damage_to_the_length_of_an_early_write_is_refused() throws IOException {
    writeValues(500);
    byte[] damaged = log.clone();
    damaged[4] ^= 0x7f;
    Files.write(logFile(), damaged);
    assertThatThrownBy(() -> RocksStore.open(options())).isInstanceOf(StorageException.class);
  }
}
