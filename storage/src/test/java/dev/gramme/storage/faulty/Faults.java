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

  /** The fate of the next call. For calls other than transactions any fault means BROKEN. */
  Fault next(Call call);

  /** The kinds of calls. */
  enum Call {
    GET,
    RANGE,
    CURSOR_NEXT,
    SNAPSHOT,
    /** A read within a transaction. */
    TRANSACTION_READ,
    TRANSACTION
  }

  /** The kinds of faults. */
  enum Fault {
    NONE,
    /** The call fails with a StorageException and has no effect. */
    BROKEN,
    /** The transaction is committed but fails with a StorageException. */
    ANSWER_LOST,
    OVERLOADED,
    CONFLICT,
    /** The transaction succeeds, but its function runs twice, as after a conflict. */
    REPEATED
  }

  /** The same faults, only while the switch is on. */
  static Faults whileOn(AtomicBoolean on, Faults faults) {
    return call -> on.get() ? faults.next(call) : Fault.NONE;
  }

  /** The same faults, but at most this many. */
  static Faults atMost(int number, Faults faults) {
    var left = new AtomicInteger(number);
    return call -> {
      Fault fault = left.get() > 0 ? faults.next(call) : Fault.NONE;
      return fault != Fault.NONE && left.getAndDecrement() > 0 ? fault : Fault.NONE;
    };
  }

  /** One fault, at the call with this number; the first call has number 0. */
  static Faults at(long number, Fault fault) {
    var count = new AtomicLong();
    return call -> count.getAndIncrement() == number ? fault : Fault.NONE;
  }

  /**
   * Random faults of all kinds.
   *
   * @param oneIn one transaction in this many fails, on average; other calls are more frequent, and
   *     one in ten times as many fails
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
