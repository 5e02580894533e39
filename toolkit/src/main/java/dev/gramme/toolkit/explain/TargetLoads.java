package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;

/** Computes the load of the table and of each index from the costs of all patterns. */
final class TargetLoads {
  /** The storage overhead that the service adds per item and index entry. */
  private static final int STORED_OVERHEAD_BYTES = 100;

  private final TableSchema schema;
  private final Workload workload;
  private final Sizes sizes;
  private final List<PatternCost> costs;

  TargetLoads(TableSchema schema, Workload workload, Sizes sizes, List<PatternCost> costs) {
    this.schema = schema;
    this.workload = workload;
    this.sizes = sizes;
    this.costs = costs;
  }

  /** The table, then its indexes in order. */
  List<TargetLoad> all() {
    var targets = new ArrayList<TargetLoad>();
    targets.add(target("", false, schema.entities()));
    for (IndexSchema index : schema.indexes()) {
      targets.add(
          target(
              index.name(),
              index.kind() == IndexSchema.Kind.LOCAL,
              schema.entities().stream().filter(e -> e.indexes().contains(index.name())).toList()));
    }
    return targets;
  }

  private TargetLoad target(String index, boolean local, List<EntitySchema> entities) {
    Units perSecond = Units.ZERO;
    Units hottest = Units.ZERO;
    Units hottestKnown = Units.ZERO;
    for (PatternCost cost : costs) {
      Units units = cost.on(index).times(cost.callsPerSecond());
      perSecond = perSecond.plus(units);
      Units onHottest = units.times(hottestShare(cost.pattern(), index));
      hottest = hottest.plus(onHottest);
      if (isKnown(cost, index)) {
        hottestKnown = hottestKnown.plus(onHottest);
      }
    }
    double bytes = 0;
    long items = 0;
    long keys = 1;
    for (EntitySchema entity : entities) {
      long count = sizes.load(entity).items();
      items += count;
      bytes += (double) count * (bytes(entity, index) + STORED_OVERHEAD_BYTES);
      keys = Math.max(keys, keys(entity, index));
    }
    long byRate =
        (long)
            Math.ceil(
                perSecond.read() / CapacityRules.PARTITION_READ_UNITS
                    + perSecond.write() / CapacityRules.PARTITION_WRITE_UNITS);
    long bySize = (long) Math.ceil(bytes / CapacityRules.PARTITION_BYTES);
    long partitions = Math.max(1, Math.max(byRate, bySize));
    return new TargetLoad(
        index, local, perSecond, hottest, hottestKnown, items, bytes, keys, partitions);
  }

  private int bytes(EntitySchema entity, String index) {
    return schema
        .index(index)
        .map(found -> sizes.entryBytes(entity, found))
        .orElse(sizes.itemBytes(entity));
  }

  private long keys(EntitySchema entity, String index) {
    double keys = Math.ceil(sizes.load(entity).items() / sizes.perPartition(entity, index));
    return (long) Math.max(1, keys);
  }

  /**
   * The share of a pattern's units that goes to the hottest key: the share that the workload
   * states. Without it, all keys are assumed to be equally busy, and the share is the number of
   * keys per call divided by the number of keys.
   */
  private double hottestShare(AccessPattern pattern, String index) {
    if (pattern.shape() == Shape.SCAN) {
      return 0; // reads all keys equally
    }
    String addressed = pattern.index().orElse("");
    PatternLoad load = workload.of(pattern.name());
    if (load.hottestKeyShare().isPresent() && addressed.equals(index)) {
      return load.hottestKeyShare().getAsDouble();
    }
    long keys =
        pattern.entities().stream()
            .flatMap(name -> schema.entity(name).stream())
            .mapToLong(entity -> keys(entity, index))
            .max()
            .orElse(1);
    int partitions = load.partitions().orElse(pattern.partitions());
    return Math.min(1, (double) Math.max(1, partitions) / keys);
  }

  /**
   * Whether the workload says how a pattern's calls are distributed over the keys of a table or
   * index: by the share of the hottest key, or by the numbers of items and of items per key.
   */
  private boolean isKnown(PatternCost cost, String index) {
    AccessPattern pattern = cost.pattern();
    if (workload.of(pattern.name()).hottestKeyShare().isPresent()
        && pattern.index().orElse("").equals(index)) {
      return true;
    }
    return !cost.assumed()
        && pattern.entities().stream()
            .map(workload.entities()::get)
            .allMatch(load ->
                load != null
                    && load.items() > 1
                    && (index.isEmpty() || load.itemsPerIndexPartition().containsKey(index)));
  }
}
