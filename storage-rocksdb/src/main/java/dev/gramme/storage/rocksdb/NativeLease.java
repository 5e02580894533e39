package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Guards calls of native code. A call into a closed database would crash the process, so every call
 * runs between {@link #enter} and {@link #exit}, and closing waits until all calls have returned.
 *
 * <p>A lock would be one memory location that all readers write; two striped counters cost only a
 * few nanoseconds. {@link #end} reads the exits before the entries: if they are equal, no call was
 * running between the two reads, and since the end was already announced, no new call can start.
 */
final class NativeLease {
  private static final long POLL_NANOS = 50_000;

  private final LongAdder entered = new LongAdder();
  private final LongAdder left = new LongAdder();
  private volatile boolean ended;

  /** Begins a native call. Throws if the store is closed. */
  void enter() {
    if (!tryEnter()) {
      throw closed();
    }
  }

  /** Begins a native call; false if the store is closed. */
  boolean tryEnter() {
    entered.increment();
    if (ended) {
      left.increment();
      return false;
    }
    return true;
  }

  void exit() {
    left.increment();
  }

  boolean isEnded() {
    return ended;
  }

  /** Refuses new calls, and returns when the last running call has ended. */
  void end() {
    ended = true;
    while (true) {
      long exits = left.sum();
      if (exits == entered.sum()) {
        return;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  static StorageException closed() {
    return new StorageException("The store is closed.");
  }
}
