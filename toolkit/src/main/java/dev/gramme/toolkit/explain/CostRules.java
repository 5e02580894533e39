package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.Finding.Severity;
import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Rules about avoidable cost. */
final class CostRules {
  /** A filter that drops more than this share of the charged items should be replaced by a key. */
  private static final double DROPPED_SHARE = 0.5;

  /** Reading fewer items than this is cheap, whatever the filter does. */
  private static final long FEW_ITEMS = 10;

  private CostRules() {}

  static Stream<Finding> budgets(Design design) {
    return design.costs().stream()
        .flatMap(cost ->
            switch (cost.verdict()) {
              case NO_BUDGET, WITHIN -> Stream.empty();
              case EXCEEDED -> Stream.of(exceeded(cost));
              case UNREADABLE -> Stream.of(unreadable(cost));
            });
  }

  private static Finding exceeded(PatternCost cost) {
    return new Finding(
        "budget-exceeded",
        cost.assumed() ? Severity.WARNING : Severity.ERROR,
        cost.pattern().name(),
        "A call costs "
            + cost.total()
            + ", and its budget is "
            + cost.pattern().budget().orElse("")
            + ": "
            + String.join("; ", cost.steps())
            + ".",
        advice(cost));
  }

  private static String advice(PatternCost cost) {
    Budget budget = cost.budget().orElseThrow();
    boolean reads = cost.total().read() > budget.read().orElse(Double.MAX_VALUE);
    boolean writes = cost.total().write() > budget.write().orElse(Double.MAX_VALUE);
    List<String> advice = new ArrayList<>();
    if (writes) {
      advice.add(
          "Write less (smaller items, fewer indexes or smaller projections, fewer unique values),"
              + " or raise the budget of WCU.");
    }
    if (reads) {
      advice.add(
          switch (cost.pattern().shape()) {
            case GET, BATCH_GET, TRANSACT_GET, UNIQUE_GET ->
                "Read less (smaller items, eventual consistency), or raise the budget of RCU.";
            case QUERY, SCAN, BATCH_WRITE ->
                "Read less (a limit, a narrower key, smaller items or a smaller projection), or"
                    + " raise it.";
            case PUT, UPDATE, DELETE, TRANSACTION ->
                cost.total().write() == 0
                    ? "Read less (fewer or smaller items), or raise the budget of RCU."
                    : "A write of unique values reads the existing item first: raise the budget of"
                        + " RCU.";
          });
    }
    return String.join(" ", advice);
  }

  private static Finding unreadable(PatternCost cost) {
    return new Finding(
        "budget-unreadable",
        Severity.ERROR,
        cost.pattern().name(),
        "The budget \"" + cost.pattern().budget().orElse("") + "\" cannot be read.",
        "Write it as \"4 RCU\", \"2 WCU\" or \"1 RCU, 2 WCU\".");
  }

  static Stream<Finding> filters(Design design) {
    return design.costs().stream()
        .filter(cost -> cost.pattern().filter().isPresent() && cost.itemsRead() >= FEW_ITEMS)
        .flatMap(cost -> {
          PatternLoad load = design.workload().of(cost.pattern().name());
          long returned = load.itemsReturned().orElse(cost.itemsRead());
          double dropped = 1 - (double) returned / cost.itemsRead();
          return dropped <= DROPPED_SHARE
              ? Stream.empty()
              : Stream.of(
                  new Finding(
                      "filter-drops-most",
                      Severity.WARNING,
                      cost.pattern().name(),
                      "Its filter drops "
                          + Figures.percent(dropped)
                          + " of "
                          + Figures.count(cost.itemsRead())
                          + " items that were read and paid for.",
                      "Put what the filter compares into a sort key, or into a sparse index."));
        });
  }

  static Stream<Finding> scans(Design design) {
    return design.costs().stream()
        .filter(cost -> cost.pattern().shape() == Shape.SCAN)
        .filter(cost -> !design.workload().of(cost.pattern().name()).background())
        .map(cost ->
            new Finding(
                "scan-on-request-path",
                Severity.WARNING,
                cost.pattern().name(),
                "It reads everything each time: "
                    + cost.total()
                    + " in "
                    + Costs.plural(cost.requests(), "request")
                    + ", and more with every item that comes.",
                "Give it its own key, or declare it as background work (inBackground)."));
  }

  static Stream<Finding> unboundedCollections(Design design) {
    return design.costs().stream()
        .filter(cost -> cost.pattern().shape() == Shape.QUERY && cost.pattern().limit().isEmpty())
        .filter(cost -> cost.requests() > Math.max(1, cost.pattern().partitions()))
        .filter(cost ->
            cost.bytesRead() / Math.max(1, cost.pattern().partitions()) > CapacityRules.PAGE_BYTES)
        .map(cost ->
            new Finding(
                "unbounded-collection",
                Severity.WARNING,
                cost.pattern().name(),
                "It has no limit and reads "
                    + Figures.bytes((double) cost.bytesRead())
                    + ", so that one call takes "
                    + Costs.plural(cost.requests(), "request")
                    + ".",
                "Give it a limit and hand out pages, or put a period into the partition key."));
  }

  /** The service deletes expired items within days, and until then returns them. */
  static Stream<Finding> expiredItems(Design design) {
    return design.schema().accessPatterns().stream()
        .filter(pattern -> pattern.shape() == Shape.QUERY || pattern.shape() == Shape.SCAN)
        .flatMap(pattern ->
            pattern.entities().stream()
                .flatMap(name -> design.schema().entity(name).stream())
                .filter(entity -> expires(entity) && !filtersExpired(pattern, entity))
                .map(entity ->
                    new Finding(
                        "expired-items-returned",
                        Severity.WARNING,
                        pattern.name(),
                        "Items of "
                            + entity.name()
                            + " that have expired are returned until they are deleted,"
                            + " which takes up to days.",
                        "Filter by the time when items expire.")));
  }

  private static boolean expires(EntitySchema entity) {
    return entity.attributes().stream().anyMatch(a -> a.roles().contains(Role.TIME_TO_LIVE));
  }

  private static boolean filtersExpired(AccessPattern pattern, EntitySchema entity) {
    return entity.attributes().stream()
        .filter(a -> a.roles().contains(Role.TIME_TO_LIVE))
        .anyMatch(a ->
            pattern
                .filter()
                .filter(f -> f.contains(a.attribute()) || f.contains(a.name()))
                .isPresent());
  }
}
