package dev.gramme.storage.faulty;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Decides which calls of a {@link FaultyStore} fail, and how. Thread-safe. */
@FunctionalInterface
public interface Faults {
  /** No call fails. */
  Faults NONE = call -> Fault.NONE;

  /** What happens to the next call. A call that is not a transaction takes any fault for BROKEN. */
  Fault next(Call call);

  /** What is called. */
  enum Call {
    GET,
    RANGE,
    CURSOR_NEXT,
    SNAPSHOT,
    /** A read within a transaction. */
    TRANSACTION_READ,
    TRANSACTION
  }

  /** What happens to a call. */
  enum Fault {
    NONE,
    /** It fails with a StorageException and has no effect. */
    BROKEN,
    /** A transaction is committed, but fails with a StorageException all the same. */
    ANSWER_LOST,
    OVERLOADED,
    CONFLICT,
    /** A transaction does not fail, but its function is run twice, as after a conflict. */
    REPEATED
  }

  /** The same faults until they are switched off. */
  static Faults whileOn(AtomicBoolean on, Faults faults) {
    return call -> on.get() ? faults.next(call) : Fault.NONE;
  }

  /** The same faults, but no more than a number of them. */
  static Faults atMost(int number, Faults faults) {
    var left = new AtomicInteger(number);
    return call -> {
      Fault fault = left.get() > 0 ? faults.next(call) : Fault.NONE;
      return fault != Fault.NONE && left.getAndDecrement() > 0 ? fault : Fault.NONE;
    };
  }

  /** One fault, at the call of a number; the first call has the number 0. */
  static Faults at(long number, Fault fault) {
    var count = new AtomicLong();
    return call -> count.getAndIncrement() == number ? fault : Fault.NONE;
  }

  /**
   * Faults of all kinds by chance.
   *
   * @param oneIn so many transactions fail, on average; of other calls, which are more, one in ten
   *     times as many
   */
  static Faults random(long seed, int oneIn) {
    var random = new SplittableRandom(seed);
    Fault[] kinds = {Fault.BROKEN, Fault.ANSWER_LOST, Fault.OVERLOADED, Fault.CONFLICT};
    return call -> {
      synchronized (random) {
        if (call != Call.TRANSACTION) {
          return random.nextInt(10 * oneIn) == 0 ? Fault.BROKEN : Fault.NONE;
        }
        return random.nextInt(oneIn) == 0 ? kinds[random.nextInt(kinds.length)] : Fault.NONE;
      }
    };
  }
}
