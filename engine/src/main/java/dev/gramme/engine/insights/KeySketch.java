package dev.gramme.engine.insights;

import dev.gramme.model.Item;
import java.util.List;
import java.util.stream.Stream;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.FrequentItemsSketch;

/**
 * The most frequent keys, in bounded memory: one frequent-items sketch (Anderson et al., 2017) for
 * the current hour and one for the previous hour. The result covers the last one to two hours. The
 * count of a key is too high by at most 3.5 / {@link #SLOTS} of the total.
 *
 * <p>The sketch is divided into stripes, so that threads of different connections rarely contend
 * for the same lock.
 */
final class KeySketch {
  /** The number of keys that a sketch distinguishes before it drops the rarest ones. */
  private static final int SLOTS = 1024;

  private static final int STRIPES = 4;
  private static final long HOUR_MILLIS = 3_600_000;

  /** Weights are whole numbers; half a read unit is the smallest count. */
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

  /** The keys with the highest counts. */
  TopKeys top(long nowMillis) {
    var all = new FrequentItemsSketch<Item>(SLOTS);
    stripes.forEach(stripe -> stripe.mergeInto(all, nowMillis));
    var keys =
        Stream.of(all.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES))
            .map(row ->
                new KeyCount(
                    row.getItem(),
                    row.getEstimate() / WEIGHTS_PER_UNIT,
                    row.getLowerBound() / WEIGHTS_PER_UNIT))
            .toList();
    return TopKeys.first(keys, all.getMaximumError() / WEIGHTS_PER_UNIT);
  }
}
