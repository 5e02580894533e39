package dev.gramme.storage.cassandra.read;

import dev.gramme.storage.StorageException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for reads that run on another thread. */
public final class AsyncReads {
  private AsyncReads() {}

  /**
   * Waits for the result of a read.
   *
   * @throws StorageException the exception of the read itself
   */
  public static <T> T join(CompletableFuture<T> reading) {
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
