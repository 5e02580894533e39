package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.key.SortCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The key attributes of an entity in the table or an index, separated into partition key and sort
 * key.
 */
final class Keys {
  private final List<EntityKey> partition;
  private final List<EntityKey> sort;

  private Keys(List<EntityKey> partition, List<EntityKey> sort) {
    this.partition = partition;
    this.sort = sort;
  }

  /** An attribute with a value. */
  record Bound(String attribute, AttributeValue value) {}

  static Keys of(EntityType<?> type, Optional<String> index) {
    var partition = new ArrayList<EntityKey>();
    var sort = new ArrayList<EntityKey>();
    for (EntityKey key : type.keys()) {
      if (key.index().equals(index)) {
        (key.isPartition() ? partition : sort).add(key);
      }
    }
    if (partition.isEmpty()) {
      type.keys().stream()
          .filter(key -> key.index().isEmpty() && key.isPartition())
          .forEach(partition::add);
    }
    return new Keys(partition, sort);
  }

  /**
   * The attributes with known values: those of the partition key, and those of the sort key except
   * the last.
   */
  List<Bound> fixed(Call call, boolean withSort) {
    var bound = new ArrayList<Bound>();
    for (EntityKey key : partition) {
      AttributeValue value =
          key.value(call::field)
              .orElseThrow(() -> new IllegalArgumentException(key.name() + " has no value"));
      bound.add(new Bound(key.name(), value));
    }
    int last = withSort ? last(call) : 0;
    for (EntityKey key : sort.subList(0, Math.max(last, 0))) {
      bound.add(new Bound(key.name(), key.value(call::field).orElseThrow()));
    }
    return bound;
  }

  Optional<SortCondition> lastSort(Call call) {
    int last = last(call);
    return last < 0 ? Optional.empty() : Optional.of(sort.get(last).condition(call));
  }

  Optional<String> lastSortName(Call call) {
    int last = last(call);
    return last < 0 ? Optional.empty() : Optional.of(sort.get(last).name());
  }

  /** The last sort key attribute that the call restricts; all before it are known completely. */
  private int last(Call call) {
    for (int i = 0; i < sort.size(); i++) {
      boolean whole = sort.get(i).fields().stream().allMatch(field -> isValue(call.field(field)));
      boolean nextIsNamed =
          i + 1 < sort.size()
              && sort.get(i + 1).fields().stream().anyMatch(f -> call.field(f) != null);
      if (!whole || !nextIsNamed) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isValue(@org.jspecify.annotations.Nullable Object value) {
    return value != null && !(value instanceof Range<?>) && !(value instanceof Call.Prefixed);
  }
}
