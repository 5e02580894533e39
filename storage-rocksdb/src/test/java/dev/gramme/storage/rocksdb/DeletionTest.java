package dev.gramme.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Files that compactions have replaced wait for their deletion. */
final class DeletionTest {
  private static final int VALUE_BYTES = 10_000;
  private static final int VALUES = 300;
  private static final int ROUNDS = 10;

  @TempDir private Path temporary;

  private final Random random = new Random(7);

  private void write(RocksDB db) throws RocksDBException {
    byte[] value = new byte[VALUE_BYTES];
    for (int i = 0; i < VALUES; i++) {
      random.nextBytes(value);
      db.put("key-%04d".formatted(i).getBytes(UTF_8), value);
    }
    db.compactRange();
  }

  private long bytes(String ending) throws IOException {
    try (var files = Files.list(temporary)) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .mapToLong(DeletionTest::size)
          .sum();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void files_that_wait_for_deletion_take_no_more_space_than_the_database() throws Exception {
    var sizes = RocksStoreOptions.of(temporary);
    NativeLibrary.load(sizes.nativeLibraryFolder());
    try (RocksOptions options = new RocksOptions(sizes);
        var slow = RocksOptions.deletion(1)) {
      options.options().setSstFileManager(slow);
      try (RocksDB db = RocksDB.open(options.options(), temporary.toString())) {
        for (int round = 0; round < ROUNDS; round++) {
          write(db);
        }
        // A file that does not exceed the limit with those before it may be as large as all others.
        long limit = bytes(".sst") + (long) VALUES * VALUE_BYTES;
        assertThat(bytes(".trash")).isPositive().isLessThanOrEqualTo(limit);
      }
    }
  }
}
