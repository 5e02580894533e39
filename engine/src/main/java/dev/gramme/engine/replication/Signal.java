package dev.gramme.engine.replication;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Tells those who wait that there may be something to do. */
final class Signal {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition given = lock.newCondition();
  private long count;

  /** How often it was given; taken before one looks whether there is anything to do. */
  long count() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }

  void give() {
    lock.lock();
    try {
      count++;
      given.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until it was given more often than was seen, but not longer than this. */
  void await(long seen, Duration limit) {
    lock.lock();
    try {
      long left = limit.toNanos();
      while (count == seen && left > 0) {
        left = given.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** Waits this long, or until something has come to its end. */
  void pause(Duration duration, BooleanSupplier ended) {
    lock.lock();
    try {
      long left = duration.toNanos();
      while (left > 0 && !ended.getAsBoolean()) {
        left = given.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
