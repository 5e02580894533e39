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
import java.util.OptionalLong;
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
      case GET -> keyed(pattern, 1, consistentFactor(pattern), 1, false);
      case BATCH_GET -> {
        PatternLoad load = workload.of(pattern.name());
        long items = load.itemsRead().orElse(listed(pattern));
        boolean assumed = load.itemsRead().isEmpty() && isAssumed(pattern);
        long requests = (items + BATCH_KEYS - 1) / BATCH_KEYS;
        yield keyed(pattern, items, consistentFactor(pattern), requests, assumed);
      }
      case BATCH_WRITE -> batch(pattern);
      case UNIQUE_GET -> lookup(pattern);
      case TRANSACT_GET -> snapshot(pattern);
      case QUERY, SCAN -> ranged(pattern);
      case TRANSACTION -> {
        boolean reads =
            workload.of(pattern.name()).effect().equals(Optional.of(PatternLoad.Effect.READ));
        long items =
            workload.of(pattern.name()).itemsRead().orElse(Math.max(1, pattern.entities().size()));
        yield reads ? keyed(pattern, items, 2, 1, false) : writes.of(pattern);
      }
      case PUT, UPDATE, DELETE -> writes.of(pattern);
    };
  }

  private static double consistentFactor(AccessPattern pattern) {
    return pattern.consistent() ? 1 : 0.5;
  }

  /** The length of the list of keys or items of a batch. */
  private long listed(AccessPattern pattern) {
    return workload.of(pattern.name()).partitions().orElse(pattern.partitions());
  }

  /** Whether the length of the list is an assumption. */
  private boolean isAssumed(AccessPattern pattern) {
    return pattern.details().map(CallDetails::assumedPartitions).orElse(false)
        && workload.of(pattern.name()).partitions().isEmpty();
  }

  /** Items of a list that are written, or items of a range that are deleted. */
  private PatternCost batch(AccessPattern pattern) {
    if (readKinds(pattern).isEmpty()) {
      return writes.batch(pattern, listed(pattern), isAssumed(pattern));
    }
    PatternCost range = ranged(pattern);
    OptionalLong said = workload.of(pattern.name()).itemsRead();
    return writes.deletions(
        pattern,
        range,
        entity -> said.orElse((long) Math.ceil(expected(pattern, entity, ""))),
        said.isPresent());
  }

  /** Reads the marker, a separate item that reserves a unique value, then the item itself. */
  private PatternCost lookup(AccessPattern pattern) {
    double factor = consistentFactor(pattern);
    PatternCost item = keyed(pattern, 1, factor, 2, false);
    int marker =
        entities(pattern).stream().mapToInt(entity -> sizes.markerBytes(entity)).max().orElse(1);
    List<String> steps = new ArrayList<>(item.steps());
    steps.add("and the marker of the value of " + Figures.bytes(marker));
    return new PatternCost(
        pattern,
        Map.of("", item.on("").plus(Units.reads(CapacityRules.read(marker, true) * factor))),
        2,
        2,
        item.bytesRead() + marker,
        item.callsPerSecond(),
        false,
        steps);
  }

  /** Items read by key: each is rounded separately. */
  private PatternCost keyed(
      AccessPattern pattern, long items, double factor, long requests, boolean assumed) {
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
            + (factor == 1
                ? ""
                : factor < 1
                    ? ", half for eventually consistent reads"
                    : ", double in a transaction");
    return new PatternCost(
        pattern,
        Map.of("", Units.reads(units)),
        requests,
        items,
        items * bytes,
        workload.of(pattern.name()).callsPerSecond(),
        assumed,
        assumed
            ? List.of(step, items + " items are assumed; PatternLoad.partitions sets the number")
            : List.of(step));
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
    RangeCosts.RangeCost range = ranges.of(pattern, kinds(pattern, index));
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
          // The estimate assumes one kept version of each item.
          kinds.add(new RangeCosts.Kind(count, bytes));
        }
      }
    }
    return kinds;
  }

  /**
   * The minimum consumption of a Scan of an on-demand table, even an empty one; 0 for other
   * patterns. If two requests read parts of the same partition, it counts twice.
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
    Set<String> said = workload.of(pattern.name()).needed();
    Set<String> needed =
        said.isEmpty() ? pattern.details().map(CallDetails::needed).orElse(Set.of()) : said;
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
      List<EntitySchema> read = readKinds(pattern);
      return read.isEmpty() ? entities(pattern) : read;
    }
    return schema.entities().stream()
        .filter(e -> pattern.index().map(e.indexes()::contains).orElse(true))
        .toList();
  }

  private List<EntitySchema> readKinds(AccessPattern pattern) {
    return pattern.details().map(CallDetails::reads).orElse(List.of()).stream()
        .flatMap(name -> schema.entity(name).stream())
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
