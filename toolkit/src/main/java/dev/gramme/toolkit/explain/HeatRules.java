package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.Finding.Severity;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.TableSettings.Billing;
import java.util.List;
import java.util.stream.Stream;

/** Rules about throttling at the given rates, and about size limits of partitions. */
final class HeatRules {
  /** The share of a limit at which a rule warns. */
  private static final double NEAR = 0.7;

  /** A key with at most this many values is little more than a flag. */
  private static final long FEW_KEYS = 10;

  private HeatRules() {}

  /**
   * A partition, and so a single key, supports 3,000 read units and 1,000 write units per second.
   */
  static Stream<Finding> hotPartitions(Design design) {
    return design.targets().stream()
        .filter(target -> !target.local())
        .flatMap(target -> {
          double share = heat(target.hottestKey());
          if (share <= NEAR) {
            return Stream.empty();
          }
          return Stream.of(
              new Finding(
                  "hot-partition",
                  heat(target.hottestKnown()) > 1 ? Severity.ERROR : Severity.WARNING,
                  design.name(target),
                  "The load on its hottest partition key is "
                      + target.hottestKey()
                      + " per second, which is "
                      + Figures.percent(share)
                      + " of the limit of a partition (3,000 RCU or 1,000 WCU)"
                      + assumption(target)
                      + ".",
                  "Spread the key over shards, keep copies or a cache for reads, or choose a key"
                      + " with more values."));
        });
  }

  /** An assumption about the keys is no proof that the table throttles. */
  private static String assumption(TargetLoad target) {
    return target.hottestKnown().equals(target.hottestKey())
        ? ""
        : ". This assumes how the calls are distributed over the keys: the workload lacks numbers"
            + " of items and of items per key, or the share of the hottest key";
  }

  private static double heat(Units units) {
    return units.read() / CapacityRules.PARTITION_READ_UNITS
        + units.write() / CapacityRules.PARTITION_WRITE_UNITS;
  }

  /** A global index that cannot keep up throttles the writes of its table. */
  static Stream<Finding> backPressure(Design design) {
    return design.targets().stream()
        .filter(target -> !target.local() && !target.index().isEmpty())
        .filter(target -> lagging(design, target))
        .map(target ->
            new Finding(
                "index-back-pressure",
                tooLittle(design, target) || isHot(target.hottestKnown())
                    ? Severity.ERROR
                    : Severity.WARNING,
                target.index(),
                "Its writes ("
                    + target.perSecond()
                    + " a second, "
                    + target.hottestKey()
                    + " on its hottest key) are more than it takes, so that writes of the table"
                    + " are throttled"
                    + assumption(target)
                    + ".",
                "Spread its partition key over shards, write fewer items into it, or provision"
                    + " more for it."));
  }

  private static boolean lagging(Design design, TargetLoad target) {
    return tooLittle(design, target) || isHot(target.hottestKey());
  }

  private static boolean tooLittle(Design design, TargetLoad target) {
    return design.settings().billing() instanceof Billing.Provisioned provisioned
        && target.perSecond().write() > provisioned.writeUnits();
  }

  private static boolean isHot(Units units) {
    return units.write() > CapacityRules.PARTITION_WRITE_UNITS;
  }

  /** Load on few keys cannot be spread over many partitions. */
  static Stream<Finding> fewKeys(Design design) {
    return design.targets().stream()
        .filter(target -> !target.local())
        .filter(target -> target.items() > FEW_KEYS * FEW_KEYS)
        .filter(target -> target.keys() <= FEW_KEYS || target.keys() < target.partitions())
        .map(target ->
            new Finding(
                "few-partition-keys",
                Severity.WARNING,
                design.name(target),
                Costs.plural(target.items(), "item")
                    + " share "
                    + Costs.plural(target.keys(), "partition key")
                    + ", and the load needs "
                    + Costs.plural(target.partitions(), "partition")
                    + ".",
                "Choose a partition key with many values, or add a shard's number to it."));
  }

  /**
   * With a local index, the items of a partition key and their index entries are limited to 10 GB.
   */
  static Stream<Finding> localIndexCollections(Design design) {
    List<IndexSchema> locals =
        design.schema().indexes().stream()
            .filter(index -> index.kind() == IndexSchema.Kind.LOCAL)
            .toList();
    if (locals.isEmpty()) {
      return Stream.empty();
    }
    double bytes = 0;
    for (EntitySchema entity : design.schema().entities()) {
      double each = design.sizes().itemBytes(entity);
      for (IndexSchema index : locals) {
        if (entity.indexes().contains(index.name())) {
          each += design.sizes().entryBytes(entity, index);
        }
      }
      bytes += each * design.sizes().load(entity).itemsPerPartition();
    }
    double share = bytes / CapacityRules.PARTITION_BYTES;
    if (share <= NEAR) {
      return Stream.empty();
    }
    return Stream.of(
        new Finding(
            "local-index-collection-limit",
            share > 1 ? Severity.ERROR : Severity.WARNING,
            design.schema().name(),
            "A partition key's items and their entries in local indexes have "
                + Figures.bytes(bytes)
                + " of the 10 GB after which writes are refused.",
            "Make the local indexes global, or put a period into the partition key."));
  }
}
