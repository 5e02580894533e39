package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import java.util.List;
import java.util.stream.Stream;

/**
 * The input of the rules: a table, its load, and the costs and loads computed from them.
 *
 * @param schema the table
 * @param settings the settings of the table
 * @param workload the load of the table
 * @param sizes sizes of items and index entries
 * @param arithmetic computes costs
 * @param costs the cost of each access pattern
 * @param targets the load of the table and of each index
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

  /** The name of a table or index in messages. */
  String name(TargetLoad target) {
    return target.index().isEmpty() ? schema.name() : target.index();
  }
}
