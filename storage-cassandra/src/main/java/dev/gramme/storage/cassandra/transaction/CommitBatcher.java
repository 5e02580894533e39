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
 * The transactions of this server that wait for the same {@link KeyLocks}. The one that gets the
 * locks runs the others in the same commit. Otherwise Cassandra would commit the transactions on a
 * popular key sequentially.
 */
final class CommitBatcher {
  private static final int MAX_BATCH = 32;

  private final Map<Set<Bytes>, Deque<TransactionAttempt<?>>> waiting = new HashMap<>();

  /** Adds a transaction that is going to lock these keys. */
  synchronized void enqueue(Set<Bytes> keys, TransactionAttempt<?> attempt) {
    waiting.computeIfAbsent(Set.copyOf(keys), _ -> new ArrayDeque<>()).add(attempt);
  }

  /** Takes a transaction that has locked its keys, together with others that wait for them. */
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
