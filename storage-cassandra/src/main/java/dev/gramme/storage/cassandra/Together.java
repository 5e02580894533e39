package dev.gramme.storage.cassandra;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Transactions of this server that wait for their turns on the same keys. Whoever gets the turns
 * runs the others, too, so that one commit does for all: else a popular key would have no more
 * writes than Cassandra executes transactions one after another.
 */
final class Together {
  /** So many run together at most. */
  private static final int MOST = 32;

  private final Map<Set<Bytes>, Deque<Body<?>>> waiting = new HashMap<>();

  /** One waits for its turns, or is run by another that gets them before. */
  synchronized void await(Set<Bytes> keys, Body<?> body) {
    waiting.computeIfAbsent(Set.copyOf(keys), _ -> new ArrayDeque<>()).add(body);
  }

  /** One has its turns: it, and others that wait for the same. */
  synchronized List<Body<?>> next(Set<Bytes> keys, Body<?> body) {
    var next = new ArrayList<Body<?>>();
    next.add(body);
    Deque<Body<?>> others = waiting.get(keys);
    if (others != null) {
      others.remove(body);
      while (next.size() < MOST && !others.isEmpty()) {
        next.add(others.remove());
      }
      if (others.isEmpty()) {
        waiting.remove(keys);
      }
    }
    return next;
  }
}
