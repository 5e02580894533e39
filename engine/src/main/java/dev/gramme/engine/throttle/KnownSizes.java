package dev.gramme.engine.throttle;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;

/**
 * The sizes of tables and indexes on a shared store. There, a request cannot read the size itself,
 * since that would be one more request to the store. So the sizes are read at intervals.
 */
public final class KnownSizes implements IntToLongFunction {
  private final IntToLongFunction stored;
  private final Map<Integer, Long> known = new ConcurrentHashMap<>();

  /**
   * @param stored reads a size from the store
   */
  public KnownSizes(IntToLongFunction stored) {
    this.stored = stored;
  }

  /** The size when it was last read, 0 if it was never read. */
  @Override
  public long applyAsLong(int number) {
    return known.getOrDefault(number, 0L);
  }

  /** Reads the sizes of these tables and indexes, and forgets all others. */
  void read(Set<Integer> numbers) {
    known.keySet().retainAll(numbers);
    numbers.forEach(number -> known.put(number, stored.applyAsLong(number)));
  }
}
