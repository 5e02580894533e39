package dev.gramme.toolkit.entity;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Plans the writes of an item: the item itself and the markers of its unique values.
 *
 * <p>The key of a marker is built from the kind, the component and the value. Markers are created
 * and deleted in the transaction that writes the item, on the condition that the item's unique
 * values have not changed meanwhile. A marker expires together with its item.
 */
final class ItemWrite<T> {
  /** The attribute of a marker with the key of the item that has the value. */
  static final String OWNER = "UNIQUE_OWNER";

  private final Table table;
  private final EntityType<T> type;
  private final Expression condition;

  /** The time of the write, which all attempts share. */
  private final Instant now;

  /** The markers of former values that other items have taken since: they are not deleted. */
  private final Set<Map<String, AttributeValue>> taken = new HashSet<>();

  ItemWrite(Table table, EntityType<T> type, Expression condition) {
    this.table = table;
    this.type = type;
    this.condition = condition;
    this.now = table.clock().instant();
  }

  /** The item of an entity with the next version number. */
  Map<String, AttributeValue> written(PutMode mode, T entity) {
    var item = new LinkedHashMap<>(type.toItem(entity, mode == PutMode.CREATE, now));
    type.version()
        .ifPresent(version ->
            item.put(
                version.attribute(), AttributeValue.fromN(Long.toString(version.of(entity) + 1))));
    return item;
  }

  List<PlannedWrite> put(PutMode mode, T entity) {
    Map<String, AttributeValue> item = written(mode, entity);
    Map<String, AttributeValue> key = type.key(entity);
    var writes = new ArrayList<PlannedWrite>();
    Expression guard = Expression.NONE;
    Optional<Map<String, AttributeValue>> before = Optional.empty();
    if (!type.unique().isEmpty()) {
      before = table.item(type, key, true);
      guard = guard(before);
    }
    Expression version =
        type.version().map(v -> versionIs(v, v.of(entity))).orElse(Expression.NONE);
    Expression all = mode(mode).and(version).and(condition).and(guard);
    var put =
        Put.builder()
            .tableName(table.name())
            .item(item)
            .conditionExpression(all.orNone().orElse(null))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (!all.names().isEmpty()) {
      put.expressionAttributeNames(all.names());
    }
    if (!all.values().isEmpty()) {
      put.expressionAttributeValues(all.values());
    }
    Map<String, AttributeValue> went = before.orElse(Map.of());
    writes.add(
        new PlannedWrite(
            TransactWriteItem.builder().put(put.build()).build(),
            found -> refused(mode, entity, found, went)));
    markers(writes, went, item);
    if (type.hasHistory()) {
      writes.add(VersionHistory.entry(table, type, item));
    }
    return writes;
  }

  /**
   * Plans the deletion of an item.
   *
   * @param before receives the existing item if it has unique values, since their markers are
   *     deleted, too
   */
  List<PlannedWrite> delete(
      Map<String, AttributeValue> key,
      Expression version,
      List<Map<String, AttributeValue>> before) {
    Optional<Map<String, AttributeValue>> there = Optional.empty();
    Expression guard = Expression.NONE;
    if (!type.unique().isEmpty()) {
      there = table.item(type, key, true);
      there.ifPresent(before::add);
      guard = guard(there);
    }
    Expression all = version.and(condition).and(guard);
    var delete =
        Delete.builder()
            .tableName(table.name())
            .key(key)
            .conditionExpression(all.orNone().orElse(null))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (!all.names().isEmpty()) {
      delete.expressionAttributeNames(all.names());
    }
    if (!all.values().isEmpty()) {
      delete.expressionAttributeValues(all.values());
    }
    Map<String, AttributeValue> went = there.orElse(Map.of());
    var writes = new ArrayList<PlannedWrite>();
    writes.add(
        new PlannedWrite(
            TransactWriteItem.builder().delete(delete.build()).build(),
            found ->
                sameUnique(found, went)
                    ? Optional.of(deletionRefused(version, found))
                    : Optional.empty()));
    markers(writes, went, Map.of());
    return writes;
  }

  /** The reason for the refusal of a deletion, derived from the existing item. */
  RuntimeException deletionRefused(Expression version, Map<String, AttributeValue> found) {
    if (!version.text().isEmpty()) {
      // A version of zero has no value: the item must not exist.
      Optional<AttributeValue> wanted = version.values().values().stream().findFirst();
      if (!wanted.equals(type.version().map(v -> found.get(v.attribute())))) {
        return new VersionConflict(
            type.name(), wanted.map(value -> Long.parseLong(value.n())).orElse(0L));
      }
    }
    return new ConditionNotMet(type.name(), condition.text());
  }

  private Optional<RuntimeException> refused(
      PutMode mode, T entity, Map<String, AttributeValue> found, Map<String, AttributeValue> went) {
    if (mode == PutMode.CREATE && !found.isEmpty()) {
      return Optional.of(new ItemExists(type.name()));
    }
    if (mode == PutMode.REPLACE && found.isEmpty()) {
      return Optional.of(new ItemNotFound(type.name()));
    }
    Optional<Component<T, Long>> version = type.version();
    if (version.isPresent()) {
      long expected = version.get().of(entity);
      AttributeValue there = found.get(version.get().attribute());
      boolean same =
          expected == 0 ? found.isEmpty() : there != null && there.n().equals("" + expected);
      if (!same) {
        return Optional.of(new VersionConflict(type.name(), expected));
      }
    }
    return sameUnique(found, went)
        ? Optional.of(new ConditionNotMet(type.name(), condition.text()))
        : Optional.empty();
  }

  private boolean sameUnique(Map<String, AttributeValue> one, Map<String, AttributeValue> other) {
    if (type.unique().isEmpty()) {
      return true;
    }
    return one.isEmpty() == other.isEmpty()
        && guarded(other).allMatch(name -> Objects.equals(one.get(name), other.get(name)));
  }

  /**
   * The attributes of a stored item that the plan for the markers depends on. In an item of an
   * older schema version, these include all that its conversion removes or changes.
   */
  private Stream<String> guarded(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> converted = converted(item);
    return Stream.of(
            type.unique().stream().map(Component::attribute),
            type.timeToLive().stream(),
            item.keySet().stream()
                .filter(name -> !Objects.equals(item.get(name), converted.get(name))))
        .flatMap(names -> names)
        .distinct();
  }

  /**
   * Creates the markers of new values, deletes those of removed values, and gives those of other
   * values the item's new time to live.
   */
  private void markers(
      List<PlannedWrite> writes,
      Map<String, AttributeValue> before,
      Map<String, AttributeValue> after) {
    boolean expiresLikeBefore =
        type.timeToLive().stream().allMatch(ttl -> Objects.equals(before.get(ttl), after.get(ttl)));
    for (Component<T, ?> component : type.unique()) {
      Optional<Map<String, AttributeValue>> old = formerMarker(component, before);
      Optional<Map<String, AttributeValue>> now = marker(component, after);
      boolean same = old.equals(now);
      boolean stored = before.containsKey(component.attribute());
      if (now.isPresent() && !(same && expiresLikeBefore && stored)) {
        // The marker of a value that stays can be missing: it expired with its former time to live,
        // or the value was not unique in the item's older schema version.
        Expression free = same ? unclaimed(after) : absent(type);
        writes.add(claim(component, now.get(), after, free));
      }
      if (old.isPresent() && !same && !taken.contains(old.get())) {
        writes.add(release(old.get(), before));
      }
    }
  }

  /**
   * The marker of the value of a stored item. An item of an older schema version can have the value
   * in another attribute, which its conversion renames.
   */
  private Optional<Map<String, AttributeValue>> formerMarker(
      Component<T, ?> component, Map<String, AttributeValue> item) {
    return item.containsKey(component.attribute())
        ? marker(component, item)
        : marker(component, converted(item));
  }

  /** A stored item in the current schema version; empty if there is none. */
  private Map<String, AttributeValue> converted(Map<String, AttributeValue> item) {
    return item.isEmpty() ? item : type.schemaVersions().upcast(item);
  }

  private Optional<Map<String, AttributeValue>> marker(
      Component<T, ?> component, Map<String, AttributeValue> item) {
    return Optional.ofNullable(item.get(component.attribute()))
        .map(value -> marker(type, component, value));
  }

  private PlannedWrite claim(
      Component<T, ?> component,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> item,
      Expression free) {
    var marker = new LinkedHashMap<>(key);
    marker.put(type.typeAttribute(), AttributeValue.fromS("UNIQUE"));
    marker.put(OWNER, AttributeValue.fromM(keyOf(item)));
    type.timeToLive()
        .filter(item::containsKey)
        .ifPresent(attribute -> marker.put(attribute, item.get(attribute)));
    var claim =
        Put.builder()
            .tableName(table.name())
            .item(marker)
            .conditionExpression(free.text())
            .expressionAttributeNames(free.names());
    if (!free.values().isEmpty()) {
      claim.expressionAttributeValues(free.values());
    }
    return new PlannedWrite(
        TransactWriteItem.builder().put(claim.build()).build(),
        found -> Optional.of(new UniqueViolation(type.name(), component.name())));
  }

  /** Deletes a marker, unless it expired and another item has taken the value since. */
  private PlannedWrite release(Map<String, AttributeValue> key, Map<String, AttributeValue> item) {
    Expression unclaimed = unclaimed(item);
    Delete release =
        Delete.builder()
            .tableName(table.name())
            .key(key)
            .conditionExpression(unclaimed.text())
            .expressionAttributeNames(unclaimed.names())
            .expressionAttributeValues(unclaimed.values())
            .build();
    return new PlannedWrite(
        TransactWriteItem.builder().delete(release).build(),
        found -> {
          taken.add(key);
          return Optional.empty();
        });
  }

  /**
   * The condition that a marker is not that of another item: it is missing, it belongs to the item,
   * or an earlier version of the toolkit wrote it without an owner.
   */
  private Expression unclaimed(Map<String, AttributeValue> item) {
    return Expression.of(
            "attribute_not_exists(#0owner) OR #0owner = :0owner", Map.of("#0owner", OWNER))
        .with(":0owner", AttributeValue.fromM(keyOf(item)));
  }

  private Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
    var key = new LinkedHashMap<String, AttributeValue>();
    for (EntityKey attribute : type.keys()) {
      if (attribute.index().isEmpty()) {
        key.put(attribute.name(), ItemReader.required(item, attribute.name()));
      }
    }
    return key;
  }

  /** The key of the marker of a unique value. */
  static Map<String, AttributeValue> marker(
      EntityType<?> type, Component<?, ?> component, AttributeValue value) {
    String text =
        switch (value.type()) {
          case S -> value.s();
          // The same number has one text: 1.50, 1.5 and 15E-1 are equal.
          case N -> new BigDecimal(value.n()).stripTrailingZeros().toPlainString();
          case B -> java.util.HexFormat.of().formatHex(value.b().asByteArray());
          case BOOL -> value.bool().toString();
          default ->
              throw new IllegalArgumentException(
                  "a unique value cannot be of type " + value.type());
        };
    var key = new LinkedHashMap<String, AttributeValue>();
    for (EntityKey attribute : type.keys()) {
      if (attribute.index().isEmpty()) {
        key.put(
            attribute.name(),
            AttributeValue.fromS(
                attribute.isPartition()
                    ? "UNIQUE#" + type.name() + "#" + component.name() + "#" + text
                    : "UNIQUE"));
      }
    }
    return key;
  }

  /** The condition that the item exists, or not, with the values that the plan assumes. */
  private Expression guard(Optional<Map<String, AttributeValue>> before) {
    if (before.isEmpty()) {
      return absent(type);
    }
    Expression guard = exists(type);
    int number = 0;
    for (String attribute : guarded(before.get()).toList()) {
      String name = "#0q" + number;
      String placeholder = ":0q" + number++;
      AttributeValue value = before.get().get(attribute);
      Map<String, String> names = Map.of(name, attribute);
      guard =
          guard.and(
              value == null
                  ? Expression.of("attribute_not_exists(" + name + ")", names)
                  : Expression.of(name + " = " + placeholder, names).with(placeholder, value));
    }
    return guard;
  }

  private Expression mode(PutMode mode) {
    return switch (mode) {
      case PUT -> Expression.NONE;
      case CREATE -> absent(type);
      case REPLACE -> exists(type);
    };
  }

  static Expression absent(EntityType<?> type) {
    return Expression.of("attribute_not_exists(#0pk)", Map.of("#0pk", partition(type)));
  }

  static Expression exists(EntityType<?> type) {
    return Expression.of("attribute_exists(#0pk)", Map.of("#0pk", partition(type)));
  }

  static Expression expected(EntityType<?> type, OptionalLong version) {
    if (version.isEmpty()) {
      return Expression.NONE;
    }
    return Expression.of(
            "#0version = :0version", Map.of("#0version", type.version().orElseThrow().attribute()))
        .with(":0version", AttributeValue.fromN(Long.toString(version.getAsLong())));
  }

  /** The condition that the item has a version; zero means that it does not exist. */
  static Expression versionIs(Component<?, Long> component, long version) {
    Map<String, String> names = Map.of("#0version", component.attribute());
    return version == 0
        ? Expression.of("attribute_not_exists(#0version)", names)
        : Expression.of("#0version = :0version", names)
            .with(":0version", AttributeValue.fromN(Long.toString(version)));
  }

  /** The attribute of the table's partition key. */
  static String partition(EntityType<?> type) {
    return key(type, true);
  }

  /** The attribute of the table's sort key. */
  static String sort(EntityType<?> type) {
    return key(type, false);
  }

  private static String key(EntityType<?> type, boolean partition) {
    return type.keys().stream()
        .filter(key -> key.index().isEmpty() && key.isPartition() == partition)
        .map(EntityKey::name)
        .findFirst()
        .orElseThrow();
  }
}
