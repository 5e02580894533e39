package dev.gramme.apps.savings.batch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Limits a load to a number of writes per second, so that it leaves capacity to others. Each write
 * reserves the next free slot and waits for it.
 */
final class WriteRate {
  private final long nanosBetween;
  private final AtomicLong next = new AtomicLong(System.nanoTime());

  /**
   * @param perSecond 0 for no limit
   */
  WriteRate(int perSecond) {
    this.nanosBetween = perSecond == 0 ? 0 : 1_000_000_000L / perSecond;
  }

  /** Waits until the caller may write. */
  void await() {
    if (nanosBetween == 0) {
      return;
    }
    long now = System.nanoTime();
    long mine = next.getAndUpdate(moment -> (moment - now > 0 ? moment : now) + nanosBetween);
    for (long left = mine - System.nanoTime(); left > 0; left = mine - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
