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
 * Collects how a request uses the items of one table or index, for the condition keys of
 * fine-grained access control. Key values are written as in the service's guide (2026): strings
 * unchanged, numbers in digits, binaries in Base64.
 */
public final class ItemAccess {
  /**
   * The condition keys for the values of the partition key's attributes, in the order of the
   * attributes.
   */
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

  /** Sets the index that the request accesses; its key replaces the table's key. */
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

  /** The table, null if it does not exist. */
  public @Nullable TableDefinition table() {
    return table;
  }

  /** The key of the table or index, if it exists. */
  public Optional<KeySchema> key() {
    return Optional.ofNullable(key);
  }

  /** Adds a key or a whole item that the request contains. */
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

  /** Adds a partition that the request reads or writes. */
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
      // No key can have another type; the request fails later because of it.
      default -> value.toString();
    };
  }

  /** Adds attributes that the request names. */
  public ItemAccess attributes(Collection<String> names) {
    names.forEach(name -> add(ConditionKeys.ATTRIBUTES, name));
    return this;
  }

  /** Adds document paths that the request names; the top-level attribute of each path counts. */
  public ItemAccess paths(Collection<DocumentPath> paths) {
    paths.forEach(path -> add(ConditionKeys.ATTRIBUTES, path.attribute()));
    return this;
  }

  /** Adds the attributes of a condition or filter. */
  public ItemAccess condition(@Nullable Condition condition) {
    return condition == null ? this : paths(condition.paths());
  }

  /** Adds the attributes that the request returns; without a projection it returns all of them. */
  public ItemAccess projection(@Nullable Projection projection) {
    if (projection == null) {
      return select("ALL_ATTRIBUTES");
    }
    return paths(projection.paths()).select("SPECIFIC_ATTRIBUTES");
  }

  /** Sets the value of {@code Select}. */
  public ItemAccess select(String select) {
    return set(ConditionKeys.SELECT, select);
  }

  /** Sets the value of {@code ReturnValues}. */
  public ItemAccess returnValues(String returned) {
    add(ConditionKeys.RETURN_VALUES, returned);
    return this;
  }

  /** Sets the value of {@code ReturnConsumedCapacity}, null if the request does not contain it. */
  public ItemAccess capacity(@Nullable String report) {
    return set(ConditionKeys.RETURN_CONSUMED_CAPACITY, report == null ? "NONE" : report);
  }

  /** Sets the operation of the transaction that encloses the request. */
  public ItemAccess within(String operation) {
    return set(ConditionKeys.ENCLOSING_OPERATION, operation);
  }

  /** Sets whether a statement scans the whole table or index. */
  public ItemAccess fullScan(boolean full) {
    return set(ConditionKeys.FULL_TABLE_SCAN, Boolean.toString(full));
  }

  /**
   * Adds a write of an item. The item that a failed condition returns is the whole item, so it
   * counts as a return value (how the service handles it is not known, November 2026).
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

  /** Builds the access. */
  public Access build() {
    var keys = new LinkedHashMap<String, List<String>>();
    values.forEach((name, set) -> keys.put(name, List.copyOf(set)));
    return new Access(action, resource, keys);
  }
}
