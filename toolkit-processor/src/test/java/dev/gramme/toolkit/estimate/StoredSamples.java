package dev.gramme.toolkit.estimate;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.entity.EntityType;
import dev.gramme.toolkit.entity.Expression;
import dev.gramme.toolkit.entity.PutMode;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.explain.EntityLoad;
import dev.gramme.toolkit.explain.ItemSize;
import dev.gramme.toolkit.explain.Workload;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSchema;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** A table with some items of each kind, which share partitions where their keys allow it. */
final class StoredSamples implements AutoCloseable {
  /** The number of items of each kind. */
  static final int ITEMS = 7;

  private static final Pattern FIELD = Pattern.compile("\\{(\\w+)");

  private final Gramme gramme;
  private final CapacityMeter meter = new CapacityMeter();
  private final Class<?> generated;
  private final OwnValues own;
  private final TableSchema schema;
  private final Table table;
  private final Object patterns;
  private final Map<Class<?>, List<Object>> stored;

  private StoredSamples(
      Class<?> generated,
      OwnValues own,
      Gramme gramme,
      TableSchema schema,
      Instant now,
      Map<Class<?>, List<Object>> stored) {
    this.generated = generated;
    this.own = own;
    this.gramme = gramme;
    this.schema = schema;
    this.stored = stored;
    this.table =
        Table.of(meter.around(gramme.client()), schema).withClock(InstantSource.fixed(now));
    this.patterns = call(generated, "of", table);
  }

  /** Creates the table of a generated class and puts the samples. */
  static StoredSamples create(Class<?> generated, OwnValues own) {
    var schema = (TableSchema) call(generated, "schema", null);
    var created =
        new StoredSamples(
            generated, own, Gramme.inMemory(), schema, SampleValues.NOW, new LinkedHashMap<>());
    created.table.createIfAbsent();
    created.types().forEach(created::fill);
    return created;
  }

  /**
   * The same table and samples in a database of their own, one second later: components with the
   * time of the last write change.
   */
  StoredSamples fork() {
    Instant later = SampleValues.NOW.plusSeconds(1);
    return new StoredSamples(generated, own, gramme.fork(), schema, later, stored);
  }

  TableSchema schema() {
    return schema;
  }

  CapacityMeter meter() {
    return meter;
  }

  Object patterns() {
    return patterns;
  }

  /** The stored items of a kind, or of the kinds of a sealed interface. */
  List<Object> stored(Class<?> kind) {
    return stored.entrySet().stream()
        .filter(entry -> kind.isAssignableFrom(entry.getKey()))
        .flatMap(entry -> entry.getValue().stream())
        .toList();
  }

  /** An item that is not stored. */
  Object fresh(Class<?> kind) {
    return item(kind, ITEMS + 1);
  }

  /** The record of an entity. */
  Class<?> kind(String entity) {
    return types().entrySet().stream()
        .filter(entry -> entry.getValue().name().equals(entity))
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  Set<Class<?>> kinds() {
    return stored.keySet();
  }

  /** The fields of the table's key. */
  Set<String> keyFields(Class<?> kind) {
    Set<String> fields = fields(kind, schema.key().partition());
    fields.addAll(fields(kind, schema.key().sort()));
    return fields;
  }

  private void fill(Class<?> kind, EntityType<?> type) {
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      items.add(put(type, item(kind, i)));
    }
    stored.put(kind, items);
  }

  @SuppressWarnings("unchecked") // the type is that of the item
  private <T> Object put(EntityType<T> type, Object item) {
    Object put = table.put(PutMode.PUT, type, (T) item, Expression.NONE);
    return put == null ? item : put;
  }

  /** An item; the fields of partition keys are the same in all items, as far as keys differ. */
  Object item(Class<?> kind, int number) {
    Set<String> shared = fields(kind, schema.key().partition());
    for (IndexSchema index : schema.indexes()) {
      shared.addAll(fields(kind, index.key().partition()));
    }
    Set<String> sort = fields(kind, schema.key().sort());
    shared.removeAll(sort.isEmpty() ? fields(kind, schema.key().partition()) : sort);
    return SampleValues.record(kind, component -> value(kind, component, shared, number));
  }

  private Object value(Class<?> kind, RecordComponent component, Set<String> shared, int number) {
    boolean version =
        entity(kind).attributes().stream()
            .anyMatch(
                a -> a.name().equals(component.getName()) && a.roles().contains(Role.VERSION));
    if (version) {
      return 0L;
    }
    int seed = shared.contains(component.getName()) ? 0 : number;
    return value(component.getGenericType(), seed);
  }

  /** A value of a component. */
  Object value(Type type, int seed) {
    return own.of(type, seed).orElseGet(() -> SampleValues.of(type, seed));
  }

  private EntitySchema entity(Class<?> kind) {
    EntityType<?> type = types().get(kind);
    if (type == null) {
      throw new IllegalArgumentException(kind + " is not a kind of this table");
    }
    return schema.entity(type.name()).orElseThrow();
  }

  private Set<String> fields(Class<?> kind, List<KeyAttribute> key) {
    var fields = new HashSet<String>();
    for (KeyAttribute attribute : key) {
      var matcher = FIELD.matcher(entity(kind).keys().getOrDefault(attribute.name(), ""));
      while (matcher.find()) {
        fields.add(matcher.group(1));
      }
    }
    return fields;
  }

  /** The entity types of the generated class, by their records. */
  private Map<Class<?>, EntityType<?>> types() {
    var types = new LinkedHashMap<Class<?>, EntityType<?>>();
    for (Class<?> nested : generated.getDeclaredClasses()) {
      try {
        var field = nested.getDeclaredField("ENTITY");
        field.setAccessible(true);
        for (Method method : nested.getDeclaredMethods()) {
          if (method.getName().equals("read")) {
            types.put(method.getReturnType(), (EntityType<?>) field.get(null));
          }
        }
      } catch (NoSuchFieldException _) {
        // The class of a nested record.
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    return types;
  }

  /** Sizes and numbers of the stored items. */
  Workload workload() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    gramme
        .client()
        .scanPaginator(ScanRequest.builder().tableName(schema.name()).build())
        .forEach(page -> items.addAll(page.items()));
    Workload workload = Workload.NONE;
    for (EntitySchema entity : schema.entities()) {
      List<Map<String, AttributeValue>> own =
          items.stream().filter(item -> isOf(entity, item)).toList();
      Map<String, AttributeValue> largest =
          own.stream()
              .max(java.util.Comparator.comparingInt(ItemSize::of))
              .orElseThrow(() -> new IllegalStateException("no items of " + entity.name()));
      EntityLoad load =
          EntityLoad.sample(largest).items(ITEMS).perPartition(most(own, schema.key()));
      for (IndexSchema index : schema.indexes()) {
        if (entity.indexes().contains(index.name())) {
          load = load.perPartition(index.name(), most(own, schema.keyOf(index)));
        }
      }
      workload = workload.entity(entity.name(), load);
    }
    return workload;
  }

  /** Whether an item is of a kind; versions have keys of their own. */
  private boolean isOf(EntitySchema entity, Map<String, AttributeValue> item) {
    AttributeValue partition = item.get(schema.key().partition().getFirst().name());
    boolean version =
        partition != null && partition.s() != null && partition.s().startsWith("HISTORY#");
    return !version
        && item.values().stream().anyMatch(value -> entity.name().equals(value.s()))
        && item.keySet().containsAll(entity.keys().keySet());
  }

  private static double most(List<Map<String, AttributeValue>> items, KeySchema key) {
    var counts = new HashMap<List<AttributeValue>, Integer>();
    for (Map<String, AttributeValue> item : items) {
      List<AttributeValue> partition = new ArrayList<>();
      key.partition().forEach(attribute -> partition.add(item.get(attribute.name())));
      counts.merge(partition, 1, Integer::sum);
    }
    return counts.values().stream().mapToInt(Integer::intValue).max().orElse(1);
  }

  private static Object call(
      Class<?> generated, String name, @org.jspecify.annotations.Nullable Table table) {
    try {
      Method method =
          table == null
              ? generated.getDeclaredMethod(name)
              : generated.getDeclaredMethod(name, Table.class);
      method.setAccessible(true);
      return table == null ? method.invoke(null) : method.invoke(null, table);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(generated + " is not a generated class", e);
    }
  }

  @Override
  public void close() {
    gramme.close();
  }
}
