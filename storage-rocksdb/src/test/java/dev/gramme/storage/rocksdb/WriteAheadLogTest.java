package dev.gramme.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * The store detects a lost or truncated write-ahead log, and a clean close leaves no data in logs.
 */
final class WriteAheadLogTest {
  private static final int VALUE_BYTES = 100_000;
  private static final int WRITES = 25;

  @TempDir private Path temporary;

  private RocksStoreOptions options(Durability durability) {
    return RocksStoreOptions.builder(temporary.resolve("store"))
        .durability(durability)
        .blockCacheBytes(1 << 20)
        .writeBufferBytes(1 << 20)
        .build();
  }

  private Path database() {
    return StoreFolder.database(temporary.resolve("store"));
  }

  private List<Path> logs() throws IOException {
    try (var files = Files.list(database())) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }

  private static byte[] key(int number) {
    return "key-%04d".formatted(number).getBytes(UTF_8);
  }

  private static byte[] value(int number) {
    byte[] value = new byte[VALUE_BYTES];
    new Random(number).nextBytes(value);
    return value;
  }

  /**
   * Leaves the files of a process that was killed before it wrote the memtables of older logs to
   * sorted files: several logs with acknowledged writes.
   */
  private void leaveSeveralLogs(Durability durability) throws Exception {
    RocksStore.open(options(durability)).close();
    Path copy = temporary.resolve("copy");
    try (RocksOptions options = new RocksOptions(options(durability));
        WriteOptions flushed = new WriteOptions().setSync(true)) {
      options.options().setMinWriteBufferNumberToMerge(8).setMaxWriteBufferNumber(9);
      try (RocksDB db = RocksDB.open(options.options(), database().toString())) {
        for (int i = 0; i < WRITES; i++) {
          db.put(flushed, key(i), value(i));
        }
        Files.createDirectory(copy);
        for (Path file : files(database())) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    for (Path file : files(database())) {
      Files.delete(file);
    }
    for (Path file : files(copy)) {
      Files.move(file, database().resolve(file.getFileName()));
    }
    assertThat(logs()).hasSizeGreaterThan(2);
  }

  @Test
  void logs_that_a_start_may_have_to_read_have_at_most_the_size_of_three_write_buffers()
      throws Exception {
    RocksStore.open(options(Durability.SYNC)).close();
    long buffer = options(Durability.SYNC).writeBufferBytes();
    try (RocksOptions options = new RocksOptions(options(Durability.SYNC));
        WriteOptions unflushed = new WriteOptions().setNoSlowdown(true);
        RocksDB db = RocksDB.open(options.options(), database().toString())) {
      db.pauseBackgroundWork(); // no write buffer is written to a sorted file
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  db.put(unflushed, key(i), value(i));
                }
              })
          .isInstanceOf(RocksDBException.class)
          .hasMessageContaining("Write stall");
      long bytes = 0;
      for (Path log : logs()) {
        bytes += Files.size(log);
      }
      assertThat(bytes).isBetween(2 * buffer, 3 * buffer + VALUE_BYTES);
      db.continueBackgroundWork();
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static void cut(Path file, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - bytes);
    }
  }

  private void assertRefused(Durability durability, String expected) {
    assertThatThrownBy(() -> RocksStore.open(options(durability)))
        .isInstanceOf(StorageException.class)
        .hasMessageStartingWith("The database in " + temporary.resolve("store"))
        .hasMessageContaining(expected)
        .hasMessageContaining("Put the file back, or restore the folder from a backup.")
        .message()
        .doesNotContain("\n");
  }

  private void assertWritten(Durability durability, int writes) {
    try (RocksStore store = RocksStore.open(options(durability))) {
      for (int i = 0; i < writes; i++) {
        assertThat(store.get(key(i))).as("write %d", i).isEqualTo(value(i));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_log_that_is_missing_and_not_the_last_is_refused_by_its_name(Durability durability)
      throws Exception {
    leaveSeveralLogs(durability);
    Path missing = logs().get(1);
    Path elsewhere = Files.move(missing, temporary.resolve("elsewhere"));
    assertRefused(durability, "its write-ahead log " + missing + " is missing");
    Files.move(elsewhere, missing);
    assertWritten(durability, WRITES);
  }

  @ParameterizedTest
  @EnumSource
  void a_log_that_is_cut_and_not_the_last_is_refused_by_its_name(Durability durability)
      throws Exception {
    leaveSeveralLogs(durability);
    Path log = logs().getFirst();
    byte[] whole = Files.readAllBytes(log);
    cut(log, VALUE_BYTES / 2);
    assertRefused(
        durability,
        "its write-ahead log %s has %d of %d bytes"
            .formatted(log, whole.length - VALUE_BYTES / 2, whole.length));
    Files.write(log, whole);
    assertWritten(durability, WRITES);
  }

  @Test
  void a_log_that_is_damaged_and_not_the_last_is_refused_by_its_name() throws Exception {
    leaveSeveralLogs(Durability.SYNC);
    Path log = logs().get(1);
    byte[] damaged = Files.readAllBytes(log);
    damaged[damaged.length - 100] ^= 1;
    Files.write(log, damaged);
    assertRefused(Durability.SYNC, "its write-ahead log " + log + " is damaged at byte ");
    assertThat(Files.readAllBytes(log)).isEqualTo(damaged);
  }

  @ParameterizedTest
  @EnumSource
  void a_torn_end_of_the_last_log_is_a_write_that_was_never_acknowledged(Durability durability)
      throws Exception {
    leaveSeveralLogs(durability);
    List<Path> logs = logs();
    cut(logs.getLast(), VALUE_BYTES / 2);
    assertWritten(durability, WRITES - 1);
    assertThat(logs()).doesNotContainAnyElementsOf(logs);
  }

  @ParameterizedTest
  @EnumSource
  void after_a_clean_close_no_log_holds_data(Durability durability) throws Exception {
    try (RocksStore store = RocksStore.open(options(durability))) {
      for (int i = 0; i < WRITES; i++) {
        byte[] key = key(i);
        byte[] value = value(i);
        store
            .transact(t -> {
              t.put(key, value);
              return true;
            })
            .join();
      }
    }
    assertThat(logs()).allSatisfy(log -> assertThat(log).isEmptyFile());
    for (Path log : logs()) {
      Files.delete(log);
    }
    assertWritten(durability, WRITES);
  }
}
