package dev.gramme.storage.cassandra;

import dev.gramme.storage.StorageException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What is read beside its caller. */
final class Futures {
  private Futures() {}

  /**
   * Waits for what is read.
   *
   * @throws StorageException as reading it has thrown it
   */
  static <T> T join(CompletableFuture<T> reading) {
    try {
      return reading.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StorageException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
