package dev.gramme.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gramme.engine.throttle.PublishedUse.Side;
import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OtherServersTest {
  private static final int TABLE = 7;

  /** The rows of the ranges are single bytes; the table ends before this one. */
  private static final int END = 100;

  private static byte[] row(int position) {
    return new byte[] {(byte) position};
  }

  private static PublishedUse use(int from, int to, double demand, double claim) {
    return new PublishedUse(TABLE, row(from), row(to), Side.NONE, new Side(demand, claim));
  }

  private static PublishedUse whole(double demand, double claim) {
    return new PublishedUse(TABLE, new byte[0], new byte[0], Side.NONE, new Side(demand, claim));
  }

  private static OtherServers servers(List<List<PublishedUse>> uses) {
    return new OtherServers(uses.stream().map(of -> new ServerRow(1, of, List.of())).toList());
  }

  private static Shares.Others writes(OtherServers others, int from, int to) {
    return others.range(TABLE, row(from), row(to), UnitKind.WRITE);
  }

  @Test
  void servers_without_a_demand_are_counted_but_use_nothing() {
    var others = servers(List.of(List.of(), List.of(whole(0, 0))));
    assertThat(others.servers()).isEqualTo(3);
    assertThat(others.whole(TABLE, UnitKind.WRITE)).isEqualTo(Shares.Others.NONE);
    assertThat(writes(others, 0, END)).isEqualTo(Shares.Others.NONE);
  }

  @Test
  void uses_of_the_same_budget_are_added() {
    var others =
        servers(List.of(List.of(whole(10, 0.25)), List.of(whole(20, 0.5), use(0, END, 5, 1))));
    assertThat(others.whole(TABLE, UnitKind.WRITE)).isEqualTo(new Shares.Others(2, 30, 0.75));
    assertThat(others.whole(TABLE, UnitKind.READ)).isEqualTo(Shares.Others.NONE);
    assertThat(others.whole(TABLE + 1, UnitKind.WRITE)).isEqualTo(Shares.Others.NONE);
  }

  @Test
  void others_admit_what_they_request_but_at_most_their_shares() {
    var others = servers(List.of(List.of(whole(10, 0.5)), List.of(whole(80, 0.25))));
    assertThat(others.admitted(TABLE, UnitKind.WRITE, 100)).isEqualTo(10 + 25);
  }

  @Test
  void a_partition_counts_all_partitions_that_overlap() {
    var others =
        servers(List.of(List.of(use(0, 40, 10, 0.5), use(40, 50, 20, 0.25), use(70, 90, 5, 1))));
    assertThat(writes(others, 0, 40)).isEqualTo(new Shares.Others(1, 10, 0.5));
    assertThat(writes(others, 30, 45)).isEqualTo(new Shares.Others(1, 30, 0.5));
    assertThat(writes(others, 40, END)).isEqualTo(new Shares.Others(1, 25, 1));
    assertThat(writes(others, 50, 70)).isEqualTo(Shares.Others.NONE);
    assertThat(writes(others, 90, END)).isEqualTo(Shares.Others.NONE);
  }

  /** A server with partitions of its own. */
  private static final class Server {
    private final List<Integer> starts;
    private List<PublishedUse> published = List.of();

    Server(Gen gen) {
      var positions = new TreeSet<>(List.of(0));
      for (int i = gen.between(0, 6); i > 0; i--) {
        positions.add(gen.between(1, END - 1));
      }
      starts = List.copyOf(positions);
    }

    void exchange(Gen gen, OtherServers others) {
      var uses = new ArrayList<PublishedUse>();
      for (int i = 0; i < starts.size(); i++) {
        int to = i + 1 < starts.size() ? starts.get(i + 1) : END;
        double demand = gen.between(1, 100);
        var of = writes(others, starts.get(i), to);
        uses.add(use(starts.get(i), to, demand, Shares.claim(others.servers(), demand, of)));
      }
      published = uses;
    }

    double claimOf(int position) {
      return published.stream()
          .filter(use -> use.from()[0] <= position && position < use.to()[0])
          .mapToDouble(use -> use.writes().claim())
          .sum();
    }
  }

  @Test
  void claims_for_a_row_do_not_exceed_its_budget_if_servers_have_different_partitions() {
    Gen.forAll(
        100,
        gen -> {
          var servers = new ArrayList<Server>();
          for (int i = gen.between(2, 5); i > 0; i--) {
            servers.add(new Server(gen));
          }
          for (int interval = 0; interval < 4; interval++) {
            for (Server server : servers) {
              var others =
                  servers.stream()
                      .filter(other -> other != server)
                      .map(other -> new ServerRow(1, other.published, List.of()))
                      .toList();
              server.exchange(gen, new OtherServers(others));
            }
          }
          for (int position = 0; position < END; position++) {
            int at = position;
            assertThat(servers.stream().mapToDouble(server -> server.claimOf(at)).sum())
                .isLessThan(1 + Shares.EQUAL_PART + 1e-9);
          }
        });
  }

  @Test
  void a_row_can_be_read_again() {
    var split = new ServerRow.Split(TABLE, row(9));
    var read =
        ServerRow.decode(
            new ServerRow(3, List.of(whole(10, 0.25), use(1, 2, 4, 0.5)), List.of(split)).encode());
    assertThat(read.beat()).isEqualTo(3);
    assertThat(read.uses()).extracting(PublishedUse::isWhole).containsExactly(true, false);
    assertThat(read.uses().getLast().to()).containsExactly(2);
    assertThat(read.uses().getLast().writes()).isEqualTo(new Side(4, 0.5));
    assertThat(read.splits().getFirst().position()).containsExactly(9);
    assertThat(read.splits().getFirst().number()).isEqualTo(TABLE);
  }

  @Test
  void the_row_of_a_later_version_only_shows_that_the_server_is_alive() {
    byte[] row = new ServerRow(3, List.of(whole(10, 0.25)), List.of()).encode();
    row[0]++;
    var read = ServerRow.decode(row);
    assertThat(read.beat()).isEqualTo(3);
    assertThat(read.uses()).isEmpty();
  }

  @Test
  void budgets_that_do_not_fit_into_the_row_have_the_share_of_a_server_that_begins() {
    var plan = new SharePlan(servers(List.of(List.of())), 1);
    var budgets = new ArrayList<Budget>();
    for (int i = 0; i < 4; i++) {
      var reads = new Budget(100, 100, 1, 0);
      var writes = new Budget(100, 100, 1, 0);
      writes.demand().add(i == 3 ? 1 : 10 * (i + 1));
      budgets.add(writes);
      if (i == 3) {
        plan.addWhole(TABLE, reads, writes);
      } else {
        plan.addPartition(TABLE, row(10 * i), row(10 * i + 10), reads, writes);
      }
    }
    var published = plan.published(3 * use(0, 1, 1, 1).bytes());
    budgets.forEach(budget -> budget.applyPlan(0));

    assertThat(published).extracting(PublishedUse::isWhole).containsExactly(true, false, false);
    assertThat(published.get(1).from()).as("the most used").containsExactly(20);
    assertThat(published.get(2).from()).containsExactly(10);
    assertThat(budgets).extracting(Budget::share).containsExactly(0.5, 1.0, 1.0, 1.0);
    assertThat(published.getLast().writes().demand()).isEqualTo(20 / 3.0, within(1e-9));
  }
}
