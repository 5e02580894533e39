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

  /** Of the thread that runs the rough tests, and of the threads that it starts. */
  private static final InheritableThreadLocal<@Nullable Seeds> SEEDS =
      new InheritableThreadLocal<>();

  private static final class Seeds {
    private final SplittableRandom random;
    private int stores;

    private Seeds(long seed) {
      this.random = new SplittableRandom(seed);
    }

    private synchronized Store open() {
      stores++;
      var delays = new Delays(random.nextLong());
      return new FaultyStore(new MemoryStore(), survivable(random.split()), delays);
    }

    private synchronized int stores() {
      return stores;
    }
  }

  private TestStores() {}

  /** A store for one test. */
  public static Store open() {
    Seeds seeds = SEEDS.get();
    return seeds == null ? new MemoryStore() : seeds.open();
  }

  /**
   * Runs tests whose stores misbehave, determined by a seed. Tests that run beside them on other
   * threads are not affected.
   *
   * @return the number of these stores
   */
  public static int rough(long seed, Runnable tests) {
    var seeds = new Seeds(seed);
    SEEDS.set(seeds);
    try {
      tests.run();
      return seeds.stores();
    } finally {
      SEEDS.remove();
    }
  }

  /** Threads for background work that retries until it succeeds; its clock must be running. */
  public static ExecutorService retryingThreads() {
    return Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name(RETRYING).factory());
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
