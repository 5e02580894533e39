package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import java.util.List;
import java.util.stream.Stream;

/**
 * What rules look at: a table, what it has to bear, and what was reckoned from both.
 *
 * @param schema the table
 * @param settings how it is run
 * @param workload what it has to bear
 * @param sizes sizes of items and entries
 * @param arithmetic how costs were reckoned
 * @param costs the cost of each access pattern
 * @param targets what the table and each index have to bear
 */
record Design(
    TableSchema schema,
    TableSettings settings,
    Workload workload,
    Sizes sizes,
    Costs arithmetic,
    List<PatternCost> costs,
    List<TargetLoad> targets) {

  /** The costs of the patterns that read an index. */
  Stream<PatternCost> costsOn(IndexSchema index) {
    return costs.stream()
        .filter(cost -> cost.pattern().index().map(index.name()::equals).orElse(false));
  }

  /** How a table or index is called in sentences. */
  String name(TargetLoad target) {
    return target.index().isEmpty() ? schema.name() : target.index();
  }
}
