package dev.gramme.toolkit.explain;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How large the items of an entity are, and how many there are.
 *
 * @param itemBytes the size of a typical item
 * @param largestBytes the size of the largest item
 * @param items how many items there are in the table
 * @param itemsPerPartition how many of them share a partition key of the table
 * @param itemsPerIndexPartition how many of them share a partition key of an index, by index
 * @param attributeBytes the sizes of attributes with their names, as far as they are known; they
 *     decide what entries of indexes that do not project everything cost
 */
public record EntityLoad(
    int itemBytes,
    int largestBytes,
    long items,
    double itemsPerPartition,
    Map<String, Double> itemsPerIndexPartition,
    Map<String, Integer> attributeBytes) {

  public EntityLoad {
    itemsPerIndexPartition = Map.copyOf(itemsPerIndexPartition);
    attributeBytes = Map.copyOf(attributeBytes);
    if (itemBytes < 1 || items < 0 || !(itemsPerPartition > 0)) {
      throw new IllegalArgumentException(
          "an item has at least a byte, and a partition more than no items");
    }
    largestBytes = Math.max(largestBytes, itemBytes);
  }

  /** Items of this size, each in a partition of its own. */
  public static EntityLoad bytes(int itemBytes) {
    return new EntityLoad(itemBytes, itemBytes, 1, 1, Map.of(), Map.of());
  }

  /** Items like this one, which also says how large each attribute is. */
  public static EntityLoad sample(Map<String, AttributeValue> item) {
    int bytes = ItemSize.of(item);
    return new EntityLoad(bytes, bytes, 1, 1, Map.of(), ItemSize.byAttribute(item));
  }

  /** So many items in the table. */
  public EntityLoad items(long count) {
    return new EntityLoad(
        itemBytes, largestBytes, count, itemsPerPartition, itemsPerIndexPartition, attributeBytes);
  }

  /** So many items with the same partition key of the table. */
  public EntityLoad perPartition(double count) {
    return new EntityLoad(
        itemBytes, largestBytes, items, count, itemsPerIndexPartition, attributeBytes);
  }

  /** So many items with the same partition key of an index. */
  public EntityLoad perPartition(String index, double count) {
    var counts = new HashMap<>(itemsPerIndexPartition);
    counts.put(index, count);
    return new EntityLoad(
        itemBytes, largestBytes, items, itemsPerPartition, counts, attributeBytes);
  }

  /** The largest item has this size. */
  public EntityLoad largest(int bytes) {
    return new EntityLoad(
        itemBytes, bytes, items, itemsPerPartition, itemsPerIndexPartition, attributeBytes);
  }

  /** An attribute has this size, with its name. */
  public EntityLoad attribute(String name, int bytes) {
    var sizes = new HashMap<>(attributeBytes);
    sizes.put(name, bytes);
    return new EntityLoad(
        itemBytes, largestBytes, items, itemsPerPartition, itemsPerIndexPartition, sizes);
  }
}
