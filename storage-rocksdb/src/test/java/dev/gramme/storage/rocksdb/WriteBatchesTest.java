package dev.gramme.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.tree.Entry;
import dev.gramme.testkit.Gen;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Small and large writes become the same batch, although they take different ways. */
final class WriteBatchesTest {
  private final WriteBatches batches = new WriteBatches();

  @BeforeAll
  static void load(@TempDir Path folder) {
    NativeLibrary.load(RocksStoreOptions.of(folder).nativeLibraryFolder());
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] entry(int keyLength, int valueLength) {
    var random = new Random(keyLength + valueLength);
    return Entry.of(bytes(random, keyLength), bytes(random, valueLength));
  }

  private static boolean areLarge(BatchBytes writes) {
    return writes.areLarge(WriteBatches.LARGE_WRITE_BYTES, WriteBatches.BUFFER_BYTES);
  }

  private byte[] made(BatchBytes writes) throws RocksDBException {
    try (WriteBatch batch = batches.of(writes)) {
      assertThat(batch.count()).isEqualTo(writes.count());
      return batch.data();
    }
  }

  @Test
  void large_writes_become_the_same_batch_as_small_ones() throws RocksDBException {
    for (int valueLength : new int[] {0, 100, 20_000, 400_000}) {
      var writes = new BatchBytes();
      writes.put(entry(20, valueLength));
      writes.delete(Entry.removed(new byte[] {1, 2, 3}));
      writes.put(entry(0, valueLength));
      writes.deleteRange(Entry.of(new byte[] {4}, new byte[] {5, 6}));
      assertThat(areLarge(writes)).isEqualTo(valueLength >= 20_000);
      assertThat(made(writes)).isEqualTo(writes.toBytes());
    }
  }

  @Test
  void a_write_that_does_not_fit_into_the_buffer_is_written() throws RocksDBException {
    int largest = WriteBatches.BUFFER_BYTES - Integer.BYTES - 20;
    for (int valueLength : new int[] {largest, largest + 1, 2 * largest}) {
      var writes = new BatchBytes();
      writes.put(entry(20, valueLength));
      assertThat(areLarge(writes)).isEqualTo(valueLength == largest);
      assertThat(made(writes)).isEqualTo(writes.toBytes());
    }
  }

  @Test
  void an_empty_batch_is_not_large() throws RocksDBException {
    assertThat(areLarge(new BatchBytes())).isFalse();
    assertThat(made(new BatchBytes())).hasSize(12);
  }

  @Test
  void random_writes_of_all_sizes_become_the_bytes_of_the_batch() {
    Gen.forAll(
        200,
        random -> {
          var writes = new BatchBytes();
          int average = 1 << (4 + random.nextInt(10));
          for (int i = random.nextInt(20); i > 0; i--) {
            byte[] entry = entry(random.nextInt(60), random.nextInt(2 * average));
            switch (random.nextInt(4)) {
              case 0 -> writes.delete(Entry.removed(Entry.key(entry)));
              case 1 -> writes.deleteRange(entry);
              default -> writes.put(entry);
            }
          }
          try {
            assertThat(made(writes)).isEqualTo(writes.toBytes());
          } catch (RocksDBException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
