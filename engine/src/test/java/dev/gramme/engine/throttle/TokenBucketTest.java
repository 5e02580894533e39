package dev.gramme.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long SECOND = TimeUnit.SECONDS.toMicros(1);

  @Test
  void a_new_bucket_is_full_and_fills_at_its_rate() {
    var bucket = new TokenBucket(10, 20, 0);

    assertThat(bucket.take(20, 0)).isTrue();
    assertThat(bucket.take(1, 0)).isFalse();
    assertThat(bucket.take(1, SECOND / 10)).isTrue();
    assertThat(bucket.take(0.5, SECOND / 10)).isFalse();
    assertThat(bucket.take(20, 100 * SECOND)).isTrue();
    assertThat(bucket.take(1, 100 * SECOND)).as("the capacity is the limit").isFalse();
  }

  @Test
  void any_credit_admits_a_request_of_any_cost_and_leaves_a_debt() {
    var bucket = new TokenBucket(1, 10, 0);

    assertThat(bucket.take(9, 0)).isTrue();
    assertThat(bucket.take(25, 0)).isTrue();
    assertThat(bucket.take(1, 24 * SECOND)).as("the debt is just paid off").isFalse();
    assertThat(bucket.take(1, 24 * SECOND + 10)).isTrue();
  }

  @Test
  void a_clock_that_goes_back_fills_nothing_twice() {
    var bucket = new TokenBucket(1, 1, 10 * SECOND);

    assertThat(bucket.take(1, 10 * SECOND)).isTrue();
    assertThat(bucket.take(1, 5 * SECOND)).isFalse();
    assertThat(bucket.take(1, 10 * SECOND)).isFalse();
    assertThat(bucket.take(1, 11 * SECOND)).isTrue();
  }

  @Test
  void a_larger_bucket_keeps_its_units_and_fills_faster() {
    var bucket = new TokenBucket(1, 2, 0);
    bucket.take(2, 0);

    bucket.resize(100, 1000, SECOND);

    assertThat(bucket.take(1, SECOND)).as("the previous second was at the old rate").isTrue();
    assertThat(bucket.take(1, SECOND)).isFalse();
    assertThat(bucket.take(100, 2 * SECOND)).isTrue();
    bucket.resize(1, 2, 100 * SECOND);
    assertThat(bucket.take(3, 100 * SECOND)).as("a smaller one allows a debt, too").isTrue();
    assertThat(bucket.take(1, 100 * SECOND)).isFalse();
  }

  @Test
  void returned_units_can_be_taken_again_but_not_more() {
    var bucket = new TokenBucket(1, 5, 0);
    bucket.take(4, 0);

    bucket.putBack(4);
    bucket.putBack(4);

    assertThat(bucket.take(5, 0)).isTrue();
    assertThat(bucket.take(1, 0)).isFalse();
  }

  private record Admitted(long micros, double units) {}

  @Test
  void no_period_admits_more_than_the_rate_the_capacity_and_one_request() {
    Gen.forAll(
        30,
        gen -> {
          double rate = gen.between(1, 50);
          double capacity = rate * gen.between(1, 20);
          List<Admitted> admitted = admitted(gen, new TokenBucket(rate, capacity, 0), capacity);
          for (int from = 0; from < admitted.size(); from++) {
            double sum = 0;
            for (int to = from; to < admitted.size(); to++) {
              sum += admitted.get(to).units();
              long micros = admitted.get(to).micros() - admitted.get(from).micros();
              double most = rate * micros / SECOND + capacity + admitted.get(to).units() + 1e-3;
              if (sum > most) {
                fail("%s units from %s to %s, not %s".formatted(sum, from, to, most));
              }
            }
          }
        });
  }

  /**
   * Generates bursts and pauses, and checks that some requests were refused: otherwise the test
   * would prove nothing.
   */
  private static List<Admitted> admitted(Gen gen, TokenBucket bucket, double capacity) {
    var admitted = new ArrayList<Admitted>();
    long now = 0;
    int refused = 0;
    for (int i = 0; i < 600; i++) {
      now +=
          gen.chance(5) ? gen.between(0, (int) (20 * SECOND)) : gen.between(0, (int) SECOND / 10);
      double units = gen.between(1, 2 + (int) (capacity / 4)) / 2.0;
      if (bucket.take(units, now)) {
        admitted.add(new Admitted(now, units));
      } else {
        refused++;
      }
    }
    assertThat(refused).isPositive();
    return admitted;
  }

  @Test
  void frequent_requests_get_the_whole_rate() {
    Gen.forAll(
        30,
        gen -> {
          // With a capacity of one unit, credit that arrives between two attempts would overflow.
          double rate = gen.between(2, 1000);
          var bucket = new TokenBucket(rate, rate, 0);
          double sum = 0;
          for (long now = 0; now < 60 * SECOND; now += gen.between(1, (int) SECOND / 4)) {
            while (bucket.take(1, now)) {
              sum++;
            }
          }
          assertThat(sum).isBetween(rate * 59, rate * 62);
        });
  }
}
