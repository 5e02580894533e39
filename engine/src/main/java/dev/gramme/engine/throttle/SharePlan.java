package dev.gramme.engine.throttle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The shares of all budgets until the next exchange. They are computed first, then published, and
 * only then applied: if the store does not answer, a server keeps the shares that it has published.
 */
final class SharePlan {
  private final OtherServers others;
  private final double seconds;
  private final List<Offer> offers = new ArrayList<>();

  /** The uses that may be published, and what this server has if they are not. */
  private record Offer(
      PublishedUse use, double utilization, List<Budget> budgets, List<Double> initial) {

    void withhold() {
      for (int i = 0; i < budgets.size(); i++) {
        budgets.get(i).plan(initial.get(i));
      }
    }
  }

  /**
   * @param seconds the time since the last exchange
   */
  SharePlan(OtherServers others, double seconds) {
    this.others = others;
    this.seconds = seconds;
  }

  OtherServers others() {
    return others;
  }

  double seconds() {
    return seconds;
  }

  /** Plans the shares of a whole table or index. */
  void addWhole(int number, Budget reads, Budget writes) {
    add(
        number,
        new byte[0],
        new byte[0],
        reads,
        writes,
        others.whole(number, UnitKind.READ),
        others.whole(number, UnitKind.WRITE));
  }

  /** Plans the shares of a partition. */
  void addPartition(int number, byte[] from, byte[] to, Budget reads, Budget writes) {
    add(
        number,
        from,
        to,
        reads,
        writes,
        others.range(number, from, to, UnitKind.READ),
        others.range(number, from, to, UnitKind.WRITE));
  }

  private void add(
      int number,
      byte[] from,
      byte[] to,
      Budget reads,
      Budget writes,
      Shares.Others othersReads,
      Shares.Others othersWrites) {
    var use =
        new PublishedUse(number, from, to, plan(reads, othersReads), plan(writes, othersWrites));
    if (!use.isNone()) {
      offers.add(
          new Offer(
              use,
              Math.max(utilization(reads), utilization(writes)),
              List.of(reads, writes),
              List.of(
                  Shares.initial(others.servers(), othersReads),
                  Shares.initial(others.servers(), othersWrites))));
    }
  }

  private PublishedUse.Side plan(Budget budget, Shares.Others use) {
    budget.demand().roll(seconds);
    double demand = budget.demand().unitsPerSecond();
    if (demand == 0) {
      budget.plan(Shares.initial(others.servers(), use));
      return PublishedUse.Side.NONE;
    }
    double claim = Shares.claim(others.servers(), demand, use);
    budget.plan(claim);
    return new PublishedUse.Side(demand, claim);
  }

  private static double utilization(Budget budget) {
    return budget.demand().unitsPerSecond() / budget.unitsPerSecond();
  }

  /**
   * The uses that fit into a row. If there are too many, those of whole tables and indexes come
   * first, then the most used partitions. The rest is not published, and has the share of a server
   * that begins.
   */
  List<PublishedUse> published(int mostBytes) {
    offers.sort(
        Comparator.comparing((Offer offer) -> !offer.use.isWhole())
            .thenComparing(Comparator.comparingDouble(Offer::utilization).reversed()));
    var published = new ArrayList<PublishedUse>(offers.size());
    int bytes = 0;
    for (Offer offer : offers) {
      bytes += offer.use.bytes();
      if (bytes <= mostBytes) {
        published.add(offer.use);
      } else {
        offer.withhold();
      }
    }
    return published;
  }
}
