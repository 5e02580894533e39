package dev.gramme.storage.cassandra;

import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets the transactions of this server take turns on keys over which they have met. The store
 * itself would let all but one of them fail again and again; here they wait, and only those of
 * other servers are still met.
 *
 * <p>A transaction holds nothing when it asks for turns, and asks for all of them at once, in their
 * order: so no two can wait for each other.
 */
final class Turns {
  private final ConcurrentHashMap<Bytes, Turn> turns = new ConcurrentHashMap<>();

  /** A lock with the number of those that hold it or wait for it. */
  private static final class Turn {
    final ReentrantLock lock = new ReentrantLock(true);
    int interested;
  }

  /** Waits for the turns on keys. */
  void take(SortedSet<Bytes> keys) {
    for (Bytes key : keys) {
      Turn turn =
          turns.compute(
              key,
              (_, present) -> {
                Turn one = present == null ? new Turn() : present;
                one.interested++;
                return one;
              });
      turn.lock.lock();
    }
  }

  /** Gives turns back. */
  void giveBack(SortedSet<Bytes> keys) {
    for (Bytes key : keys) {
      turns.computeIfPresent(
          key,
          (_, turn) -> {
            turn.lock.unlock();
            turn.interested--;
            return turn.interested == 0 ? null : turn;
          });
    }
  }

  /** Whether another transaction has its turn on a key. */
  boolean isTaken(Bytes key) {
    @Nullable Turn turn = turns.get(key);
    return turn != null && !turn.lock.isHeldByCurrentThread();
  }
}
