package dev.gramme.engine.catalog;

import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Transactions of background work. The calling thread blocks until the transaction has ended. If
 * the store is overloaded, the transaction is tried again after a pause, so that requests of
 * clients come first.
 */
public final class BlockingTransactions {
  /** The number of attempts on an overloaded store. */
  private static final int ATTEMPTS = 600;

  private static final Duration PAUSE = Duration.ofMillis(100);

  private BlockingTransactions() {}

  /** Runs a transaction and waits for it; throws the exception with which it failed. */
  public static <T> T transact(Store store, Function<Transaction, T> body) {
    for (int attempt = 1; ; attempt++) {
      try {
        return store.<T>transact(body).join();
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof RuntimeException cause)) {
          throw e;
        }
        if (!(cause instanceof OverloadedException) || attempt == ATTEMPTS) {
          throw cause;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  /**
   * Runs a transaction that has no result and waits for it; throws the exception of its failure.
   */
  public static void run(Store store, Consumer<Transaction> body) {
    boolean _ =
        transact(
            store,
            tx -> {
              body.accept(tx);
              return true;
            });
  }
}
