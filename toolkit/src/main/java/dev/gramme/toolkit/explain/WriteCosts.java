package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.PatternLoad.Effect;
import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The cost of writes: the item, rounded up to 1 KB, and each index entry that is put, changed or
 * deleted, by its own size. A change of an index key deletes one entry and puts another. A
 * transaction doubles the cost on the table.
 */
final class WriteCosts {
  /** The cost of a marker item for a unique value in a transaction; it is smaller than 1 KB. */
  private static final double MARKER_UNITS = 2;

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
    List<EntitySchema> entities =
        pattern.entities().stream().flatMap(name -> schema.entity(name).stream()).toList();
    List<Write> writes =
        entities.stream().map(entity -> write(entity, effect(pattern), load, transaction)).toList();
    List<Write> counted = transaction ? writes : dearest(writes).toList();
    Map<String, Units> perCall = new HashMap<>();
    List<String> steps = new ArrayList<>();
    for (Write write : counted) {
      write.units.forEach((index, units) -> perCall.merge(index, units, Units::plus));
      steps.addAll(write.steps);
    }
    long reads = counted.stream().filter(write -> write.total().read() > 0).count();
    return new PatternCost(pattern, perCall, 1 + reads, reads, 0, load.callsPerSecond(), steps);
  }

  /** The effect of a pattern on items: from the workload, or derived from its shape. */
  Effect effect(AccessPattern pattern) {
    return workload
        .of(pattern.name())
        .effect()
        .orElse(
            switch (pattern.shape()) {
              case UPDATE -> Effect.UPDATE;
              case DELETE -> Effect.DELETE;
              default -> Effect.CREATE;
            });
  }

  private static Stream<Write> dearest(List<Write> writes) {
    return writes.stream().max(Comparator.comparingDouble(write -> write.total().write())).stream();
  }

  private record Write(Map<String, Units> units, List<String> steps) {
    Units total() {
      return units.values().stream().reduce(Units.ZERO, Units::plus);
    }
  }

  private Write write(EntitySchema entity, Effect effect, PatternLoad load, boolean transaction) {
    Set<String> changed = attributes(entity, load.changed());
    int markers = markers(entity, effect, load.changed());
    boolean doubled = transaction || markers > 0;
    double table = CapacityRules.write(sizes.itemBytes(entity)) * (doubled ? 2 : 1);
    var units = new HashMap<String, Units>();
    var steps = new ArrayList<String>();
    double read = markers > 0 ? before(entity, effect) : 0;
    units.put("", new Units(read, table + markers * MARKER_UNITS));
    steps.add(
        entity.name()
            + " of "
            + Figures.bytes(sizes.itemBytes(entity))
            + ", rounded up to 1 KB"
            + (doubled ? ", double in a transaction" : ""));
    if (markers > 0) {
      steps.add(Costs.plural(markers, "item") + " more to keep values unique, 2 WCU each");
      steps.add("the existing item is read first, " + Units.reads(read));
    }
    for (IndexSchema index : schema.indexes()) {
      if (entity.indexes().contains(index.name())) {
        int entries = entries(entity, index, effect, changed, load.changed());
        int bytes = sizes.entryBytes(entity, index);
        if (entries > 0) {
          units.put(index.name(), Units.writes(entries * CapacityRules.write(bytes)));
          steps.add(
              (entries == 2 ? "an old and a new entry" : "an entry")
                  + " of "
                  + Figures.bytes(bytes)
                  + " in "
                  + index.name());
        }
      }
    }
    return new Write(units, steps);
  }

  /** A consistent read before the write finds the item's existing unique values. */
  private double before(EntitySchema entity, Effect effect) {
    return CapacityRules.read(effect == Effect.CREATE ? 0 : sizes.itemBytes(entity), true);
  }

  /** How many entries of an index a write deletes or puts. */
  private int entries(
      EntitySchema entity,
      IndexSchema index,
      Effect effect,
      Set<String> changed,
      Set<String> components) {
    if (effect != Effect.UPDATE) {
      return effect == Effect.READ ? 0 : 1;
    }
    if (changesKey(entity, index, changed, components)) {
      return 2;
    }
    Set<String> projected = new HashSet<>(sizes.projected(entity, index));
    keyNames(index).forEach(projected::remove);
    schema.key().partition().forEach(key -> projected.remove(key.name()));
    schema.key().sort().forEach(key -> projected.remove(key.name()));
    boolean touched =
        changed.isEmpty() ? !projected.isEmpty() : projected.stream().anyMatch(changed::contains);
    return touched ? 1 : 0;
  }

  private boolean changesKey(
      EntitySchema entity, IndexSchema index, Set<String> changed, Set<String> components) {
    for (String key : keyNames(index)) {
      String template = entity.keys().getOrDefault(key, "");
      if (changed.contains(key)
          || Templates.fields(template).stream().anyMatch(components::contains)) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> keyNames(IndexSchema index) {
    Set<String> names = new HashSet<>();
    for (KeyAttribute attribute : index.key().partition()) {
      names.add(attribute.name());
    }
    for (KeyAttribute attribute : index.key().sort()) {
      names.add(attribute.name());
    }
    return names;
  }

  private static int markers(EntitySchema entity, Effect effect, Set<String> components) {
    int markers = 0;
    for (AttributeSchema attribute : entity.attributes()) {
      if (attribute.roles().contains(Role.UNIQUE)) {
        markers +=
            switch (effect) {
              case CREATE, DELETE -> 1;
              case UPDATE -> components.contains(attribute.name()) ? 2 : 0;
              case READ -> 0;
            };
      }
    }
    return markers;
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
