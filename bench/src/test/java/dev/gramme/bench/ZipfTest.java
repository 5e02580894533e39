package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** {@link Zipf}. */
final class ZipfTest {
  private static final int DRAWN = 1_000_000;

  @Test
  void ranks_are_as_frequent_as_the_law_says() {
    int items = 1000;
    var zipf = new Zipf(items, new SplittableRandom(7));
    var counts = new int[items];
    for (int i = 0; i < DRAWN; i++) {
      counts[(int) zipf.rank()]++;
    }
    double sum = IntStream.rangeClosed(1, items).mapToDouble(i -> Math.pow(i, -0.99)).sum();
    assertThat(counts[0] / (double) DRAWN).isCloseTo(1 / sum, within(0.003));
    assertThat(counts[1] / (double) DRAWN).isCloseTo(Math.pow(2, -0.99) / sum, within(0.003));
    // The method is exact for the first two ranks and an approximation for the others.
    assertThat(share(counts, 10)).isCloseTo(expected(10, sum), within(0.02));
    assertThat(share(counts, 100)).isCloseTo(expected(100, sum), within(0.02));
    assertThat(counts[items - 1]).isPositive();
  }

  private static double share(int[] counts, int ranks) {
    long sum = 0;
    for (int i = 0; i < ranks; i++) {
      sum += counts[i];
    }
    return sum / (double) DRAWN;
  }

  private static double expected(int ranks, double sum) {
    return Zipf.sum(ranks) / sum;
  }

  @Test
  void the_sum_of_many_terms_is_that_of_all_of_them() {
    double added = 0;
    for (int i = 1; i <= 3_000_000; i++) {
      added += Math.pow(i, -0.99);
    }
    assertThat(Zipf.sum(3_000_000)).isCloseTo(added, within(1e-6));
  }

  @Test
  void the_frequent_items_are_spread_over_all_numbers() {
    long items = 100_000_000;
    var numbers = LongStream.range(0, 1000).map(rank -> Zipf.scrambled(rank, items)).toArray();
    assertThat(LongStream.of(numbers).distinct().count()).isGreaterThan(990);
    for (int tenth = 0; tenth < 10; tenth++) {
      long from = tenth * items / 10;
      assertThat(
              LongStream.of(numbers).filter(one -> one >= from && one < from + items / 10).count())
          .isBetween(60L, 140L);
    }
  }

  @Test
  void every_distribution_stays_within_the_items() {
    for (var keys : KeyDistribution.values()) {
      var numbers = keys.over(3, new SplittableRandom(1));
      assertThat(LongStream.generate(numbers).limit(1000)).allMatch(one -> one >= 0 && one < 3);
    }
  }
}
