package dev.gramme.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.Transaction;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletionException;

/**
 * A process that writes until writes fail, then reads everything that was acknowledged, and prints
 * the counts.
 */
final class FullDiskWriter {
  private FullDiskWriter() {}

  public static void main(String[] arguments) {
    Random random = new Random(1);
    int written = 0;
    RocksStore store =
        RocksStore.open(
            RocksStoreOptions.builder(Path.of(arguments[0])).blockCacheBytes(8 << 20).build());
    StorageException failure = null;
    while (failure == null) {
      byte[] key = key(written);
      byte[] value = new byte[1000];
      random.nextBytes(value);
      try {
        store.transact(t -> put(t, key, value)).join();
        written++;
      } catch (CompletionException e) {
        failure = (StorageException) e.getCause();
      }
    }
    int read = 0;
    for (int i = 0; i < written; i++) {
      read += store.get(key(i)) == null ? 0 : 1;
    }
    System.out.println(written + ";" + read + ";" + failure.getMessage() + ";" + store.health());
    store.close();
  }

  private static boolean put(Transaction t, byte[] key, byte[] value) {
    t.put(key, value);
    return true;
  }

  static byte[] key(int number) {
    return "item-%08d".formatted(number).getBytes(UTF_8);
  }
}
