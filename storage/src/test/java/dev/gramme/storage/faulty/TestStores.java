package dev.gramme.storage.faulty;

import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Faults.Call;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.storage.memory.MemoryStore;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Creates the stores for tests of code that works on a store. The stores are {@link MemoryStore}s,
 * except within {@link #rough}: there they do, determined by a seed, everything that callers of a
 * store must survive. They delay the answers of transactions, run the functions of transactions
 * twice, and fail some calls on threads of {@link #retryingThreads}.
 */
public final class TestStores {
  /** One transaction in this many runs twice, or fails on a retrying thread. */
  private static final int ONE_IN = 4;

  /** The number of calls of a store that fail. It is limited so that retries succeed in the end. */
  private static final int FAILURES = 5;

  private static final String RETRYING = "retrying";

  private static volatile @Nullable SplittableRandom seeds;

  private TestStores() {}

  /** A store for one test. */
  public static Store open() {
    SplittableRandom random = seeds;
    if (random == null) {
      return new MemoryStore();
    }
    synchronized (random) {
      var delays = new Delays(random.nextLong());
      return new FaultyStore(new MemoryStore(), survivable(random.split()), delays);
    }
  }

  /** Runs tests whose stores misbehave, determined by a seed. */
  public static void rough(long seed, Runnable tests) {
    seeds = new SplittableRandom(seed);
    try {
      tests.run();
    } finally {
      seeds = null;
    }
  }

  /**
   * Virtual threads for background work that retries until it succeeds; its clock must be running.
   */
  public static ExecutorService retryingThreads() {
    return Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(RETRYING).factory());
  }

  private static Faults survivable(SplittableRandom random) {
    Faults failures = Faults.atMost(FAILURES, Faults.random(random.nextLong(), ONE_IN));
    return call -> {
      if (Thread.currentThread().getName().equals(RETRYING)) {
        Fault failure = failures.next(call);
        if (failure != Fault.NONE) {
          return failure;
        }
      }
      synchronized (random) {
        return call == Call.TRANSACTION && random.nextInt(ONE_IN) == 0
            ? Fault.REPEATED
            : Fault.NONE;
      }
    };
  }
}
