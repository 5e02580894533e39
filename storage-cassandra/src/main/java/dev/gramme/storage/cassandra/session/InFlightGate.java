package dev.gramme.storage.cassandra.session;

import dev.gramme.storage.StorageException;

/** Counts calls in flight. Closing it refuses new calls and waits for those in flight. */
public final class InFlightGate {
  private int inFlight;
  private boolean closed;

  /**
   * Begins a call. The caller must end it with {@link #exit}.
   *
   * @throws StorageException if the gate is closed
   */
  public synchronized void enter() {
    if (closed) {
      throw new StorageException("The store is closed.");
    }
    inFlight++;
  }

  /** Ends a call. */
  public synchronized void exit() {
    inFlight--;
    notifyAll();
  }

  /** Refuses new calls and waits for those in flight. */
  public synchronized void close() {
    closed = true;
    boolean interrupted = false;
    while (inFlight > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
