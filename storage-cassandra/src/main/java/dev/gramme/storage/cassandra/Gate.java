package dev.gramme.storage.cassandra;

import dev.gramme.storage.StorageException;

/** Lets calls in until it is closed, which waits for those inside. */
final class Gate {
  private int inside;
  private boolean closed;

  /** To be followed by {@link #exit}. */
  synchronized void enter() {
    if (closed) {
      throw new StorageException("The store is closed.");
    }
    inside++;
  }

  synchronized void exit() {
    inside--;
    notifyAll();
  }

  /** Refuses those that come from now on, and waits for those inside. */
  synchronized void close() {
    closed = true;
    boolean interrupted = false;
    while (inside > 0) {
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
