package dev.gramme.engine.replication;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Wakes waiting threads when there may be work. */
final class Signal {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition raised = lock.newCondition();
  private long count;

  /**
   * How often the signal was raised; read it before checking for work, and pass it to {@link
   * #await}.
   */
  long count() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }

  void raise() {
    lock.lock();
    try {
      count++;
      raised.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the signal has been raised more often than seen, or the limit has passed. */
  void await(long seen, Duration limit) {
    lock.lock();
    try {
      long left = limit.toNanos();
      while (count == seen && left > 0) {
        left = raised.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a duration, or until the condition holds after a signal. */
  void pause(Duration duration, BooleanSupplier ended) {
    lock.lock();
    try {
      long left = duration.toNanos();
      while (left > 0 && !ended.getAsBoolean()) {
        left = raised.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
