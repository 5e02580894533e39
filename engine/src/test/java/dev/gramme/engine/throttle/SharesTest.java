package dev.gramme.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gramme.engine.throttle.Shares.Others;
import dev.gramme.testkit.Gen;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SharesTest {
  private static final double ROUNDING = 1e-9;

  @Test
  void a_server_that_is_alone_has_all() {
    assertThat(Shares.initial(1, Others.NONE)).isEqualTo(1);
    assertThat(Shares.claim(1, 7, Others.NONE)).isEqualTo(1);
    assertThat(Shares.claim(1, 1e-3, Others.NONE)).isEqualTo(1);
  }

  @Test
  void a_server_has_all_if_the_others_have_no_demand() {
    assertThat(Shares.claim(5, 7, Others.NONE)).isEqualTo(1);
  }

  @Test
  void idle_servers_divide_what_is_left_over() {
    assertThat(Shares.initial(4, Others.NONE)).isEqualTo(0.25);
    assertThat(Shares.initial(4, new Others(1, 10, 0.6))).isEqualTo(0.1, within(ROUNDING));
    assertThat(Shares.initial(4, new Others(1, 10, 1)))
        .as("a minimum to begin with")
        .isEqualTo(Shares.EQUAL_PART / 4);
  }

  @Test
  void a_share_is_the_part_of_the_demand_and_an_equal_minimum() {
    assertThat(Shares.claim(2, 10, new Others(1, 10, 0))).isEqualTo(0.5);
    assertThat(Shares.claim(2, 30, new Others(1, 10, 0)))
        .isEqualTo(0.025 + 0.95 * 0.75, within(ROUNDING));
    assertThat(Shares.claim(2, 0.001, new Others(1, 1e6, 0))).isEqualTo(0.025, within(1e-6));
  }

  @Test
  void a_claim_takes_no_more_than_the_others_leave_over() {
    assertThat(Shares.claim(2, 10, new Others(1, 10, 0.7))).isEqualTo(0.3, within(ROUNDING));
    assertThat(Shares.claim(2, 10, new Others(1, 10, 1))).isEqualTo(0.025);
  }

  /** Servers with random demands, in a random order in each interval. */
  private static final class Cluster {
    private final double[] demands;
    private final double[] published;
    private final double[] claims;

    Cluster(int servers) {
      demands = new double[servers];
      published = new double[servers];
      claims = new double[servers];
    }

    void exchange(int server) {
      var others = Others.NONE;
      for (int i = 0; i < claims.length; i++) {
        if (i != server) {
          others = others.plus(new PublishedUse.Side(published[i], claims[i]));
        }
      }
      published[server] = demands[server];
      claims[server] =
          demands[server] == 0 ? 0 : Shares.claim(claims.length, demands[server], others);
    }

    double claimed() {
      return Arrays.stream(claims).sum();
    }
  }

  private static int[] shuffled(Gen gen, int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int at = gen.between(0, i);
      order[i] = order[at];
      order[at] = i;
    }
    return order;
  }

  @Test
  void claims_exceed_a_budget_by_the_minimum_at_most_and_not_after_all_have_exchanged() {
    Gen.forAll(
        200,
        gen -> {
          int servers = gen.between(1, 8);
          var cluster = new Cluster(servers);
          for (int interval = 0; interval < 50; interval++) {
            cluster.demands[gen.between(0, servers - 1)] =
                gen.chance(50) ? 0 : gen.between(1, 1000);
            for (int server : shuffled(gen, servers)) {
              cluster.exchange(server);
              assertThat(cluster.claimed()).isLessThan(1 + Shares.EQUAL_PART + ROUNDING);
            }
          }
          for (int server : shuffled(gen, servers)) {
            cluster.exchange(server);
          }
          assertThat(cluster.claimed()).isLessThan(1 + ROUNDING);
        });
  }

  @Test
  void constant_demands_lead_to_shares_that_are_the_whole_budget_together() {
    Gen.forAll(
        200,
        gen -> {
          int servers = gen.between(1, 8);
          var cluster = new Cluster(servers);
          for (int interval = 0; interval < 10; interval++) {
            cluster.demands[gen.between(0, servers - 1)] = gen.between(1, 1000);
            cluster.exchange(gen.between(0, servers - 1));
          }
          for (int interval = 0; interval < 3; interval++) {
            for (int server : shuffled(gen, servers)) {
              cluster.exchange(server);
            }
          }
          assertThat(cluster.claimed()).isEqualTo(1, within(1e-6));
        });
  }
}
