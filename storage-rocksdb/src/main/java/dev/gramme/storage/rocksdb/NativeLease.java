package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * The right to call native code. A call into a database that was closed ends the process, so every
 * call stands between {@link #enter} and {@link #exit}, and closing waits until all have left.
 *
 * <p>A lock would be one place in memory that all readers write; two striped counters cost them a
 * few nanoseconds. The one who closes reads the exits before the entries: if they are equal, nobody
 * was inside between the two readings, and since the end was announced before, nobody comes in
 * later.
 */
final class NativeLease {
  private static final long POLL_NANOS = 50_000;

  private final LongAdder entered = new LongAdder();
  private final LongAdder left = new LongAdder();
  private volatile boolean ended;

  /** Begins a native call, or refuses it because the store is closed. */
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

  /** Lets nobody in any more, and returns when the last has left. */
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
