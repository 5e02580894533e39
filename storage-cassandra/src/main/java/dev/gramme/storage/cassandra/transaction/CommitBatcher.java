package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.cassandra.row.Bytes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Transactions of this server that wait for locks on the same set of keys (see {@link KeyLocks}).
 * The one that gets the locks runs the others in the same commit. Without batches, transactions on
 * one hot key would need one commit each, and the commits would run sequentially.
 */
final class CommitBatcher {
  private static final int MAX_BATCH = 32;

  private final Map<Set<Bytes>, Deque<TransactionAttempt<?>>> waiting = new HashMap<>();

  /** Adds a transaction that is going to lock these keys. */
  synchronized void enqueue(Set<Bytes> keys, TransactionAttempt<?> attempt) {
    waiting.computeIfAbsent(Set.copyOf(keys), _ -> new ArrayDeque<>()).add(attempt);
  }

  /**
   * Removes a transaction that holds its locks, and others that wait for exactly the same keys, up
   * to {@link #MAX_BATCH} together.
   */
  synchronized List<TransactionAttempt<?>> takeBatch(
      Set<Bytes> keys, TransactionAttempt<?> attempt) {
    var batch = new ArrayList<TransactionAttempt<?>>();
    batch.add(attempt);
    Deque<TransactionAttempt<?>> others = waiting.get(keys);
    if (others != null) {
      others.remove(attempt);
      while (batch.size() < MAX_BATCH && !others.isEmpty()) {
        batch.add(others.remove());
      }
      if (others.isEmpty()) {
        waiting.remove(keys);
      }
    }
    return batch;
  }
}
