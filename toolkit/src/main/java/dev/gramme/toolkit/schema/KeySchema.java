package dev.gramme.toolkit.schema;

import java.util.List;

/**
 * The key attributes of a table or index.
 *
 * @param partition one attribute, or up to four of a global secondary index
 * @param sort none or one attribute, or up to four of a global secondary index
 */
public record KeySchema(List<KeyAttribute> partition, List<KeyAttribute> sort) {
  public KeySchema {
    partition = List.copyOf(partition);
    sort = List.copyOf(sort);
  }

  /** A key attribute and its type. */
  public record KeyAttribute(String name, ScalarType type) {}

  /** The types that a key attribute can have, by DynamoDB's names. */
  public enum ScalarType {
    S,
    N,
    B
  }
}
