package dev.gramme.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that opens a database, reads once, and prints the time and the memory that this took.
 */
final class StartUp {
  private StartUp() {}

  public static void main(String[] arguments) throws IOException {
    long begin = System.nanoTime();
    try (RocksStore store = RocksStore.open(RocksStoreOptions.of(Path.of(arguments[0])))) {
      boolean found = store.get(FullDiskWriter.key(0)) != null;
      long millis = (System.nanoTime() - begin) / 1_000_000;
      String memory =
          Files.readAllLines(Path.of("/proc/self/status")).stream()
              .filter(line -> line.startsWith("VmRSS"))
              .findFirst()
              .orElse("");
      System.out.println(millis + " ms, found " + found + ", " + memory);
    }
  }
}
