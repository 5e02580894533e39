package dev.gramme.engine.insights;

import dev.gramme.model.Item;
import java.util.List;
import java.util.stream.Stream;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.FrequentItemsSketch;

/**
 * The keys that come most often, in bounded memory: a frequent-items sketch (Anderson et al., 2017)
 * for the running hour and one for the hour before, so that what is shown is of the last one to two
 * hours. A key's count is too high by at most 3.5 / {@link #SLOTS} of all that was counted.
 *
 * <p>Each is made of stripes, so that the threads of different connections seldom meet in one.
 */
final class KeySketch {
  /** How many keys a sketch can tell apart before it forgets the rarest. */
  private static final int SLOTS = 1024;

  private static final int STRIPES = 4;
  private static final long HOUR_MILLIS = 3_600_000;

  /** Weights are whole numbers; half a read unit is the least that can be used. */
  private static final double WEIGHTS_PER_UNIT = 2;

  private final List<Stripe> stripes = Stream.generate(Stripe::new).limit(STRIPES).toList();

  private static final class Stripe {
    private long hour;
    private FrequentItemsSketch<Item> current = new FrequentItemsSketch<>(SLOTS);
    private FrequentItemsSketch<Item> previous = new FrequentItemsSketch<>(SLOTS);

    synchronized void add(Item key, long weight, long now) {
      turn(now);
      current.update(key, weight);
    }

    synchronized void mergeInto(FrequentItemsSketch<Item> all, long now) {
      turn(now);
      all.merge(current);
      all.merge(previous);
    }

    private void turn(long now) {
      long nowHour = now / HOUR_MILLIS;
      if (nowHour > hour) {
        previous = nowHour == hour + 1 ? current : new FrequentItemsSketch<>(SLOTS);
        current = new FrequentItemsSketch<>(SLOTS);
        hour = nowHour;
      }
    }
  }

  /** Counts units for a key. */
  void add(Item key, double units, long nowMillis) {
    int stripe = (int) (Thread.currentThread().threadId() % STRIPES);
    stripes.get(stripe).add(key, Math.round(units * WEIGHTS_PER_UNIT), nowMillis);
  }

  /** The keys with the highest counts, at most so many. */
  List<KeyCount> top(int limit, long nowMillis) {
    var all = new FrequentItemsSketch<Item>(SLOTS);
    stripes.forEach(stripe -> stripe.mergeInto(all, nowMillis));
    return Stream.of(all.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES))
        .limit(limit)
        .map(row ->
            new KeyCount(
                row.getItem(),
                row.getEstimate() / WEIGHTS_PER_UNIT,
                row.getLowerBound() / WEIGHTS_PER_UNIT))
        .toList();
  }
}
