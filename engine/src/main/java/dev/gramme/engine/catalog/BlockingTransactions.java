package dev.gramme.engine.catalog;

import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Transactions of background work, which waits for them, and gives way to clients. */
public final class BlockingTransactions {
  /** How often a store that is overloaded is asked again, after how long. */
  private static final int ATTEMPTS = 600;

  private static final Duration PAUSE = Duration.ofMillis(100);

  private BlockingTransactions() {}

  /** Runs a transaction and waits for it; throws what it failed with. */
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
}
