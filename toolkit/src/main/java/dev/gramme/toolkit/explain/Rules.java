package dev.gramme.toolkit.explain;

import java.util.Comparator;
import java.util.List;

/** All rules. {@code docs/toolkit/explain.md} describes each rule under its id. */
final class Rules {
  private static final List<Rule> ALL =
      List.of(
          // designs that do not work
          SchemaRules::unknownIndex,
          SchemaRules::consistentReadOfGlobalIndex,
          SchemaRules::tooManyIndexes,
          SchemaRules::collidingTemplates,
          SchemaRules::runningTogether,
          SchemaRules::largeItems,
          // avoidable cost
          CostRules::budgets,
          CostRules::filters,
          CostRules::scans,
          CostRules::unboundedCollections,
          CostRules::expiredItems,
          // throttling
          HeatRules::hotPartitions,
          HeatRules::backPressure,
          HeatRules::fewKeys,
          HeatRules::localIndexCollections,
          // indexes
          IndexRules::secondReads,
          IndexRules::unused,
          IndexRules::projectsTooMuch);

  private Rules() {}

  /** The findings for a design, most severe first. */
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
