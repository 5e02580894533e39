package dev.gramme.toolkit.entity;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An update of some components of one item, as generated code builds it: each method adds to the
 * update expression, the condition or the key.
 *
 * @param <T> the entity
 */
public final class Change<T> {
  private final EntityType<T> type;
  private final Map<String, Object> values = new HashMap<>();
  private final List<String> sets = new ArrayList<>();
  private final List<String> removes = new ArrayList<>();
  private final List<String> adds = new ArrayList<>();
  private final List<String> deletes = new ArrayList<>();
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, AttributeValue> placeholders = new LinkedHashMap<>();
  private final Set<String> indexed = new HashSet<>();
  private final List<Limit> limits = new ArrayList<>();
  private Expression condition = Expression.NONE;
  private OptionalLong expected = OptionalLong.empty();
  private boolean creates;
  private int number;

  /** The maximum size of a set that values are added to. */
  private record Limit(String component, String attribute, AttributeValue added, int most) {
    /** The violation of the limit by an existing item, in words. */
    Optional<String> violation(Map<String, AttributeValue> item) {
      Set<Object> before = members(item.get(attribute));
      Set<Object> more = members(added);
      return before.isEmpty() || before.containsAll(more) || before.size() + more.size() <= most
          ? Optional.empty()
          : Optional.of(
              "the set " + component + " has " + before.size() + " values, and may have " + most);
    }

    private static Set<Object> members(@Nullable AttributeValue set) {
      return set == null
          ? Set.of()
          : switch (set.type()) {
            case SS -> new HashSet<>(set.ss());
            case NS -> new HashSet<>(set.ns());
            case BS -> new HashSet<>(set.bs());
            default -> Set.of();
          };
    }
  }

  private Change(EntityType<T> type) {
    this.type = type;
  }

  /** Starts an update of an item of an entity type. */
  public static <T> Change<T> of(EntityType<T> type) {
    return new Change<>(type);
  }

  /** Sets a field of the key. */
  public Change<T> key(String field, Object value) {
    values.put(field, value);
    return this;
  }

  /** Creates the item if it does not exist. */
  public Change<T> creating() {
    creates = true;
    set(type.typeAttribute(), AttributeValue.fromS(type.name()));
    return this;
  }

  /**
   * Sets a component that is part of the key. A new item also needs it as an attribute of its own,
   * unless it is the key attribute itself.
   */
  public <C> Change<T> identify(Component<T, C> component, C value) {
    boolean key =
        type.keys().stream()
            .anyMatch(k -> k.index().isEmpty() && k.name().equals(component.attribute()));
    return key ? this : set(component, value);
  }

  /** Sets a component. */
  public <C> Change<T> set(Component<T, C> component, C value) {
    if (component.converter().isAbsent(value)) {
      removes.add(name(component.attribute()));
    } else {
      set(component.attribute(), component.converter().toAttribute(value));
      values.put(component.name(), value instanceof Optional<?> held ? held.orElseThrow() : value);
    }
    return this;
  }

  /** Sets a component to its default, unless the item has the attribute. */
  public Change<T> initial(Component<T, ?> component) {
    initialValue(component).ifPresent(value -> setIfAbsent(component.attribute(), value));
    return this;
  }

  private void setIfAbsent(String attribute, AttributeValue value) {
    String name = name(attribute);
    sets.add(name + " = if_not_exists(" + name + ", " + value(value) + ")");
  }

  private static <C> Optional<AttributeValue> initialValue(Component<?, C> component) {
    return component.converter().whenNull().map(component.converter()::toAttribute);
  }

  /**
   * Sets the time stamps: that of the write, and, after {@link #creating}, that of the creation if
   * the item is new.
   */
  public Change<T> at(Instant now) {
    AttributeValue time = Converters.INSTANT.toAttribute(now);
    type.updated()
        .ifPresent(component -> {
          set(component.attribute(), time);
          values.put(component.name(), now);
        });
    if (creates) {
      type.created().ifPresent(component -> setIfAbsent(component.attribute(), time));
    }
    return this;
  }

  /** Adds a number to a component; a missing component counts as its default, or as zero. */
  public <C> Change<T> add(Component<T, ?> component, Converter<C> converter, C number) {
    Optional<AttributeValue> initial = initialValue(component);
    String name = name(component.attribute());
    if (initial.isPresent()) {
      String before = "if_not_exists(" + name + ", " + value(initial.get()) + ")";
      sets.add(name + " = " + before + " + " + value(converter.toAttribute(number)));
    } else {
      adds.add(name + " " + value(converter.toAttribute(number)));
    }
    return this;
  }

  /** Subtracts a number from a component; a missing component counts as its default, or as zero. */
  public <C> Change<T> subtract(Component<T, ?> component, Converter<C> converter, C number) {
    String negated = new BigDecimal(converter.toAttribute(number).n()).negate().toString();
    return add(component, converter, converter.fromAttribute(AttributeValue.fromN(negated)));
  }

  /** Adds elements to the end of a list; a missing list counts as empty. */
  public <E> Change<T> append(
      Component<T, ?> component, Converter<List<E>> converter, List<E> elements) {
    if (!elements.isEmpty()) {
      String name = name(component.attribute());
      String existing =
          "if_not_exists(" + name + ", " + value(AttributeValue.fromL(List.of())) + ")";
      String more = value(converter.toAttribute(elements));
      sets.add(name + " = list_append(" + existing + ", " + more + ")");
    }
    return this;
  }

  /**
   * Removes an element of a list, which must exist.
   *
   * @param index the index, from zero
   */
  public Change<T> removeAt(Component<T, ?> component, int index) {
    if (index < 0) {
      throw new IllegalArgumentException(
          "the index of an element of " + component.name() + " is not negative: " + index);
    }
    removes.add(existing(name(component.attribute())) + "[" + index + "]");
    return this;
  }

  /** Puts entries, whose keys are strings or constants of an enum, into a map, which must exist. */
  public <V> Change<T> putEntries(
      Component<T, ?> component, Converter<V> converter, Map<?, V> entries) {
    if (!entries.isEmpty()) {
      String map = existing(name(component.attribute()));
      entries.forEach((key, value) ->
          sets.add(map + "." + name(entry(key)) + " = " + value(converter.toAttribute(value))));
    }
    return this;
  }

  private static String entry(Object key) {
    return key instanceof Enum<?> constant ? constant.name() : (String) key;
  }

  /** Removes entries, by strings or constants of an enum, of a map, which must exist. */
  public Change<T> removeEntries(Component<T, ?> component, Set<?> keys) {
    if (!keys.isEmpty()) {
      String map = existing(name(component.attribute()));
      keys.forEach(key -> removes.add(map + "." + name(entry(key))));
    }
    return this;
  }

  /**
   * Sets a part of a component; what contains the part must exist.
   *
   * @param path the attributes from the component to the part
   */
  public <C> Change<T> setIn(
      Component<T, ?> component, List<String> path, Converter<C> converter, C value) {
    String parent = name(component.attribute());
    for (String attribute : path.subList(0, path.size() - 1)) {
      parent += "." + name(attribute);
    }
    String part = existing(parent) + "." + name(path.get(path.size() - 1));
    if (converter.isAbsent(value)) {
      removes.add(part);
    } else {
      sets.add(part + " = " + value(converter.toAttribute(value)));
    }
    return this;
  }

  /** Requires that a path exists, without which its parts cannot be changed. */
  private String existing(String path) {
    condition = condition.and(new Expression("attribute_exists(" + path + ")", Map.of(), Map.of()));
    return path;
  }

  /**
   * Adds values to a set.
   *
   * @param limit the maximum size of the set, or zero for no limit
   */
  public <E> Change<T> include(Component<T, Set<E>> component, Set<E> values, int limit) {
    if (values.isEmpty()) {
      return this;
    }
    String name = name(component.attribute());
    AttributeValue set = component.converter().toAttribute(values);
    adds.add(name + " " + value(set));
    if (limit > 0) {
      condition = condition.and(room(name, component, values, limit));
      limits.add(new Limit(component.name(), component.attribute(), set, limit));
    }
    return this;
  }

  /**
   * The condition that the set has room for as many values as are added, or already contains all of
   * them. A set that does not exist has room for the limit.
   */
  private <E> Expression room(
      String name, Component<T, Set<E>> component, Set<E> values, int limit) {
    var alternatives = new ArrayList<String>();
    if (values.size() <= limit) {
      alternatives.add("attribute_not_exists(" + name + ")");
    }
    alternatives.add(
        "size(" + name + ") <= " + value(AttributeValue.fromN("" + (limit - values.size()))));
    var contained = new ArrayList<String>();
    for (E one : values) {
      AttributeValue set = component.converter().toAttribute(Set.of(one));
      contained.add("contains(" + name + ", " + value(only(set)) + ")");
    }
    alternatives.add("(" + String.join(" AND ", contained) + ")");
    return new Expression(String.join(" OR ", alternatives), Map.of(), Map.of());
  }

  private static AttributeValue only(AttributeValue set) {
    return switch (set.type()) {
      case SS -> AttributeValue.fromS(set.ss().get(0));
      case NS -> AttributeValue.fromN(set.ns().get(0));
      case BS -> AttributeValue.fromB(set.bs().get(0));
      default -> throw new IllegalArgumentException("not a set, but " + set.type());
    };
  }

  /** Removes values from a set. */
  public <E> Change<T> exclude(Component<T, Set<E>> component, Set<E> values) {
    if (!values.isEmpty()) {
      deletes.add(
          name(component.attribute()) + " " + value(component.converter().toAttribute(values)));
    }
    return this;
  }

  /** Requires that the item has this version. */
  public Change<T> expecting(long version) {
    expected = OptionalLong.of(version);
    return this;
  }

  /** Adds a condition. */
  public Change<T> condition(Expression expression) {
    condition = condition.and(expression);
    return this;
  }

  /** Sets a value of the condition. */
  public <C> Change<T> value(String placeholder, Converter<C> converter, C value) {
    placeholders.put(placeholder, Expression.operand(converter, value));
    return this;
  }

  /** Recomputes the key of an index from the values that were set. */
  public Change<T> reindex(String index) {
    Map<String, AttributeValue> made = type.indexKeys(this::known);
    for (EntityKey key : reindexed(index)) {
      // Without a part of this index's key, another index can still need a shared attribute.
      Optional<AttributeValue> value =
          isShared(key) ? key.value(this::known) : Optional.ofNullable(made.get(key.name()));
      value.ifPresentOrElse(
          attribute -> set(key.name(), attribute), () -> removes.add(name(key.name())));
      indexed.add(key.name());
    }
    return this;
  }

  /**
   * Recomputes those attributes of an index's key whose components were all set, and leaves the
   * others unchanged. Use it only if no component of the key is optional; otherwise use {@link
   * #reindex}.
   */
  public Change<T> reindexChanged(String index) {
    for (EntityKey key : reindexed(index)) {
      key.value(this::known)
          .ifPresent(value -> {
            set(key.name(), value);
            indexed.add(key.name());
          });
    }
    return this;
  }

  /**
   * The attributes of an index's key that are neither components nor in the table's key, and that
   * this update has not yet written for another index.
   */
  private List<EntityKey> reindexed(String index) {
    return type.keys().stream()
        .filter(key -> key.index().equals(Optional.of(index)))
        .filter(key -> type.isOnlyInIndexes(key.name()) && !indexed.contains(key.name()))
        .toList();
  }

  private boolean isShared(EntityKey key) {
    return type.keys().stream().filter(other -> other.name().equals(key.name())).count() > 1;
  }

  private @Nullable Object known(String field) {
    return values.get(field);
  }

  private void set(String attribute, AttributeValue value) {
    sets.add(name(attribute) + " = " + value(value));
  }

  private String name(String attribute) {
    String placeholder = "#0u" + number++;
    names.put(placeholder, attribute);
    return placeholder;
  }

  private String value(AttributeValue value) {
    String placeholder = ":0u" + number++;
    placeholders.put(placeholder, value);
    return placeholder;
  }

  EntityType<T> type() {
    return type;
  }

  Map<String, AttributeValue> key() {
    return type.key(this::known);
  }

  boolean creates() {
    return creates;
  }

  OptionalLong expected() {
    return expected;
  }

  Expression condition() {
    return condition;
  }

  /** The reason why an existing item does not fulfil the condition, in words if it is a limit. */
  String refusal(Map<String, AttributeValue> found) {
    return limits.stream()
        .flatMap(limit -> limit.violation(found).stream())
        .findFirst()
        .orElse(condition.text());
  }

  /**
   * The update expression with all placeholders, including those of the condition. Increments the
   * version, so it must be called once.
   */
  Expression update() {
    type.version().ifPresent(version -> add(version, Converters.LONG, 1L));
    var clauses = new ArrayList<String>();
    clause(clauses, "SET", sets);
    clause(clauses, "REMOVE", removes);
    clause(clauses, "ADD", adds);
    clause(clauses, "DELETE", deletes);
    return new Expression(String.join(" ", clauses), names, placeholders);
  }

  private static void clause(List<String> clauses, String word, List<String> actions) {
    if (!actions.isEmpty()) {
      clauses.add(word + " " + String.join(", ", actions));
    }
  }
}
