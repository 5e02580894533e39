package dev.gramme.toolkit.explain;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The size and number of an entity's items.
 *
 * @param itemBytes the size of a typical item
 * @param largestBytes the size of the largest item
 * @param items the number of items in the table
 * @param itemsPerPartition how many of them share a partition key of the table
 * @param itemsPerIndexPartition how many of them share a partition key of an index, by index
 * @param attributeBytes the known sizes of attributes including their names; they determine the
 *     cost of entries in indexes that do not project all attributes
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
          "an item has at least one byte, and a partition more than zero items");
    }
    largestBytes = Math.max(largestBytes, itemBytes);
  }

  /** Items of this size, each in its own partition. */
  public static EntityLoad bytes(int itemBytes) {
    return new EntityLoad(itemBytes, itemBytes, 1, 1, Map.of(), Map.of());
  }

  /** Items like this one, which also defines the size of each attribute. */
  public static EntityLoad sample(Map<String, AttributeValue> item) {
    int bytes = ItemSize.of(item);
    return new EntityLoad(bytes, bytes, 1, 1, Map.of(), ItemSize.byAttribute(item));
  }

  /** Sets the number of items in the table. */
  public EntityLoad items(long count) {
    return new EntityLoad(
        itemBytes, largestBytes, count, itemsPerPartition, itemsPerIndexPartition, attributeBytes);
  }

  /** Sets the number of items with the same partition key of the table. */
  public EntityLoad perPartition(double count) {
    return new EntityLoad(
        itemBytes, largestBytes, items, count, itemsPerIndexPartition, attributeBytes);
  }

  /** Sets the number of items with the same partition key of an index. */
  public EntityLoad perPartition(String index, double count) {
    var counts = new HashMap<>(itemsPerIndexPartition);
    counts.put(index, count);
    return new EntityLoad(
        itemBytes, largestBytes, items, itemsPerPartition, counts, attributeBytes);
  }

  /** Sets the size of the largest item. */
  public EntityLoad largest(int bytes) {
    return new EntityLoad(
        itemBytes, bytes, items, itemsPerPartition, itemsPerIndexPartition, attributeBytes);
  }

  /** Sets the size of an attribute including its name. */
  public EntityLoad attribute(String name, int bytes) {
    var sizes = new HashMap<>(attributeBytes);
    sizes.put(name, bytes);
    return new EntityLoad(
        itemBytes, largestBytes, items, itemsPerPartition, itemsPerIndexPartition, sizes);
  }
}
