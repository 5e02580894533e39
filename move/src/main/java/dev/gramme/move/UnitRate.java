package dev.gramme.move;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the capacity units that requests consume per second. What a request consumes is known only
 * afterwards, so an estimate is taken before it and corrected after it.
 */
public final class UnitRate {
  private final int perSecond;
  private final ReentrantLock turn = new ReentrantLock(true);
  private final Object balanceLock = new Object();
  private double balance;
  private double consumed;
  private long since = System.nanoTime();

  private UnitRate(int perSecond) {
    this.perSecond = perSecond;
    this.balance = perSecond;
  }

  /** A limit; 0 is none. */
  public static UnitRate of(int perSecond) {
    return new UnitRate(perSecond);
  }

  /** The limit; 0 is none. */
  public int perSecond() {
    return perSecond;
  }

  /** Waits until units are left, and takes the estimate. */
  public void take(double estimate) throws InterruptedException {
    if (perSecond == 0) {
      return;
    }
    turn.lockInterruptibly();
    try {
      for (long wait = waitNanos(); wait > 0; wait = waitNanos()) {
        TimeUnit.NANOSECONDS.sleep(wait);
      }
      add(-estimate);
    } finally {
      turn.unlock();
    }
  }

  /** Records what a request has consumed, and replaces its estimate. */
  public void consumed(double units, double estimate) {
    synchronized (balanceLock) {
      consumed += units;
    }
    add(estimate - units);
  }

  /** The units that all requests have consumed. */
  public double consumed() {
    synchronized (balanceLock) {
      return consumed;
    }
  }

  private void add(double units) {
    synchronized (balanceLock) {
      balance += units;
    }
  }

  /** The time until the balance is positive. */
  private long waitNanos() {
    synchronized (balanceLock) {
      long now = System.nanoTime();
      balance = Math.min(perSecond, balance + (now - since) / 1e9 * perSecond);
      since = now;
      return balance > 0 ? 0 : 1 + (long) (-balance / perSecond * 1e9);
    }
  }
}
