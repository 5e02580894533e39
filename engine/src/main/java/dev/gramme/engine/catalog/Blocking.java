package dev.gramme.engine.catalog;

import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Transactions of background work, which waits for them. */
final class Blocking {

  private Blocking() {}

  /** Runs a transaction and waits for it; throws what it failed with. */
  static <T> T transact(Store store, Function<Transaction, T> body) {
    try {
      return store.<T>transact(body).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
