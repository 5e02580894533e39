package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.CapacityRules.Reading;
import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.EntitySchema;
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

  Costs(TableSchema schema, TableSettings settings, Workload workload, Sizes sizes) {
    this.schema = schema;
    this.settings = settings;
    this.workload = workload;
    this.sizes = sizes;
    this.writes = new WriteCosts(schema, workload, sizes);
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
        List.of(step));
  }

  /** Items read as a range: sizes are added, then rounded. */
  private PatternCost ranged(AccessPattern pattern) {
    String index = pattern.index().orElse("");
    Optional<IndexSchema> indexSchema = schema.index(index);
    double expected = read(pattern).stream().mapToDouble(e -> expected(pattern, e, index)).sum();
    double itemBytes = meanBytes(pattern, index, expected);
    long partitions = Math.max(1, pattern.partitions());
    long items = items(pattern, expected);
    Reading even = CapacityRules.query(items / partitions, itemBytes, pattern.consistent());
    Reading more = CapacityRules.query(items / partitions + 1, itemBytes, pattern.consistent());
    long longer = items % partitions;
    double units = (partitions - longer) * even.units() + longer * more.units();
    long requests = (partitions - longer) * even.pages() + longer * more.pages();
    double least = leastOfScan(pattern);
    Map<String, Units> perCall = new HashMap<>();
    perCall.put(index, Units.reads(Math.max(units, least)));
    List<String> steps = new ArrayList<>();
    steps.add(steps(pattern, items, itemBytes, partitions, requests));
    if (least > units) {
      steps.add(
          "at least 4 KB of each of the "
              + CapacityRules.ON_DEMAND_PARTITIONS
              + " partitions of a table on demand");
    }
    indexSchema.ifPresent(i -> fetch(pattern, i, items, perCall, steps));
    return new PatternCost(
        pattern,
        perCall,
        requests,
        items,
        Math.round(items * itemBytes),
        workload.of(pattern.name()).callsPerSecond(),
        steps);
  }

  /**
   * The minimum consumption of a Scan of an on-demand table, even an empty one; 0 for other
   * patterns.
   */
  private double leastOfScan(AccessPattern pattern) {
    boolean whole =
        pattern.shape() == Shape.SCAN
            && pattern.index().isEmpty()
            && pattern.limit().isEmpty()
            && settings.billing() instanceof Billing.OnDemand;
    return whole ? CapacityRules.ON_DEMAND_PARTITIONS * consistentFactor(pattern) : 0;
  }

  /** The mean size of the read items, weighted by the number of items of each entity. */
  private double meanBytes(AccessPattern pattern, String index, double expected) {
    Optional<IndexSchema> indexSchema = schema.index(index);
    double weight = 0;
    double bytes = 0;
    for (EntitySchema entity : read(pattern)) {
      double share = expected == 0 ? 1 : expected(pattern, entity, index);
      int itemBytes =
          indexSchema.map(i -> sizes.entryBytes(entity, i)).orElse(sizes.itemBytes(entity));
      weight += share;
      bytes += share * itemBytes;
    }
    return weight == 0 ? 0 : bytes / weight;
  }

  private long items(AccessPattern pattern, double expected) {
    long items =
        workload
            .of(pattern.name())
            .itemsRead()
            .orElse(Math.round(expected * partitionsRead(pattern)));
    return pattern.limit().isPresent()
        ? Math.min(items, (long) pattern.limit().get() * Math.max(1, pattern.partitions()))
        : items;
  }

  private static long partitionsRead(AccessPattern pattern) {
    // Segments share the whole table; each partition of a query has its own items.
    return pattern.shape() == Shape.SCAN ? 1 : Math.max(1, pattern.partitions());
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
      return entities(pattern);
    }
    return schema.entities().stream()
        .filter(e -> pattern.index().map(e.indexes()::contains).orElse(true))
        .toList();
  }

  /** The entities of a pattern. */
  List<EntitySchema> entities(AccessPattern pattern) {
    return pattern.entities().stream().flatMap(name -> schema.entity(name).stream()).toList();
  }

  private static String steps(
      AccessPattern pattern, long items, double itemBytes, long partitions, long requests) {
    return plural(items, "item")
        + " of "
        + Figures.bytes(itemBytes)
        + (partitions == 1
            ? ""
            : (pattern.shape() == Shape.SCAN
                ? " in " + partitions + " segments"
                : " in " + partitions + " partitions"))
        + ", "
        + plural(requests, "page")
        + ", sizes added up and rounded up to 4 KB a page"
        + (pattern.consistent() ? "" : ", half for eventual");
  }

  static String plural(long count, String word) {
    return Figures.count(count) + " " + word + (count == 1 ? "" : "s");
  }
}
