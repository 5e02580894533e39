package dev.gramme.toolkit.entity;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An entity type in a table: converts records to items, with their keys and index keys, and items
 * to records.
 *
 * @param <T> the record
 */
public final class EntityType<T> {
  private final String name;
  private final Class<T> javaType;
  private final String typeAttribute;
  private final List<Component<T, ?>> components;
  private final Function<ItemReader, T> reader;
  private final List<EntityKey> keys;
  private final List<Component<T, ?>> unique;
  private final @Nullable Component<T, Long> version;
  private final @Nullable String timeToLive;
  private final @Nullable Component<T, ?> created;
  private final @Nullable Component<T, ?> updated;
  private final SchemaVersions schemaVersions;
  private final boolean history;
  private final List<String> selected;

  private EntityType(Builder<T> builder) {
    this.name = builder.name;
    this.javaType = builder.javaType;
    this.typeAttribute = builder.typeAttribute;
    this.components = List.copyOf(builder.components);
    this.reader = builder.reader;
    this.keys = List.copyOf(builder.keys);
    this.unique = List.copyOf(builder.unique);
    this.version = builder.version;
    this.timeToLive = builder.timeToLive;
    this.created = builder.created;
    this.updated = builder.updated;
    this.schemaVersions = builder.schemaVersions;
    this.history = builder.history;
    this.selected = List.copyOf(builder.selected);
  }

  /**
   * A builder.
   *
   * @param name the value of the type attribute
   */
  public static <T> Builder<T> of(
      Class<T> javaType, String name, String typeAttribute, Function<ItemReader, T> reader) {
    return new Builder<>(javaType, name, typeAttribute, reader);
  }

  /**
   * This type for reads of some components, as another record.
   *
   * @param selected the components that the reader reads
   * @param <V> the other record
   */
  public <V> EntityType<V> as(
      Class<V> view, Function<ItemReader, V> viewReader, List<Component<T, ?>> selected) {
    Builder<V> builder = of(view, name, typeAttribute, viewReader);
    keys.forEach(builder::key);
    builder.timeToLive = timeToLive;
    builder.schemaVersions = schemaVersions;
    builder.history = history;
    // The conversion of an item of an older schema version can need any attribute.
    if (schemaVersions.steps().isEmpty()) {
      selected.forEach(component -> builder.selected.add(component.attribute()));
    }
    return builder.build();
  }

  /** The entity's value of the type attribute. */
  public String name() {
    return name;
  }

  /** The record. */
  public Class<T> javaType() {
    return javaType;
  }

  /** The item of a record. */
  public Map<String, AttributeValue> toItem(T entity) {
    return toItem(entity, Map.of());
  }

  /**
   * The item of a record that is written at a time, with its time stamps.
   *
   * @param isNew whether the write fails if the item exists
   */
  public Map<String, AttributeValue> toItem(T entity, boolean isNew, Instant now) {
    var stamps = new HashMap<String, Instant>();
    if (created != null && (isNew || created.isMissing(entity))) {
      stamps.put(created.name(), now);
    }
    if (updated != null) {
      stamps.put(updated.name(), now);
    }
    return toItem(entity, stamps);
  }

  /** The item of a record, in which these components have these times. */
  private Map<String, AttributeValue> toItem(T entity, Map<String, Instant> stamps) {
    var writer = new ItemWriter();
    for (Component<T, ?> component : components) {
      Instant stamp = stamps.get(component.name());
      if (stamp == null) {
        writer.value(component, entity);
      } else {
        writer.instant(component.attribute(), stamp);
      }
    }
    Map<String, AttributeValue> item = new LinkedHashMap<>(key(entity));
    item.putAll(
        indexKeys(field -> stamps.containsKey(field) ? stamps.get(field) : value(field, entity)));
    item.putAll(writer.item());
    item.put(typeAttribute, AttributeValue.fromS(name));
    schemaVersions.mark(item);
    return item;
  }

  /** Whether an item is of this kind. */
  public boolean matches(Map<String, AttributeValue> item) {
    AttributeValue type = item.get(typeAttribute);
    return type != null && name.equals(type.s());
  }

  /**
   * Converts an item to a record.
   *
   * @throws ItemUnreadable if an attribute is missing or has another type, or the item has a newer
   *     schema version
   */
  public T fromItem(Map<String, AttributeValue> item) {
    try {
      return reader.apply(new ItemReader(schemaVersions.upcast(item)));
    } catch (ItemUnreadable e) {
      var key = new LinkedHashMap<String, AttributeValue>();
      for (EntityKey attribute : keys) {
        AttributeValue value = item.get(attribute.name());
        if (attribute.index().isEmpty() && value != null) {
          key.put(attribute.name(), value);
        }
      }
      throw new ItemUnreadable(name, key, e);
    }
  }

  SchemaVersions schemaVersions() {
    return schemaVersions;
  }

  /** The table key of a record. */
  public Map<String, AttributeValue> key(T entity) {
    return key(field -> value(field, entity));
  }

  /** The table key, computed from the values of its fields. */
  Map<String, AttributeValue> key(Function<String, @Nullable Object> values) {
    var key = new LinkedHashMap<String, AttributeValue>();
    for (EntityKey attribute : keys) {
      if (attribute.index().isEmpty()) {
        key.put(
            attribute.name(),
            attribute
                .value(values)
                .orElseThrow(() -> new IllegalArgumentException(attribute.name() + " is empty")));
      }
    }
    return key;
  }

  /** The attributes to request in a read of one item by its key; empty for all of them. */
  Expression projectionOfItem() {
    var more = new ArrayList<String>();
    timeToLive().ifPresent(more::add);
    more.add(SchemaVersions.ATTRIBUTE);
    return projection(Optional.empty(), more);
  }

  /**
   * The attributes to request from the table or an index; empty for all of them.
   *
   * @param whole whether the index projects all attributes; others need not have the schema version
   */
  Expression projection(Optional<String> index, boolean whole) {
    return projection(index, whole ? List.of(SchemaVersions.ATTRIBUTE) : List.of());
  }

  private Expression projection(Optional<String> index, List<String> more) {
    if (selected.isEmpty()) {
      return Expression.NONE;
    }
    var attributes = new LinkedHashSet<>(selected);
    attributes.add(typeAttribute);
    attributes.addAll(more);
    keys.stream()
        .filter(key -> key.index().isEmpty() || key.index().equals(index))
        .forEach(key -> attributes.add(key.name()));
    return projection(attributes);
  }

  /** The projection expression of some attributes. */
  static Expression projection(Collection<String> attributes) {
    var names = new LinkedHashMap<String, String>();
    attributes.forEach(attribute -> names.put("#0proj" + names.size(), attribute));
    return Expression.of(String.join(", ", names.keySet()), names);
  }

  /** The key attributes of all indexes that contain the item. */
  Map<String, AttributeValue> indexKeys(Function<String, @Nullable Object> values) {
    var byIndex = new LinkedHashMap<String, List<EntityKey>>();
    for (EntityKey key : keys) {
      key.index()
          .ifPresent(index -> byIndex.computeIfAbsent(index, i -> new ArrayList<>()).add(key));
    }
    var attributes = new LinkedHashMap<String, AttributeValue>();
    for (List<EntityKey> index : byIndex.values()) {
      var whole = new LinkedHashMap<String, AttributeValue>();
      for (EntityKey key : index) {
        key.value(values).ifPresent(value -> whole.put(key.name(), value));
      }
      if (whole.size() == index.size()) {
        attributes.putAll(whole);
      }
    }
    return attributes;
  }

  /** Whether an attribute is neither that of a component nor in the table's key. */
  boolean isOnlyInIndexes(String attribute) {
    return components.stream().noneMatch(component -> component.attribute().equals(attribute))
        && keys.stream().noneMatch(key -> key.index().isEmpty() && key.name().equals(attribute));
  }

  /** The value of a component; an Optional is unwrapped, and an empty one is null. */
  @Nullable Object value(String field, T entity) {
    Object value = component(field).of(entity);
    return value instanceof Optional<?> optional ? optional.orElse(null) : value;
  }

  Component<T, ?> component(String field) {
    for (Component<T, ?> component : components) {
      if (component.name().equals(field)) {
        return component;
      }
    }
    throw new IllegalArgumentException(name + " has no component " + field);
  }

  List<EntityKey> keys() {
    return keys;
  }

  List<Component<T, ?>> components() {
    return components;
  }

  List<Component<T, ?>> unique() {
    return unique;
  }

  Optional<Component<T, Long>> version() {
    return Optional.ofNullable(version);
  }

  boolean hasHistory() {
    return history;
  }

  Optional<Component<T, ?>> created() {
    return Optional.ofNullable(created);
  }

  Optional<Component<T, ?>> updated() {
    return Optional.ofNullable(updated);
  }

  /** Whether a stored item can differ from the record that was written. */
  boolean isCompletedByWrites() {
    return version != null
        || created != null
        || updated != null
        || components.stream().anyMatch(c -> c.converter().whenNull().isPresent());
  }

  Optional<String> timeToLive() {
    return Optional.ofNullable(timeToLive);
  }

  String typeAttribute() {
    return typeAttribute;
  }

  @Override
  public String toString() {
    return name;
  }

  /**
   * Builds an entity type.
   *
   * @param <T> the record
   */
  public static final class Builder<T> {
    private final Class<T> javaType;
    private final String name;
    private final String typeAttribute;
    private final Function<ItemReader, T> reader;
    private final List<Component<T, ?>> components = new ArrayList<>();
    private final List<EntityKey> keys = new ArrayList<>();
    private final List<Component<T, ?>> unique = new ArrayList<>();
    private @Nullable Component<T, Long> version;
    private @Nullable String timeToLive;
    private @Nullable Component<T, ?> created;
    private @Nullable Component<T, ?> updated;
    private SchemaVersions schemaVersions = SchemaVersions.ONLY;
    private final List<String> selected = new ArrayList<>();
    private boolean history;

    private Builder(
        Class<T> javaType, String name, String typeAttribute, Function<ItemReader, T> reader) {
      this.javaType = javaType;
      this.name = name;
      this.typeAttribute = typeAttribute;
      this.reader = reader;
    }

    /** Adds a component of the record. */
    public Builder<T> component(Component<T, ?> component) {
      components.add(component);
      return this;
    }

    /** Adds a component with unique values. */
    public Builder<T> unique(Component<T, ?> component) {
      unique.add(component);
      return component(component);
    }

    /** Adds the component that counts the writes. */
    public Builder<T> version(Component<T, Long> component) {
      version = component;
      return component(component);
    }

    /** Adds the component with the expiry time. */
    public Builder<T> timeToLive(Component<T, ?> component) {
      timeToLive = component.attribute();
      return component(component);
    }

    /** Adds the component with the time of creation. */
    public Builder<T> created(Component<T, ?> component) {
      created = component;
      return component(component);
    }

    /** Adds the component with the time of the last write. */
    public Builder<T> updated(Component<T, ?> component) {
      updated = component;
      return component(component);
    }

    /** Sets the conversions from each older schema version to the next, starting with version 1. */
    public Builder<T> upcasts(List<UnaryOperator<Map<String, AttributeValue>>> steps) {
      schemaVersions = new SchemaVersions(steps);
      return this;
    }

    /** Keeps all versions of the item. */
    public Builder<T> history() {
      history = true;
      return this;
    }

    /** Adds a key attribute of the table or of an index. */
    public Builder<T> key(EntityKey key) {
      keys.add(key);
      return this;
    }

    /** Builds the type. */
    public EntityType<T> build() {
      return new EntityType<>(this);
    }
  }
}
