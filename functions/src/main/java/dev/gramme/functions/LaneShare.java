package dev.gramme.functions;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many lanes a server may run, and how many it runs. Servers that share a store divide the
 * lanes of functions with an endpoint evenly. A function in process runs wherever a program has
 * bound it, so its lanes are not divided. Thread-safe.
 */
final class LaneShare {
  private final AtomicInteger running = new AtomicInteger();
  private volatile int most = Integer.MAX_VALUE;

  /** Divides lanes evenly; each server rounds its share up, so that no lane remains. */
  void divide(int lanes, int servers) {
    most = Math.ceilDiv(lanes, servers);
  }

  /** Counts one more running lane. Returns false if this would exceed the share. */
  boolean tryAdd() {
    return running.getAndUpdate(count -> count < most ? count + 1 : count) < most;
  }

  /** Counts one running lane less. */
  void remove() {
    running.decrementAndGet();
  }

  /** How many running lanes exceed the share. */
  int excess() {
    return Math.max(0, running.get() - most);
  }
}
