package dev.gramme.engine.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.VectorIndex.Distance;
import dev.gramme.storage.faulty.TestStores;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How many of the ten nearest a search of a graph finds. */
@Tag("slow")
class RecallTest {
  private static final int DIMENSIONS = 128;
  private static final int QUERIES = 200;
  private static final long SEED = 20261121;

  @Test
  @Tag("long")
  void at_least_95_percent_of_the_nearest_among_10000_are_found() {
    assertThat(recall(Distance.COSINE, 10_000, false)).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void at_least_95_percent_are_found() {
    assertThat(recall(Distance.COSINE, 2_100, false)).isGreaterThanOrEqualTo(0.95);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(Distance.class)
  void at_least_95_percent_are_found_with_every_distance(Distance distance) {
    assertThat(recall(distance, 2_100, false)).isGreaterThanOrEqualTo(0.95);
  }

  @Tag("long")
  @Test
  void at_least_95_percent_are_found_with_a_filter() {
    assertThat(recall(Distance.EUCLIDEAN, 2_100, true)).isGreaterThanOrEqualTo(0.95);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(Distance.class)
  void at_least_95_percent_of_the_nearest_among_100000_are_found(Distance distance) {
    assertThat(recall(distance, 100_000, false)).isGreaterThanOrEqualTo(0.95);
  }

  private static double recall(Distance distance, int count, boolean filtered) {
    var random = new Random(SEED);
    List<float[]> all = VectorSets.clustered(random, count + QUERIES, DIMENSIONS, 100);
    List<float[]> vectors = all.subList(0, count);
    List<float[]> queries = all.subList(count, count + QUERIES);
    try (var store = TestStores.open();
        var table = VectorTable.create(store, distance, DIMENSIONS, 1L << 30)) {
      table.putAll(0, vectors);
      table.nearest(queries.getFirst(), 1, null);
      long start = System.nanoTime();
      assertThat(table.graphWork()).as("graphs built").isPositive();
      long built = System.nanoTime();
      int found = 0;
      int wanted = 0;
      long searching = 0;
      for (int i = 0; i < QUERIES; i++) {
        Integer filter = filtered ? (Integer) (i % 100) : null;
        float[] query = queries.get(i);
        long before = System.nanoTime();
        var answer = new HashSet<>(table.nearest(query, 10, filter));
        searching += System.nanoTime() - before;
        var truth =
            VectorSets.nearest(
                distance, vectors, query, 10, id -> filter == null || id % 100 == filter);
        wanted += truth.size();
        answer.retainAll(truth);
        found += answer.size();
      }
      System.out.printf(
          "%s %,d vectors, seed %d: recall at 10 %.3f, built in %s, %,d us a search%n",
          distance,
          count,
          SEED,
          (double) found / wanted,
          Duration.ofNanos(built - start),
          searching / QUERIES / 1000);
      return (double) found / wanted;
    }
  }
}
