package dev.gramme.toolkit.entity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A change of some components of one item.
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
  private Expression condition = Expression.NONE;
  private OptionalLong expected = OptionalLong.empty();
  private int number;

  private Change(EntityType<T> type) {
    this.type = type;
  }

  /** A change of an item of a kind. */
  public static <T> Change<T> of(EntityType<T> type) {
    return new Change<>(type);
  }

  /** A field of the key. */
  public Change<T> key(String field, Object value) {
    values.put(field, value);
    return this;
  }

  /** Gives a component another value. */
  public <C> Change<T> set(Component<T, C> component, C value) {
    if (component.converter().isAbsent(value)) {
      removes.add(name(component.attribute()));
    } else {
      set(component.attribute(), component.converter().toAttribute(value));
      values.put(component.name(), value instanceof Optional<?> held ? held.orElseThrow() : value);
    }
    return this;
  }

  /** Adds a number to a component, which is zero if it is missing. */
  public <C> Change<T> add(Component<T, ?> component, Converter<C> converter, C number) {
    adds.add(name(component.attribute()) + " " + value(converter.toAttribute(number)));
    return this;
  }

  /** Includes values in a set, which may then have a number of values, any if it is zero. */
  public <E> Change<T> include(Component<T, Set<E>> component, Set<E> values, int limit) {
    if (values.isEmpty()) {
      return this;
    }
    String name = name(component.attribute());
    AttributeValue set = component.converter().toAttribute(values);
    adds.add(name + " " + value(set));
    if (limit > 0) {
      condition = condition.and(room(name, component, values, limit));
    }
    return this;
  }

  /** There is room for a value that is in the set already, or the set is not full. */
  private <E> Expression room(
      String name, Component<T, Set<E>> component, Set<E> values, int limit) {
    var alternatives = new ArrayList<String>();
    alternatives.add("attribute_not_exists(" + name + ")");
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
      case SS -> AttributeValue.fromS(set.ss().getFirst());
      case NS -> AttributeValue.fromN(set.ns().getFirst());
      case BS -> AttributeValue.fromB(set.bs().getFirst());
      default -> throw new IllegalArgumentException("not a set, but " + set.type());
    };
  }

  /** Takes values out of a set. */
  public <E> Change<T> exclude(Component<T, Set<E>> component, Set<E> values) {
    if (!values.isEmpty()) {
      deletes.add(
          name(component.attribute()) + " " + value(component.converter().toAttribute(values)));
    }
    return this;
  }

  /** Requires that the item is of a version. */
  public Change<T> expecting(long version) {
    expected = OptionalLong.of(version);
    return this;
  }

  /** Requires a condition. */
  public Change<T> condition(Expression expression) {
    condition = condition.and(expression);
    return this;
  }

  /** A value of the condition. */
  public <C> Change<T> value(String placeholder, Converter<C> converter, C value) {
    placeholders.put(placeholder, converter.toAttribute(value));
    return this;
  }

  /** Makes the key of an index anew of the values that were set. */
  public Change<T> reindex(String index) {
    Map<String, AttributeValue> made = type.indexKeys(this::known);
    for (EntityKey key : type.keys()) {
      if (key.index().equals(Optional.of(index))) {
        boolean component =
            type.components().stream().anyMatch(c -> c.attribute().equals(key.name()));
        AttributeValue value = made.get(key.name());
        if (component) {
          continue;
        }
        if (value == null) {
          removes.add(name(key.name()));
        } else {
          set(key.name(), value);
        }
      }
    }
    return this;
  }

  private @Nullable Object known(String field) {
    return values.get(field);
  }

  private void set(String attribute, AttributeValue value) {
    sets.add(name(attribute) + " = " + value(value));
  }

  private String name(String attribute) {
    String placeholder = "#u" + number++;
    names.put(placeholder, attribute);
    return placeholder;
  }

  private String value(AttributeValue value) {
    String placeholder = ":u" + number++;
    placeholders.put(placeholder, value);
    return placeholder;
  }

  EntityType<T> type() {
    return type;
  }

  Map<String, AttributeValue> key() {
    return type.key(this::known);
  }

  OptionalLong expected() {
    return expected;
  }

  Expression condition() {
    return condition;
  }

  /** The update expression with all placeholders, those of the condition too. */
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
