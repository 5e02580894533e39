package dev.gramme.toolkit.schema;

import java.util.List;
import java.util.stream.Stream;

/**
 * The key attributes of a table or index.
 *
 * @param partition one attribute, or up to four in a global secondary index
 * @param sort at most one attribute, or up to four in a global secondary index
 */
public record KeySchema(List<KeyAttribute> partition, List<KeyAttribute> sort) {
  public KeySchema {
    partition = List.copyOf(partition);
    sort = List.copyOf(sort);
  }

  /** The names of all attributes, those of the partition key first. */
  public List<String> names() {
    return Stream.concat(partition.stream(), sort.stream()).map(KeyAttribute::name).toList();
  }

  /** A key attribute and its type. */
  public record KeyAttribute(String name, ScalarType type) {}

  /** The types of key attributes, by DynamoDB's names. */
  public enum ScalarType {
    S,
    N,
    B
  }
}
