package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.CallDetails;
import dev.gramme.toolkit.schema.CallDetails.Effect;
import dev.gramme.toolkit.schema.CallDetails.Write;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The cost of writes: the item, rounded up to 1 KB, and each index entry that is put, changed or
 * deleted, by its own size. A change of an index key deletes one entry and puts another. A
 * transaction doubles the cost on the table.
 *
 * <p>If the effect depends on the existing item, the most expensive effect counts. For example, a
 * Put may overwrite an item and change its index keys and its unique values.
 */
final class WriteCosts {
  /**
   * The bytes that a version adds to its item: {@code HISTORY#}, and {@code #v} with ten digits.
   */
  private static final int VERSION_BYTES = 20;

  /** The maximum number of items of one BatchWriteItem. */
  private static final int BATCH_ITEMS = 25;

  private final TableSchema schema;
  private final Workload workload;
  private final Sizes sizes;

  WriteCosts(TableSchema schema, Workload workload, Sizes sizes) {
    this.schema = schema;
    this.workload = workload;
    this.sizes = sizes;
  }

  /** The cost of a writing pattern. */
  PatternCost of(AccessPattern pattern) {
    PatternLoad load = workload.of(pattern.name());
    boolean transaction = pattern.shape() == Shape.TRANSACTION;
    List<Planned> alternatives = writes(pattern, load).stream().map(w -> plan(pattern, w)).toList();
    List<Planned> counted = transaction ? alternatives : dearest(alternatives);
    // The toolkit writes a single item without a transaction.
    boolean doubled =
        counted.stream().mapToInt(Planned::items).sum() > 1
            || (transaction && pattern.details().isEmpty());
    Map<String, Units> perCall = new HashMap<>();
    List<String> steps = new ArrayList<>();
    for (Planned write : counted) {
      perCall.merge("", write.table(doubled), Units::plus);
      write.entries.forEach((index, units) -> perCall.merge(index, units, Units::plus));
      steps.add(write.item + (doubled ? ", double in a transaction" : ""));
      steps.addAll(write.steps);
    }
    long reads = counted.stream().filter(write -> write.read > 0).count();
    return new PatternCost(
        pattern, perCall, 1 + reads, reads, 0, load.callsPerSecond(), false, steps);
  }

  /**
   * The cost of a list of items that is written in batches, all counted as the most expensive kind.
   */
  PatternCost batch(AccessPattern pattern, long items, boolean assumed) {
    PatternLoad load = workload.of(pattern.name());
    List<Planned> dearest =
        dearest(writes(pattern, load).stream().map(write -> plan(pattern, write)).toList());
    Map<String, Units> perCall = new HashMap<>();
    List<String> steps = new ArrayList<>();
    dearest.forEach(write -> add(write, items, perCall, steps));
    if (assumed) {
      steps.add(items + " items are assumed; PatternLoad.partitions sets the number");
    }
    double rate = load.callsPerSecond();
    return new PatternCost(pattern, perCall, requests(items), 0, 0, rate, assumed, steps);
  }

  /**
   * The cost of reading a range and deleting its items.
   *
   * @param items the number of items of a kind
   * @param total whether that is the number of items of all kinds
   */
  PatternCost deletions(
      AccessPattern pattern, PatternCost range, ToLongFunction<EntitySchema> items, boolean total) {
    PatternLoad load = workload.of(pattern.name());
    Map<String, Units> perCall = new HashMap<>(range.perCall());
    List<String> steps = new ArrayList<>(range.steps());
    List<Write> writes = writes(pattern, load);
    List<Planned> planned = writes.stream().map(write -> plan(pattern, write)).toList();
    long deleted = 0;
    for (int i = 0; i < writes.size(); i++) {
      Optional<EntitySchema> kind = schema.entity(writes.get(i).entity());
      if (kind.isPresent() && (!total || dearest(planned).contains(planned.get(i)))) {
        long count = items.applyAsLong(kind.get());
        add(planned.get(i), count, perCall, steps);
        deleted += count;
      }
    }
    return new PatternCost(
        pattern,
        perCall,
        range.requests() + requests(deleted),
        range.itemsRead(),
        range.bytesRead(),
        load.callsPerSecond(),
        range.assumed(),
        steps);
  }

  private static long requests(long items) {
    return (items + BATCH_ITEMS - 1) / BATCH_ITEMS;
  }

  private static void add(
      Planned write, long count, Map<String, Units> perCall, List<String> steps) {
    perCall.merge("", write.table(false).times((double) count), Units::plus);
    write.entries.forEach(
        (index, units) -> perCall.merge(index, units.times((double) count), Units::plus));
    steps.add(Figures.count(count) + " times " + write.item);
    steps.addAll(write.steps);
  }

  /** The writes of a call: by the workload, by the details of the pattern, or by its shape. */
  private List<Write> writes(AccessPattern pattern, PatternLoad load) {
    List<Write> known = pattern.details().map(CallDetails::writes).orElse(List.of());
    if (known.isEmpty()) {
      known =
          pattern.entities().stream()
              .map(name -> Write.of(name, byShape(pattern.shape())))
              .toList();
    }
    return load.effect().map(effect -> overridden(pattern, effect, load.changed())).orElse(known);
  }

  private static Effect byShape(Shape shape) {
    return switch (shape) {
      case UPDATE -> Effect.UPDATE;
      case DELETE -> Effect.DELETE;
      default -> Effect.CREATE;
    };
  }

  /**
   * The same writes; for a write with several possible effects, the workload specifies which one.
   */
  private List<Write> overridden(
      AccessPattern pattern, PatternLoad.Effect said, Set<String> changed) {
    Effect effect =
        switch (said) {
          case CREATE -> Effect.CREATE;
          case UPDATE -> Effect.UPDATE;
          case DELETE -> Effect.DELETE;
          case READ ->
              throw new IllegalArgumentException(
                  pattern.name() + " writes; only a transaction can be declared to read");
        };
    List<Write> known = pattern.details().map(CallDetails::writes).orElse(List.of());
    if (known.isEmpty()) {
      return pattern.entities().stream().map(name -> new Write(name, effect, changed)).toList();
    }
    return known.stream()
        .map(write ->
            switch (write.effect()) {
              case PUT -> new Write(write.entity(), effect, changed);
              case UPDATE, UPSERT ->
                  pattern.shape() == Shape.TRANSACTION
                      ? write
                      : new Write(write.entity(), effect, changed);
              case CREATE, DELETE, CHECK, MARK -> write;
            })
        .toList();
  }

  private static List<Planned> dearest(List<Planned> writes) {
    return writes.stream()
        .max(
            Comparator.comparingDouble(
                write -> write.total(write.items > 1).write() + write.total(false).read()))
        .stream()
        .toList();
  }

  /**
   * The cost of a write.
   *
   * @param items the number of items that it writes
   * @param units the write units on the table, without a transaction
   * @param read the read units on the table
   * @param entries the units by index
   * @param item the derivation of the item's cost
   * @param steps the derivation of the rest
   */
  private record Planned(
      int items,
      double units,
      double read,
      Map<String, Units> entries,
      String item,
      List<String> steps) {
    Units table(boolean doubled) {
      return new Units(read, doubled ? 2 * units : units);
    }

    Units total(boolean doubled) {
      return entries.values().stream().reduce(table(doubled), Units::plus);
    }
  }

  private Planned plan(AccessPattern pattern, Write write) {
    Optional<EntitySchema> found = schema.entity(write.entity());
    if (found.isEmpty()) {
      int items = write.effect() == Effect.MARK ? 1 : 0;
      return new Planned(
          items, items, 0, Map.of(), "the deduplication marker of the message", List.of());
    }
    EntitySchema entity = found.get();
    int bytes = sizes.itemBytes(entity);
    boolean plain = pattern.shape() == Shape.UPDATE || isPlain(pattern, write);
    int markers = plain ? 0 : markers(entity, write);
    boolean reads = !plain && unique(entity) > 0;
    boolean version = entity.history() && keepsVersion(write.effect());
    double units =
        CapacityRules.write(bytes) + markers * CapacityRules.write(sizes.markerBytes(entity));
    var steps = new ArrayList<String>();
    if (markers > 0) {
      steps.add(Costs.plural(markers, "item") + " more to keep values unique, 2 WCU each");
    }
    double read = reads ? CapacityRules.read(write.effect() == Effect.CREATE ? 0 : bytes, true) : 0;
    if (reads) {
      steps.add("the existing item is read first, " + Units.reads(read));
    }
    if (version) {
      units += CapacityRules.write(bytes + VERSION_BYTES);
      steps.add("a copy of it is kept as a version");
    }
    var entries = new HashMap<String, Units>();
    for (IndexSchema index : schema.indexes()) {
      if (entity.indexes().contains(index.name())) {
        int count = entries(entity, index, write);
        int kept = version && holdsVersions(entity, index) ? 1 : 0;
        double each = CapacityRules.write(sizes.entryBytes(entity, index));
        if (count + kept > 0) {
          entries.put(index.name(), Units.writes((count + kept) * each));
          steps.add(entry(entity, index, write, count) + (kept > 0 ? ", and the version's" : ""));
        }
      }
    }
    return new Planned(
        1 + markers + (version ? 1 : 0),
        units,
        read,
        entries,
        entity.name() + " of " + Figures.bytes(bytes) + ", rounded up to 1 KB",
        steps);
  }

  /** Whether a transaction updates or checks an item, which needs no marker and no read. */
  private static boolean isPlain(AccessPattern pattern, Write write) {
    boolean effect =
        switch (write.effect()) {
          case UPDATE, UPSERT, CHECK -> true;
          case CREATE, PUT, DELETE, MARK -> false;
        };
    return effect && pattern.details().map(d -> d.writes().contains(write)).orElse(false);
  }

  private static boolean keepsVersion(Effect effect) {
    return effect != Effect.DELETE && effect != Effect.CHECK;
  }

  private String entry(EntitySchema entity, IndexSchema index, Write write, int count) {
    boolean moved = count == 2;
    return (moved ? "an old and a new entry" : "an entry")
        + " of "
        + Figures.bytes(sizes.entryBytes(entity, index))
        + " in "
        + index.name()
        + (moved && write.effect() == Effect.PUT
            ? ", if an item with another key of the index is overwritten"
            : "");
  }

  /** How many entries of an index a write deletes or puts. */
  private int entries(EntitySchema entity, IndexSchema index, Write write) {
    return switch (write.effect()) {
      case CREATE, DELETE -> 1;
      case PUT -> canChange(entity, index) ? 2 : 1;
      case CHECK, MARK -> 0;
      case UPDATE -> updated(entity, index, write.changed());
      case UPSERT -> Math.max(1, updated(entity, index, write.changed()));
    };
  }

  private int updated(EntitySchema entity, IndexSchema index, Set<String> components) {
    Set<String> changed = attributes(entity, components);
    if (components.isEmpty()
        ? canChange(entity, index)
        : changesKey(entity, index, changed, components)) {
      return 2;
    }
    Set<String> projected = new HashSet<>(sizes.projected(entity, index));
    projected.removeAll(names(index.key()));
    projected.removeAll(names(schema.key()));
    boolean touched =
        changed.isEmpty() ? !projected.isEmpty() : projected.stream().anyMatch(changed::contains);
    return touched ? 1 : 0;
  }

  /** Whether an item's key of an index can change while its key of the table stays the same. */
  private boolean canChange(EntitySchema entity, IndexSchema index) {
    Set<String> fixed = new HashSet<>();
    Set<String> keys = names(schema.key());
    keys.forEach(key -> fixed.addAll(Templates.fields(entity.keys().getOrDefault(key, ""))));
    for (String key : names(index.key())) {
      String template = entity.keys().get(key);
      boolean same =
          keys.contains(key) || (template != null && fixed.containsAll(Templates.fields(template)));
      if (!same) {
        return true;
      }
    }
    return false;
  }

  private static boolean changesKey(
      EntitySchema entity, IndexSchema index, Set<String> changed, Set<String> components) {
    for (String key : names(index.key())) {
      String template = entity.keys().getOrDefault(key, "");
      if (changed.contains(key)
          || Templates.fields(template).stream().anyMatch(components::contains)) {
        return true;
      }
    }
    return false;
  }

  /** A version has no keys of indexes, except those that are components of the item. */
  private boolean holdsVersions(EntitySchema entity, IndexSchema index) {
    Set<String> keys = names(index.key());
    keys.removeAll(names(schema.key()));
    return entity.attributes().stream().map(AttributeSchema::attribute).toList().containsAll(keys);
  }

  private static Set<String> names(KeySchema key) {
    Set<String> names = new HashSet<>();
    for (KeyAttribute attribute : key.partition()) {
      names.add(attribute.name());
    }
    for (KeyAttribute attribute : key.sort()) {
      names.add(attribute.name());
    }
    return names;
  }

  private static int unique(EntitySchema entity) {
    return (int) entity.attributes().stream().filter(a -> a.roles().contains(Role.UNIQUE)).count();
  }

  private static int markers(EntitySchema entity, Write write) {
    return switch (write.effect()) {
      case CREATE, DELETE -> unique(entity);
      case PUT -> 2 * unique(entity);
      case CHECK, MARK -> 0;
      case UPDATE, UPSERT ->
          2
              * (int)
                  entity.attributes().stream()
                      .filter(a -> a.roles().contains(Role.UNIQUE))
                      .filter(a -> write.changed().contains(a.name()))
                      .count();
    };
  }

  private static Set<String> attributes(EntitySchema entity, Set<String> components) {
    Set<String> attributes = new HashSet<>(components);
    for (AttributeSchema attribute : entity.attributes()) {
      if (components.contains(attribute.name())) {
        attributes.add(attribute.attribute());
      }
    }
    return attributes;
  }
}
