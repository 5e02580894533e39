package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The sizes of items and index entries: from the workload, and otherwise guessed from types. */
final class Sizes {
  private static final Map<String, Integer> TYPICAL_BYTES =
      Map.of(
          "S", 20, "N", 6, "B", 32, "BOOL", 1, "NULL", 1, "M", 80, "L", 80, "SS", 40, "NS", 20,
          "BS", 64);

  private static final Map<String, Integer> TYPICAL_JAVA_BYTES =
      Map.ofEntries(
          Map.entry("UUID", 36),
          Map.entry("Instant", 24),
          Map.entry("LocalDate", 10),
          Map.entry("LocalTime", 18),
          Map.entry("YearMonth", 7),
          Map.entry("ZonedDateTime", 45),
          Map.entry("Duration", 6),
          Map.entry("Ksuid", 27),
          Map.entry("boolean", 1),
          Map.entry("int", 5),
          Map.entry("long", 7));

  /**
   * The fixed texts of a marker: the names of its attributes, its type and the words in its keys.
   */
  private static final int MARKER_TEXT_BYTES = 60;

  private final TableSchema schema;
  private final Workload workload;
  private final Map<String, EntityLoad> guesses = new HashMap<>();

  Sizes(TableSchema schema, Workload workload) {
    this.schema = schema;
    this.workload = workload;
    for (EntitySchema entity : schema.entities()) {
      guesses.put(entity.name(), EntityLoad.bytes(guess(entity)));
    }
  }

  /** The load of an entity, given or guessed. */
  EntityLoad load(EntitySchema entity) {
    EntityLoad said = workload.entities().get(entity.name());
    return said != null ? said : guesses.getOrDefault(entity.name(), EntityLoad.bytes(1));
  }

  /** The size of an item. */
  int itemBytes(EntitySchema entity) {
    return load(entity).itemBytes();
  }

  /** The size of an item's entry in an index. */
  int entryBytes(EntitySchema entity, IndexSchema index) {
    int whole = itemBytes(entity);
    if (index.projection() == IndexSchema.Projection.ALL) {
      return whole;
    }
    int bytes = 0;
    for (String attribute : projected(entity, index)) {
      bytes += attributeBytes(entity, attribute);
    }
    return Math.max(1, Math.min(bytes, whole));
  }

  /** The size of the marker of an item's unique value. */
  int markerBytes(EntitySchema entity) {
    int bytes = MARKER_TEXT_BYTES + entity.name().length();
    for (String key : schema.key().names()) {
      // The marker has its own key, and contains that of the item.
      bytes += ItemSize.utf8(key) + attributeBytes(entity, key) + ItemSize.utf8(key);
    }
    for (AttributeSchema attribute : entity.attributes()) {
      if (attribute.roles().contains(Role.UNIQUE)) {
        bytes += attribute.name().length() + attributeBytes(entity, attribute.attribute());
      }
    }
    return bytes;
  }

  /** The attributes of an entity in an index that does not project all attributes. */
  Set<String> projected(EntitySchema entity, IndexSchema index) {
    Set<String> projected = new LinkedHashSet<>();
    addKeys(projected, schema.key());
    addKeys(projected, index.key());
    for (AttributeSchema attribute : entity.attributes()) {
      if (index.projection() == IndexSchema.Projection.ALL
          || index.projected().contains(attribute.attribute())) {
        projected.add(attribute.attribute());
      }
    }
    index.projected().stream().filter(this::isTypeAttribute).forEach(projected::add);
    return projected;
  }

  /** Whether an attribute holds the kind of an item: it is no component of any kind. */
  private boolean isTypeAttribute(String name) {
    return schema.entities().stream()
        .flatMap(entity -> entity.attributes().stream())
        .noneMatch(attribute -> attribute.attribute().equals(name));
  }

  /** How many items of an entity share a partition key of the table or an index. */
  double perPartition(EntitySchema entity, String index) {
    EntityLoad load = load(entity);
    Double said = load.itemsPerIndexPartition().get(index);
    if (said != null) {
      return said;
    }
    double keys = keysByType(entity, index);
    return Math.max(load.itemsPerPartition(), load.items() / keys);
  }

  /** The maximum number of distinct partition keys that the types allow. */
  double keysByType(EntitySchema entity, String index) {
    KeySchema key = schema.index(index).map(schema::keyOf).orElse(schema.key());
    double keys = 1;
    for (KeyAttribute attribute : key.partition()) {
      String template = entity.keys().get(attribute.name());
      if (template == null) {
        return Double.MAX_VALUE;
      }
      for (String field : Templates.fields(template)) {
        boolean flag =
            entity.attributes().stream()
                .anyMatch(a -> a.name().equals(field) && a.javaType().equals("boolean"));
        keys *= flag ? 2 : Double.MAX_VALUE;
      }
    }
    return Math.min(keys, Double.MAX_VALUE);
  }

  private int attributeBytes(EntitySchema entity, String attribute) {
    Integer said = load(entity).attributeBytes().get(attribute);
    return said != null ? said : guess(entity, attribute);
  }

  private int guess(EntitySchema entity) {
    Set<String> attributes = new LinkedHashSet<>(entity.keys().keySet());
    entity.attributes().forEach(attribute -> attributes.add(attribute.attribute()));
    int bytes = 4 + entity.name().length(); // the type attribute
    for (String attribute : attributes) {
      bytes += guess(entity, attribute);
    }
    return bytes;
  }

  private static int guess(EntitySchema entity, String attribute) {
    String template = entity.keys().get(attribute);
    if (template == null) {
      return ItemSize.utf8(attribute)
          + entity.attributes().stream()
              .filter(a -> a.attribute().equals(attribute))
              .findFirst()
              .map(Sizes::guess)
              .orElse(entity.name().length());
    }
    int bytes = ItemSize.utf8(attribute) + ItemSize.utf8(Templates.literals(template));
    for (String field : Templates.fields(template)) {
      bytes +=
          entity.attributes().stream()
              .filter(a -> a.name().equals(field))
              .findFirst()
              .map(Sizes::guess)
              .orElse(TYPICAL_BYTES.getOrDefault("S", 0));
    }
    return bytes;
  }

  private static int guess(AttributeSchema attribute) {
    String type = attribute.javaType().replaceAll("^.*[.]|<.*$", "");
    Integer byJavaType = TYPICAL_JAVA_BYTES.get(type);
    return byJavaType != null ? byJavaType : TYPICAL_BYTES.getOrDefault(attribute.type(), 20);
  }

  private static void addKeys(Set<String> names, KeySchema key) {
    key.partition().forEach(attribute -> names.add(attribute.name()));
    key.sort().forEach(attribute -> names.add(attribute.name()));
  }
}
