package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.cassandra.row.Bytes;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Locks on keys and buckets over which transactions of this server have conflicted. Without them,
 * of many transactions on one key all but one would fail and retry again and again. The locks are
 * an optimization within this server; transactions of other servers still conflict.
 *
 * <p>A transaction locks all of its keys at once, in their order, while it holds no lock. So there
 * are no deadlocks.
 */
final class KeyLocks {
  private final ConcurrentHashMap<Bytes, KeyLock> locks = new ConcurrentHashMap<>();

  /** A fair lock, and the number of transactions that hold it or wait for it. */
  private static final class KeyLock {
    final ReentrantLock lock = new ReentrantLock(true);
    int users;
  }

  /** Waits until it has locked all keys. */
  void lock(SortedSet<Bytes> keys) {
    for (Bytes key : keys) {
      KeyLock entry =
          locks.compute(
              key,
              (_, present) -> {
                KeyLock one = present == null ? new KeyLock() : present;
                one.users++;
                return one;
              });
      entry.lock.lock();
    }
  }

  /** Unlocks keys that this thread has locked. */
  void unlock(SortedSet<Bytes> keys) {
    for (Bytes key : keys) {
      locks.computeIfPresent(
          key,
          (_, entry) -> {
            entry.lock.unlock();
            entry.users--;
            return entry.users == 0 ? null : entry;
          });
    }
  }

  /** Whether another thread holds the lock of a key or waits for it. */
  boolean isUsedByOther(Bytes key) {
    @Nullable KeyLock entry = locks.get(key);
    return entry != null && !entry.lock.isHeldByCurrentThread();
  }
}
