package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.CallDetails;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import dev.gramme.toolkit.schema.TableSettings.Billing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Computes the cost of access patterns. {@link WriteCosts} computes that of writes. */
final class Costs {
  /** The maximum number of keys of one BatchGetItem. */
  private static final int BATCH_KEYS = 100;

  private final TableSchema schema;
  private final TableSettings settings;
  private final Workload workload;
  private final Sizes sizes;
  private final WriteCosts writes;
  private final RangeCosts ranges;

  Costs(TableSchema schema, TableSettings settings, Workload workload, Sizes sizes) {
    this.schema = schema;
    this.settings = settings;
    this.workload = workload;
    this.sizes = sizes;
    this.writes = new WriteCosts(schema, workload, sizes);
    this.ranges = new RangeCosts(workload);
  }

  /** The cost of an access pattern. */
  PatternCost of(AccessPattern pattern) {
    return switch (pattern.shape()) {
      case GET -> keyed(pattern, 1, consistentFactor(pattern), 1);
      case BATCH_GET -> {
        long items = workload.of(pattern.name()).itemsRead().orElse(pattern.partitions());
        yield keyed(
            pattern, items, consistentFactor(pattern), (items + BATCH_KEYS - 1) / BATCH_KEYS);
      }
      case TRANSACT_GET -> snapshot(pattern);
      case QUERY, SCAN -> ranged(pattern);
      case TRANSACTION -> {
        boolean reads =
            workload.of(pattern.name()).effect().equals(Optional.of(PatternLoad.Effect.READ));
        long items =
            workload.of(pattern.name()).itemsRead().orElse(Math.max(1, pattern.entities().size()));
        yield reads ? keyed(pattern, items, 2, 1) : writes.of(pattern);
      }
      case PUT, UPDATE, DELETE -> writes.of(pattern);
    };
  }

  private static double consistentFactor(AccessPattern pattern) {
    return pattern.consistent() ? 1 : 0.5;
  }

  /** Items read by key: each is rounded separately. */
  private PatternCost keyed(AccessPattern pattern, long items, double factor, long requests) {
    int bytes = 1;
    for (EntitySchema entity : entities(pattern)) {
      bytes = Math.max(bytes, sizes.itemBytes(entity));
    }
    double units = items * CapacityRules.read(bytes, true) * factor;
    String step =
        plural(items, "item")
            + " of "
            + Figures.bytes(bytes)
            + ", rounded up to 4 KB each"
            + (factor == 1 ? "" : factor < 1 ? ", half for eventual" : ", double in a transaction");
    return new PatternCost(
        pattern,
        Map.of("", Units.reads(units)),
        requests,
        items,
        items * bytes,
        workload.of(pattern.name()).callsPerSecond(),
        false,
        List.of(step));
  }

  /** Items read by key in a transaction. */
  private PatternCost snapshot(AccessPattern pattern) {
    double units = 0;
    long bytes = 0;
    List<String> steps = new ArrayList<>();
    List<EntitySchema> items = read(pattern);
    for (EntitySchema entity : items) {
      int size = sizes.itemBytes(entity);
      bytes += size;
      units += 2 * CapacityRules.read(size, true);
      steps.add(
          entity.name()
              + " of "
              + Figures.bytes(size)
              + ", rounded up to 4 KB, double in a transaction");
    }
    return new PatternCost(
        pattern,
        Map.of("", Units.reads(units)),
        1,
        items.size(),
        bytes,
        workload.of(pattern.name()).callsPerSecond(),
        false,
        steps);
  }

  /** Items read as a range: sizes are added, then rounded. */
  private PatternCost ranged(AccessPattern pattern) {
    String index = pattern.index().orElse("");
    RangeCosts.Range range = ranges.of(pattern, kinds(pattern, index));
    double least = leastOfScan(pattern, range.requests());
    Map<String, Units> perCall = new HashMap<>();
    List<String> steps = new ArrayList<>(range.steps());
    if (least > 0 && range.requests() > 1 && pattern.details().isPresent()) {
      // Each request is rounded up by itself, and may read several partitions.
      perCall.put(index, Units.reads(range.units() + least));
      steps.add("and at most 4 KB of each partition of a table on demand for each request");
    } else {
      perCall.put(index, Units.reads(Math.max(range.units(), least)));
      if (least > range.units()) {
        steps.add(
            "at least 4 KB of each of the "
                + CapacityRules.ON_DEMAND_PARTITIONS
                + " partitions of a table on demand");
      }
    }
    schema.index(index).ifPresent(i -> fetch(pattern, i, range.items(), perCall, steps));
    return new PatternCost(
        pattern,
        perCall,
        range.requests(),
        range.items(),
        Math.round(range.items() * range.itemBytes()),
        workload.of(pattern.name()).callsPerSecond(),
        range.assumed(),
        steps);
  }

  /** The kinds of items in the range of a read, with the number of items of each. */
  private List<RangeCosts.Kind> kinds(AccessPattern pattern, String index) {
    Optional<IndexSchema> found = schema.index(index);
    List<RangeCosts.Kind> kinds = new ArrayList<>();
    for (EntitySchema entity : read(pattern)) {
      double count = expected(pattern, entity, index);
      int bytes = found.map(i -> sizes.entryBytes(entity, i)).orElse(sizes.itemBytes(entity));
      kinds.add(new RangeCosts.Kind(count, bytes));
      if (pattern.shape() == Shape.SCAN && found.isEmpty()) {
        long unique =
            entity.attributes().stream().filter(a -> a.roles().contains(Role.UNIQUE)).count();
        if (unique > 0) {
          kinds.add(new RangeCosts.Kind(count * unique, sizes.markerBytes(entity)));
        }
        if (entity.history()) {
          kinds.add(new RangeCosts.Kind(count, bytes));
        }
      }
    }
    return kinds;
  }

  /**
   * The minimum consumption of a Scan of an on-demand table, even an empty one; 0 for other
   * patterns. A partition counts for each request that reads a part of it.
   */
  private double leastOfScan(AccessPattern pattern, long requests) {
    boolean page = pattern.limit().isPresent() && pattern.details().isEmpty();
    boolean onDemand = settings.billing() instanceof Billing.OnDemand;
    if (pattern.shape() != Shape.SCAN || pattern.index().isPresent() || page || !onDemand) {
      return 0;
    }
    long shared = pattern.details().isPresent() ? requests - 1 : 0;
    return (CapacityRules.ON_DEMAND_PARTITIONS + shared) * consistentFactor(pattern);
  }

  /** If a local index lacks requested attributes, the service fetches each item from the table. */
  private void fetch(
      AccessPattern pattern,
      IndexSchema index,
      long items,
      Map<String, Units> perCall,
      List<String> steps) {
    if (index.kind() == IndexSchema.Kind.GLOBAL || missing(pattern, index).isEmpty()) {
      return;
    }
    int bytes = 1;
    for (EntitySchema entity : entities(pattern)) {
      bytes = Math.max(bytes, sizes.itemBytes(entity));
    }
    double units = items * CapacityRules.read(bytes, pattern.consistent());
    perCall.merge("", Units.reads(units), Units::plus);
    steps.add("each item is fetched from the table, too, since the index lacks attributes");
  }

  /** The attributes that a pattern needs and its index does not project. */
  Set<String> missing(AccessPattern pattern, IndexSchema index) {
    Set<String> missing = new HashSet<>();
    if (index.projection() == IndexSchema.Projection.ALL) {
      return missing;
    }
    Set<String> needed = workload.of(pattern.name()).needed();
    for (EntitySchema entity : entities(pattern)) {
      Set<String> projected = sizes.projected(entity, index);
      for (var attribute : entity.attributes()) {
        boolean wanted =
            needed.isEmpty()
                || needed.contains(attribute.name())
                || needed.contains(attribute.attribute());
        if (wanted && !projected.contains(attribute.attribute())) {
          missing.add(attribute.attribute());
        }
      }
    }
    return missing;
  }

  private double expected(AccessPattern pattern, EntitySchema entity, String index) {
    return pattern.shape() == Shape.SCAN
        ? sizes.load(entity).items()
        : sizes.perPartition(entity, index);
  }

  /** The entities that are read, whether or not they are returned. */
  private List<EntitySchema> read(AccessPattern pattern) {
    if (pattern.shape() != Shape.SCAN) {
      List<String> read = pattern.details().map(CallDetails::reads).orElse(List.of());
      return read.isEmpty()
          ? entities(pattern)
          : read.stream().flatMap(name -> schema.entity(name).stream()).toList();
    }
    return schema.entities().stream()
        .filter(e -> pattern.index().map(e.indexes()::contains).orElse(true))
        .toList();
  }

  /** The entities of a pattern. */
  List<EntitySchema> entities(AccessPattern pattern) {
    return pattern.entities().stream().flatMap(name -> schema.entity(name).stream()).toList();
  }

  static String plural(long count, String word) {
    return Figures.count(count) + " " + word + (count == 1 ? "" : "s");
  }
}
