package dev.gramme.api.access;

import dev.gramme.auth.policy.Access;
import dev.gramme.auth.policy.ConditionKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.expression.Condition;
import dev.gramme.expression.Projection;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what a request does with the items of one table or index, for the condition keys of fine
 * access control. The texts of keys are those of the service's guide (2026): strings as they are,
 * numbers in digits, binaries in Base64.
 */
public final class ItemAccess {
  /** The keys of the values of a partition key's attributes, in their order. */
  private static final List<String> PARTITION_KEYS =
      List.of(
          ConditionKeys.FIRST_KEYS,
          ConditionKeys.SECOND_KEYS,
          ConditionKeys.THIRD_KEYS,
          ConditionKeys.FOURTH_KEYS);

  private final String action;
  private final @Nullable TableDefinition table;
  private String resource;
  private @Nullable KeySchema key;
  private final Map<String, Set<String>> values = new LinkedHashMap<>();

  ItemAccess(AccessScope scope, String action, String reference) {
    this.action = action;
    this.table = scope.table(reference).orElse(null);
    this.resource = scope.tableArn(reference);
    this.key = table == null ? null : table.key();
  }

  /** The access is to an index of the table, whose key counts then. */
  public ItemAccess index(@Nullable String name) {
    if (name != null) {
      resource = resource + "/index/" + name;
      key =
          Optional.ofNullable(table)
              .flatMap(found -> found.index(name))
              .map(SecondaryIndex::key)
              .orElse(null);
    }
    return this;
  }

  /** The table, null if there is none. */
  public @Nullable TableDefinition table() {
    return table;
  }

  /** The key of the table or index, if there is one. */
  public Optional<KeySchema> key() {
    return Optional.ofNullable(key);
  }

  /** The request names a key, or a whole item. */
  public ItemAccess item(Item item) {
    attributes(item.names());
    if (key != null) {
      var partition = new ArrayList<AttributeValue>();
      for (KeyAttribute attribute : key.hash()) {
        AttributeValue value = item.get(attribute.name());
        if (value == null) {
          return this;
        }
        partition.add(value);
      }
      partition(partition);
    }
    return this;
  }

  /** The request reads or writes in a partition. */
  public ItemAccess partition(List<AttributeValue> hash) {
    for (int i = 0; i < Math.min(hash.size(), PARTITION_KEYS.size()); i++) {
      String text = text(hash.get(i));
      add(PARTITION_KEYS.get(i), text);
      if (i == 0) {
        add(ConditionKeys.LEADING_KEYS, text);
      }
    }
    return this;
  }

  private static String text(AttributeValue value) {
    return switch (value) {
      case AttributeValue.S s -> s.value();
      case AttributeValue.N n -> DynamoNumber.format(n.value());
      case AttributeValue.B b -> b.value().toBase64();
      // No key can be of another type; the request will fail for that.
      default -> value.toString();
    };
  }

  /** The request names attributes. */
  public ItemAccess attributes(Collection<String> names) {
    names.forEach(name -> add(ConditionKeys.ATTRIBUTES, name));
    return this;
  }

  /** The request names places in items; what counts is the attribute that each is in. */
  public ItemAccess paths(Collection<DocumentPath> paths) {
    paths.forEach(path -> add(ConditionKeys.ATTRIBUTES, path.attribute()));
    return this;
  }

  /** The request has a condition or filter. */
  public ItemAccess condition(@Nullable Condition condition) {
    return condition == null ? this : paths(condition.paths());
  }

  /** The request wants a part of the items, or else all of it. */
  public ItemAccess projection(@Nullable Projection projection) {
    if (projection == null) {
      return select("ALL_ATTRIBUTES");
    }
    return paths(projection.paths()).select("SPECIFIC_ATTRIBUTES");
  }

  /** What {@code Select} is. */
  public ItemAccess select(String select) {
    return set(ConditionKeys.SELECT, select);
  }

  /** What {@code ReturnValues} is. */
  public ItemAccess returnValues(String returned) {
    add(ConditionKeys.RETURN_VALUES, returned);
    return this;
  }

  /** What {@code ReturnConsumedCapacity} is, null if the request does not say. */
  public ItemAccess capacity(@Nullable String report) {
    return set(ConditionKeys.RETURN_CONSUMED_CAPACITY, report == null ? "NONE" : report);
  }

  /** The transaction that it is a part of. */
  public ItemAccess within(String operation) {
    return set(ConditionKeys.ENCLOSING_OPERATION, operation);
  }

  /** Whether a statement reads everything. */
  public ItemAccess fullScan(boolean full) {
    return set(ConditionKeys.FULL_TABLE_SCAN, Boolean.toString(full));
  }

  /**
   * The request writes an item. The item that a failed condition gives back is all of it, and so
   * counts as a return value (what the service makes of it is not known, November 2026).
   */
  public ItemAccess write(WriteAction write) {
    switch (write) {
      case WriteAction.Put put -> item(put.item());
      case WriteAction.Delete delete -> item(delete.key());
      case WriteAction.Check check -> item(check.key());
      case WriteAction.Change change ->
          item(change.key()).paths(change.update().paths()).paths(change.update().operandPaths());
      case WriteAction.Expire expire -> throw noRequest(expire);
      case WriteAction.Replicate replicate -> throw noRequest(replicate);
    }
    if (write.returnItemOnFailure()) {
      returnValues("ALL_OLD");
    }
    return condition(write.condition());
  }

  private static IllegalArgumentException noRequest(WriteAction action) {
    return new IllegalArgumentException("no request has an action " + action);
  }

  private ItemAccess set(String name, String value) {
    values.remove(name);
    add(name, value);
    return this;
  }

  private void add(String name, String value) {
    values.computeIfAbsent(name, any -> new LinkedHashSet<>()).add(value);
  }

  /** The access. */
  public Access build() {
    var keys = new LinkedHashMap<String, List<String>>();
    values.forEach((name, set) -> keys.put(name, List.copyOf(set)));
    return new Access(action, resource, keys);
  }
}
