package dev.gramme.toolkit.key;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The order of sort keys. */
public final class SortKeys {
  private SortKeys() {}

  /**
   * Compares two key attributes of the same type as DynamoDB does: S by bytes of UTF-8, N by value,
   * B by unsigned bytes.
   */
  public static int compare(AttributeValue one, AttributeValue other) {
    return Neighbours.compare(one, other);
  }
}
