package dev.gramme.toolkit.key;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The key of an item, for maps and sets: two keys are equal if DynamoDB treats them as equal, even
 * if numbers are written differently.
 *
 * @param attributes the key attributes by name, numbers in their shortest form
 */
public record PrimaryKey(Map<String, AttributeValue> attributes) {
  public PrimaryKey {
    Map<String, AttributeValue> canonical = new HashMap<>();
    attributes.forEach((name, value) -> canonical.put(name, canonical(value)));
    attributes = Map.copyOf(canonical);
  }

  /**
   * The key of an item.
   *
   * @param names the names of the key attributes
   * @throws IllegalArgumentException if the item lacks one
   */
  public static PrimaryKey of(List<String> names, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new HashMap<>();
    for (String name : names) {
      AttributeValue value = item.get(name);
      if (value == null) {
        throw new IllegalArgumentException("an item without its key attribute " + name);
      }
      key.put(name, value);
    }
    return new PrimaryKey(key);
  }

  private static AttributeValue canonical(AttributeValue value) {
    if (value.type() != AttributeValue.Type.N) {
      return value;
    }
    try {
      return AttributeValue.fromN(new BigDecimal(value.n()).stripTrailingZeros().toString());
    } catch (NumberFormatException noNumber) {
      // An invalid number is kept; the table rejects it.
      return value;
    }
  }
}
