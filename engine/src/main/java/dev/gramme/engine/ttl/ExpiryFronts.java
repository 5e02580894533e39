package dev.gramme.engine.ttl;

import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * For each table, the second before which its index of expiry times has no rows that a sweep must
 * visit. A sweep that begins there does not walk over the tombstones of the rows that earlier
 * sweeps removed. Only for stores of one process: it sees no writes of other servers.
 *
 * <p>A sweep sets the front to its end before it reads. A row that is committed later lowers the
 * front, so the next sweep finds it.
 */
public final class ExpiryFronts {
  private final ConcurrentHashMap<Integer, Long> fronts = new ConcurrentHashMap<>();

  /**
   * Begins a sweep of all rows before a second.
   *
   * @param earliest the second before which no row is ever visited
   * @return the second from which the sweep has to read
   */
  public long beginSweep(TableDefinition table, long earliest, long end) {
    Long front = fronts.put(table.number(), end);
    return front == null ? earliest : Math.max(front, earliest);
  }

  /** Makes the next sweep read from a second, because a sweep did not reach its end. */
  public void lower(TableDefinition table, long second) {
    fronts.computeIfPresent(table.number(), (number, front) -> Math.min(front, second));
  }

  /** Makes the next sweep visit an item that was written. Call this after the commit. */
  public void written(TableDefinition table, @Nullable Item after) {
    TimeToLive timeToLive = table.features().timeToLive();
    if (timeToLive != null && timeToLive.isOn()) {
      OptionalLong second = ExpiryRows.second(timeToLive, after);
      second.ifPresent(expiry -> lower(table, expiry));
    }
  }

  /** Makes the next sweep of a table read everything. */
  public void forget(int number) {
    fronts.remove(number);
  }
}
