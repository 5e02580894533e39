package dev.gramme.toolkit.explain;

import java.util.Comparator;
import java.util.List;

/**
 * All rules, and what they find. Each rule has an id, under which {@code docs/toolkit/explain.md}
 * tells of it.
 */
final class Rules {
  private static final List<Rule> ALL =
      List.of(
          // what does not work
          SchemaRules::unknownIndex,
          SchemaRules::consistentReadOfGlobalIndex,
          SchemaRules::tooManyIndexes,
          SchemaRules::collidingTemplates,
          SchemaRules::runningTogether,
          SchemaRules::largeItems,
          // what costs too much
          CostRules::budgets,
          CostRules::filters,
          CostRules::scans,
          CostRules::unboundedCollections,
          CostRules::expiredItems,
          // where it throttles
          HeatRules::hotPartitions,
          HeatRules::backPressure,
          HeatRules::fewKeys,
          HeatRules::localIndexCollections,
          // indexes
          IndexRules::secondReads,
          IndexRules::unused,
          IndexRules::projectsTooMuch);

  private Rules() {}

  /** What is wrong with a design, the worst first. */
  static List<Finding> findings(Design design) {
    return ALL.stream()
        .flatMap(rule -> rule.check(design))
        .sorted(
            Comparator.comparing(Finding::severity)
                .thenComparing(Finding::id)
                .thenComparing(Finding::subject))
        .toList();
  }
}
